import { setMaxListeners } from 'node:events';
import { increment } from '@app/config';
import { ConcurrencyLimit, type Owner } from '@app/fairness';
import { MOST_UNDERWAY, type HookSender, type Reply } from '../sending/hook.sender.js';
import type { ReceivingHosts } from '../sending/receiving-hosts.js';
import type { HookSigner } from '../signing/hook.signer.js';
import type { EndpointRun, Sending } from './endpoint-run.js';
import type { AttemptToStore, Outcomes } from './delivery-store.repository.js';
import type { HookClock } from './hook-clock.js';
import { afterAttempt } from './endpoint-state.js';

/** The limits of a lane: requests under way in total and per main account, and requests that have just begun. */
interface LaneShares {
  readonly total: number;
  readonly perAccount: number;
  readonly prompt: number;
  readonly promptPerAccount: number;
}

/** Requests under way that share a limit. */
class DeliveryLane {
  private readonly limit: ConcurrencyLimit;
  private readonly underway = new Map<EndpointRun, { readonly owner: Owner; readonly since: number }>();

  constructor(
    private readonly shares: LaneShares,
    private readonly clock: Pick<HookClock, 'promptMs'>,
  ) {
    this.limit = new ConcurrencyLimit(shares);
  }

  /** Whether no further request may begin now. */
  get isFull(): boolean {
    return this.promptOwners().length >= this.shares.prompt;
  }

  admits(owner: Owner): boolean {
    const prompt = this.promptOwners().filter((own) => own === owner).length;
    return prompt < this.shares.promptPerAccount && this.limit.admits(owner);
  }

  /** The number of requests under way for a main account. */
  heldBy(owner: Owner): number {
    return this.limit.heldBy(owner);
  }

  /** Begins a request that the lane admits. */
  enter(run: EndpointRun): void {
    const { owner } = run;
    this.limit.tryAcquire(owner);
    this.underway.set(run, { owner, since: performance.now() });
  }

  leave(run: EndpointRun): void {
    const request = this.underway.get(run);
    if (!request) return;
    this.underway.delete(run);
    this.limit.release(request.owner);
  }

  private promptOwners(): Owner[] {
    const since = performance.now() - this.clock.promptMs;
    return [...this.underway.values()].filter((request) => request.since > since).map(({ owner }) => owner);
  }
}

/** The limits of each lane: half of the requests; per main account more than an account has endpoints. */
export const TOTAL = { total: MOST_UNDERWAY / 2, perAccount: 24 };

/** The services of a dispatcher. */
interface DispatcherServices {
  readonly sender: HookSender;
  readonly signer: HookSigner;
  readonly clock: HookClock;
  readonly hosts: ReceivingHosts;
}

/**
 * Sends the messages of endpoints in turn, and collects the outcomes. Eight requests at a time are prompt (B16): six of them
 * for endpoints whose last attempt succeeded, which never wait for other endpoints.
 */
export class HookDispatcher {
  private readonly cut = new AbortController();
  /** Endpoints with messages to send, the longest waiting first. */
  private readonly waiting = new Set<EndpointRun>();
  /** For endpoints whose last attempt succeeded; and for endpoints that have failed, or are new. */
  private readonly answering: DeliveryLane;
  private readonly unproven: DeliveryLane;
  /** Resolves at the end of each request. */
  private readonly underway = new Map<EndpointRun, Promise<void>>();
  private attempts: AttemptToStore[] = [];
  private readonly retries = new Map<string, Outcomes['retries'][number]>();
  private readonly ended = new Map<string, Outcomes['ended'][number]>();
  private readonly touched = new Set<EndpointRun>();
  private isStopping = false;

  constructor(private readonly services: DispatcherServices) {
    const { clock } = services;
    this.answering = new DeliveryLane({ ...TOTAL, prompt: 6, promptPerAccount: 4 }, clock);
    this.unproven = new DeliveryLane({ ...TOTAL, prompt: 2, promptPerAccount: 1 }, clock);
    // Every request listens to it; Node warns of a leak from the eleventh listener on.
    setMaxListeners(MOST_UNDERWAY, this.cut.signal);
  }

  /** Adds an endpoint that may have messages to send. */
  add(run: EndpointRun): void {
    this.waiting.add(run);
  }

  forget(run: EndpointRun): void {
    this.waiting.delete(run);
    this.touched.delete(run);
  }

  /** Sends as many messages as the limits allow. */
  pump(): void {
    if (this.isStopping) return;
    for (const lane of [this.answering, this.unproven]) {
      for (let run = this.nextOf(lane); run; run = this.nextOf(lane)) {
        // To the end of the queue.
        this.waiting.delete(run);
        this.waiting.add(run);
        this.send(run, lane);
      }
    }
  }

