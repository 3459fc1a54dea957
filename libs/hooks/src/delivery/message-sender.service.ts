import { setMaxListeners } from 'node:events';
import { increment } from '@app/config';
import { mainAccountOf } from '@app/fairness';
import { Injectable } from '@nestjs/common';
import { HookSender, MOST_UNDERWAY, type Reply } from '../sending/hook.sender.js';
import { hostOf, ReceivingHosts, type Sender } from '../sending/receiving-hosts.js';
import { SendingPlaces } from '../sending/sending-places.js';
import { HookSigner } from '../signing/hook.signer.js';
import type { AttemptResult, ClaimedEndpoint, EndpointResult, StoredMessage } from './delivery-store.repository.js';
import { afterAttempt, maySend, type EndpointState } from './endpoint-state.js';
import { HookClock } from './hook-clock.js';

/** A claimed endpoint, with the results since the last write. */
class Claimed implements Sender {
  readonly host: string;
  readonly owner: number;
  readonly queue: StoredMessage[];
  endpointState: EndpointState;
  hasAnswered: boolean;
  isBusy = false;
  isAttempted = false;
  failedAt: Date | null = null;
  isRecovered = false;
  storedAt = performance.now();

  constructor(readonly endpoint: ClaimedEndpoint) {
    this.host = hostOf(endpoint.url);
    this.owner = mainAccountOf(endpoint);
    this.queue = [...endpoint.messages];
    this.endpointState = endpoint.endpointState;
    this.hasAnswered = endpoint.hasAnswered;
  }

  get trust(): Sender['trust'] {
    if (this.hasAnswered) return 'answered';
    return this.endpointState.state === 'failing' ? 'failing' : 'new';
  }
}

/** The time after which a lease is renewed. */
const RENEWED_MS = 1_000;

/** Sends the messages of claimed endpoints, one at a time per endpoint. Owners take turns. */
@Injectable()
export class MessageSender {
  /** By endpoint, the longest waiting first. */
  private readonly claimed = new Map<number, Claimed>();
  private readonly underway = new Set<Promise<void>>();
  private readonly places: SendingPlaces;
  private results: AttemptResult[] = [];
  private cut = new AbortController();
  private isStopping = false;

  constructor(
    private readonly sender: HookSender,
    private readonly signer: HookSigner,
    private readonly clock: HookClock,
    hosts: ReceivingHosts,
  ) {
    this.places = new SendingPlaces(hosts, () => clock.promptMs);
    // All requests listen to this signal; by default Node warns of a leak from the eleventh listener on.
    setMaxListeners(MOST_UNDERWAY, this.cut.signal);
  }

  /** The claimed endpoints. */
  get endpoints(): readonly Pick<Claimed, 'owner' | 'hasAnswered' | 'endpoint'>[] {
    return [...this.claimed.values()];
  }

  add(endpoint: ClaimedEndpoint): void {
    this.claimed.set(endpoint.id, new Claimed(endpoint));
  }

  /** Sends as many messages as the limits allow. */
  pump(): void {
    for (let next = this.next(); next && !this.isStopping; next = this.next()) {
      // Moves the endpoint to the end of the queue.
      this.claimed.delete(next.endpoint.id);
      this.claimed.set(next.endpoint.id, next);
      const sent = this.send(next).finally(() => {
        this.underway.delete(sent);
        this.pump();
      });
      this.underway.add(sent);
    }
  }

  /**
   * The results to store now. Endpoints without a message to send are released. @param isLast releases all endpoints
   */
  collect(isLast = false): { results: readonly AttemptResult[]; endpoints: EndpointResult[] } {
    const due = performance.now() - RENEWED_MS;
    const endpoints = [...this.claimed.values()].flatMap((one): EndpointResult[] => {
      const { endpoint, endpointState, hasAnswered, isAttempted, failedAt, isRecovered } = one;
      const isReleased = isLast || (!one.isBusy && !this.canSend(one));
      // A backoff may end while the endpoint is being released.
      if (isReleased) one.queue.length = 0;
      if (!isAttempted && !isReleased && one.storedAt > due) return [];
      const { id: hookId, lease } = endpoint;
      return [{ ...endpointState, hookId, lease, hasAnswered, isAttempted, failedAt, isRecovered, isReleased }];
    });
    return { results: [...this.results], endpoints };
  }

