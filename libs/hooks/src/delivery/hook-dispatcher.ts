import { setMaxListeners } from 'node:events';
import { count } from '@app/config';
import { ConcurrencyLimit, type Owner } from '@app/process';
import { MOST_UNDERWAY, type HookSender, type Reply } from '../sending/hook.sender.js';
import type { ReceivingHosts } from '../sending/receiving-hosts.js';
import type { HookSigner } from '../signing/hook.signer.js';
import type { EndpointRun, Sending } from './endpoint-run.js';
import type { AttemptToStore, Outcomes } from './delivery-store.repository.js';
import type { HookClock } from './hook-clock.js';
import { afterAttempt } from './endpoint-state.js';

/** How many requests of a lane are under way: all; of one main account; and how many of each that have begun just now. */
interface LaneShares {
  readonly total: number;
  readonly perAccount: number;
  readonly prompt: number;
  readonly promptPerAccount: number;
}

/** Requests that are under way, and share a limit. */
class DeliveryLane {
  private readonly limit: ConcurrencyLimit;
  private readonly underway = new Map<EndpointRun, { readonly owner: Owner; readonly since: number }>();

  constructor(
    private readonly shares: LaneShares,
    private readonly clock: Pick<HookClock, 'promptMs'>,
  ) {
    this.limit = new ConcurrencyLimit(shares);
  }

  /** Whether no request may begin now. */
  get isFull(): boolean {
    return this.promptOwners().length >= this.shares.prompt;
  }

  admits(owner: Owner): boolean {
    const prompt = this.promptOwners().filter((own) => own === owner).length;
    return prompt < this.shares.promptPerAccount && this.limit.admits(owner);
  }

  /** How many requests are under way to endpoints of a main account. */
  heldBy(owner: Owner): number {
    return this.limit.heldBy(owner);
  }

  /** A request begins, which the lane admits. */
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

/** In each lane: half of the requests; of one main account more than an account has endpoints. */
export const TOTAL = { total: MOST_UNDERWAY / 2, perAccount: 24 };

/** What a dispatcher sends with. */
interface Equipment {
  readonly sender: HookSender;
  readonly signer: HookSigner;
  readonly clock: HookClock;
  readonly hosts: ReceivingHosts;
}

/**
 * Sends what endpoints have, in turn, and notes what came of it. Eight requests at a time are prompt (B16): six are for
 * endpoints whose last attempt was a success, which never wait for the others.
 */
export class HookDispatcher {
  private readonly cut = new AbortController();
  /** Endpoints that have something to send, the one that has waited longest first. */
  private readonly waiting = new Set<EndpointRun>();
  /** Endpoints whose last attempt was a success; and those that have failed, or have never been tried. */
  private readonly answering: DeliveryLane;
  private readonly unproven: DeliveryLane;
  /** The end of each request. */
  private readonly underway = new Map<EndpointRun, Promise<void>>();
  private attempts: AttemptToStore[] = [];
  private readonly retries = new Map<string, Outcomes['retries'][number]>();
  private readonly ended = new Map<string, Outcomes['ended'][number]>();
  private readonly touched = new Set<EndpointRun>();
  private isStopping = false;

  constructor(private readonly equipment: Equipment) {
    const { clock } = equipment;
    this.answering = new DeliveryLane({ ...TOTAL, prompt: 6, promptPerAccount: 4 }, clock);
    this.unproven = new DeliveryLane({ ...TOTAL, prompt: 2, promptPerAccount: 1 }, clock);
    // Every request listens to it; from the eleventh on Node would take that for a leak, and warn.
    setMaxListeners(MOST_UNDERWAY, this.cut.signal);
  }

  /** An endpoint may have something to send. */
  add(run: EndpointRun): void {
    this.waiting.add(run);
  }

  forget(run: EndpointRun): void {
    this.waiting.delete(run);
    this.touched.delete(run);
  }

  /** Sends as much as may be sent now. */
  pump(): void {
    if (this.isStopping) return;
    for (const lane of [this.answering, this.unproven]) {
      for (let run = this.nextOf(lane); run; run = this.nextOf(lane)) {
        // Behind all others that wait.
        this.waiting.delete(run);
        this.waiting.add(run);
        this.send(run, lane);
      }
    }
  }

  /** What is to be stored, and the endpoints that it is of. */
  get unstored(): { readonly outcomes: Outcomes; readonly touched: readonly EndpointRun[] } {
    const { attempts, retries, ended, touched } = this;
    return {
      outcomes: { attempts: [...attempts], retries: [...retries.values()], ended: [...ended.values()] },
      touched: [...touched],
    };
  }

  /** It is stored; what is not yet stays. */
  stored({ attempts, retries, ended }: Outcomes, touched: readonly EndpointRun[]): void {
    this.attempts = this.attempts.slice(attempts.length);
    for (const retry of retries) if (this.retries.get(keyOf(retry)) === retry) this.retries.delete(keyOf(retry));
    for (const end of ended) this.ended.delete(keyOf(end));
    for (const run of touched) this.touched.delete(run);
  }

  /** Waits for requests that are under way, but not for long; those that are cut are repeated by another worker. */
  async stop(timeoutMs: number): Promise<void> {
    this.isStopping = true;
    const timer = setTimeout(() => this.cut.abort(), timeoutMs);
    await Promise.all(this.underway.values());
    clearTimeout(timer);
  }

  /** Of the main account with the fewest requests under way, the endpoint that has waited longest. */
  private nextOf(lane: DeliveryLane): EndpointRun | undefined {
    if (lane.isFull) return undefined;
    const { clock, hosts } = this.equipment;
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
    const leaveHost = this.equipment.hosts.tryAcquire(run.host);
    const sending = leaveHost && run.take(this.equipment.clock.now());
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
    const { sender, signer, clock } = this.equipment;
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
    count('hooks_deliveries_total', { outcome: typeof outcome === 'string' ? outcome : 'retry' });
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
    // A receiver may echo what it got, and enquiries are deleted from everywhere.
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