  /** The outcomes that are not stored yet, and their endpoints. */
  get unstored(): { readonly outcomes: Outcomes; readonly touched: readonly EndpointRun[] } {
    const { attempts, retries, ended, touched } = this;
    return {
      outcomes: { attempts: [...attempts], retries: [...retries.values()], ended: [...ended.values()] },
      touched: [...touched],
    };
  }

  /** Forgets outcomes that were stored. */
  stored({ attempts, retries, ended }: Outcomes, touched: readonly EndpointRun[]): void {
    this.attempts = this.attempts.slice(attempts.length);
    for (const retry of retries) if (this.retries.get(keyOf(retry)) === retry) this.retries.delete(keyOf(retry));
    for (const end of ended) this.ended.delete(keyOf(end));
    // An attempt may have ended while the others were stored.
    const isLeft = (run: EndpointRun): boolean => this.attempts.some(({ hookId }) => hookId === run.id);
    for (const run of touched) if (!isLeft(run)) this.touched.delete(run);
  }

  /** Waits for requests under way until a timeout, then aborts them; another worker repeats aborted requests. */
  async stop(timeoutMs: number): Promise<void> {
    this.isStopping = true;
    const timer = setTimeout(() => this.cut.abort(), timeoutMs);
    await Promise.all(this.underway.values());
    clearTimeout(timer);
  }

  /** The longest waiting endpoint of the main account with the fewest requests under way. */
  private nextOf(lane: DeliveryLane): EndpointRun | undefined {
    if (lane.isFull) return undefined;
    const { clock, hosts } = this.services;
    const now = clock.now();
    let next: EndpointRun | undefined;
    for (const run of this.waiting) {
      if (this.laneOf(run) === lane && run.canSend(now)) {
        const isBefore = !next || lane.heldBy(run.owner) < lane.heldBy(next.owner);
        if (isBefore && lane.admits(run.owner) && hosts.admits(run.host)) next = run;
      }
    }
    return next;
  }

  private laneOf({ hasAnswered }: EndpointRun): DeliveryLane {
    return hasAnswered ? this.answering : this.unproven;
  }

  private send(run: EndpointRun, lane: DeliveryLane): void {
    const leaveHost = this.services.hosts.tryAcquire(run.host);
    const sending = leaveHost && run.take(this.services.clock.now());
    if (!sending) return leaveHost?.();
    lane.enter(run);
    const ended = this.attempt(run, sending).finally(() => {
      lane.leave(run);
      leaveHost();
      this.underway.delete(run);
      this.pump();
    });
    this.underway.set(run, ended);
  }

  private async attempt(run: EndpointRun, sending: Sending): Promise<void> {
    const { sender, signer, clock } = this.services;
    const { id, type, body } = 'retry' in sending ? sending.retry : sending.message;
    const [at, begun] = [clock.now(), performance.now()];
    let reply: Reply;
    try {
      const headers = { ...(await signer.headersOf(run.endpoint, { id, at, body })) };
      reply = await sender.send(run.endpoint.url, headers, body, this.cut.signal);
    } catch {
      if (this.cut.signal.aborted) return run.done(sending, false);
      reply = { status: null, excerpt: '', reason: 'it could not be sent', retryAfterMs: null };
    }
    const number = 'retry' in sending ? sending.retry.attempts + 1 : 1;
    const now = clock.now();
    const { endpointState, outcome } = afterAttempt(run.endpointState, { number, reply, now, chance: clock.chance() });
    const { state, backoffUntil } = run.endpointState;
    if (outcome === 'delivered' && state === 'failing' && backoffUntil) run.recover();
    run.endpointState = endpointState;
    run.hasAnswered = outcome === 'delivered';
    increment('hooks_deliveries_total', { outcome: typeof outcome === 'string' ? outcome : 'retry' });
    const nextAt = typeof outcome === 'string' ? null : outcome.retryAt;
    const key = keyOf({ hookId: run.id, id });
    if (nextAt) {
      this.retries.set(key, { hookId: run.id, id, type, body, attempts: number, nextAt });
      run.pending.add(id);
      if (!('retry' in sending)) run.openRetries += 1;
    } else if ('retry' in sending) {
      this.ended.set(key, { hookId: run.id, id });
      run.openRetries -= 1;
    }
    const durationMs = Math.round(performance.now() - begun);
    // A receiver may echo the message, and deleted enquiries must not remain anywhere.
    const excerpt = type === 'enquiry-created' ? '' : reply.excerpt;
    const text = (reply.reason ?? excerpt).toWellFormed().replaceAll('\0', '');
    this.attempts.push({
      hookId: run.id,
      id,
      type,
      at,
      attempt: number,
      status: reply.status,
      durationMs,
      reply: text,
      nextAt,
    });
    run.done(sending, true);
    this.touched.add(run);
  }
}

const keyOf = ({ hookId, id }: { readonly hookId: number; readonly id: string }): string => `${hookId} ${id}`;