  /** Records what was stored. @param states the endpoints that this worker still holds */
  stored(
    { results, endpoints }: ReturnType<MessageSender['collect']>,
    states: ReadonlyMap<number, EndpointState>,
  ): void {
    this.results = this.results.slice(results.length);
    for (const { hookId, isReleased } of endpoints) {
      const one = this.claimed.get(hookId);
      const state = states.get(hookId);
      if (!one) continue;
      // A request in progress ends first, because an endpoint gets one message at a time.
      if (isReleased || !state) this.claimed.delete(hookId);
      // An attempt may have ended while the others were being stored.
      const isKnown = !this.results.some((result) => result.hookId === hookId);
      if (state && isKnown) {
        one.endpointState = state;
        one.isAttempted = one.isRecovered = false;
        one.failedAt = null;
      }
      one.storedAt = performance.now();
    }
  }

  /** Waits for requests in progress until a timeout, then aborts them; another worker repeats aborted requests. */
  async stop(timeoutMs: number): Promise<void> {
    this.isStopping = true;
    const timer = setTimeout(() => this.cut.abort(), timeoutMs);
    while (this.underway.size > 0) await Promise.all(this.underway);
    clearTimeout(timer);
  }

  /** Discards all state, because another server, which may be behind it, has taken over. */
  async abandon(): Promise<void> {
    await this.stop(0);
    this.claimed.clear();
    this.results = [];
    this.cut = new AbortController();
    setMaxListeners(MOST_UNDERWAY, this.cut.signal);
    this.isStopping = false;
  }

  private canSend({ queue, endpointState }: Claimed): boolean {
    return queue.length > 0 && maySend(endpointState, this.clock.now());
  }

  /**
   * Selects an endpoint of the owner with the fewest requests in progress, preferably one whose last attempt succeeded.
   */
  private next(): Claimed | undefined {
    let best: Claimed | undefined;
    const rank = (one: Claimed): number => 2 * this.places.heldBy(one.owner) + (one.hasAnswered ? 0 : 1);
    for (const one of this.claimed.values()) {
      if (one.isBusy || !this.canSend(one) || (best && rank(one) >= rank(best))) continue;
      if (this.places.admits(one.host, one)) best = one;
    }
    return best;
  }

  private async send(one: Claimed): Promise<void> {
    const message = one.queue.shift()!; // `canSend` has checked that there is one
    const leave = this.places.enter(one.host, one);
    one.isBusy = true;
    const [at, begun] = [this.clock.now(), performance.now()];
    try {
      const reply = await this.request(one.endpoint, message, at);
      if (reply) this.conclude(one, message, { at, reply, durationMs: Math.round(performance.now() - begun) });
    } finally {
      one.isBusy = false;
      leave();
    }
  }

  /** @returns undefined if the request was aborted */
  private async request(endpoint: ClaimedEndpoint, { id, body }: StoredMessage, at: Date): Promise<Reply | undefined> {
    const { signal } = this.cut;
    try {
      const headers = { ...(await this.signer.headersOf(endpoint, { id, at, body })) };
      return await this.sender.send(endpoint.url, headers, body, signal);
    } catch {
      return signal.aborted
        ? undefined
        : { status: null, excerpt: '', reason: 'the message could not be sent', retryAfterMs: null };
    }
  }

  private conclude(
    one: Claimed,
    { row, id, type, attempts }: StoredMessage,
    { at, reply, durationMs }: { readonly at: Date; readonly reply: Reply; readonly durationMs: number },
  ): void {
    const number = attempts + 1;
    const now = this.clock.now();
    const before = one.endpointState;
    const { endpointState, outcome } = afterAttempt(before, { number, reply, now, chance: this.clock.chance() });
    const isDelivered = outcome === 'delivered';
    one.endpointState = endpointState;
    one.hasAnswered = isDelivered;
    one.isAttempted = true;
    one.failedAt = isDelivered ? null : now;
    one.isRecovered ||= isDelivered && before.state === 'failing' && before.backoffUntil !== null;
    increment('hooks_deliveries_total', { outcome: typeof outcome === 'string' ? outcome : 'retry' });
    this.results.push({
      row,
      hookId: one.endpoint.id,
      id,
      type,
      at,
      attempt: number,
      status: reply.status,
      durationMs,
      reply: storedReply(type, reply),
      nextAt: typeof outcome === 'string' ? null : outcome.retryAt,
    });
  }
}

/** Messages with personal data: a receiver may echo the data, which must not remain after its deletion. */
const PERSONAL: ReadonlySet<string> = new Set(['enquiry-created', 'search-matched']);

const storedReply = (type: string, { reason, excerpt }: Reply): string =>
  (reason ?? (PERSONAL.has(type) ? '' : excerpt)).toWellFormed().replaceAll('\0', '');
