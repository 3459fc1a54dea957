import { mainAccountOf, type Owner } from '@app/concurrency';
import { ALL, type LogOffset } from '@app/cache';
import type { Message } from '../messages/hook-messages.service.js';
import { hostOf } from '../sending/receiving-hosts.js';
import { later } from '@app/changes';
import type { RetriesToBringForward, StateToStore, Retry, StoredEndpoint } from './delivery-store.repository.js';
import { ACTIVE, maySend, type EndpointState } from './endpoint-state.js';

/** An endpoint has no more messages in memory; what comes after them is read from the log when they are sent. */
export const MOST_QUEUED = 50;
/** With more deliveries that are to be tried again, no new ones are tried. */
const MOST_RETRIES = 100;

/** What is sent: a message for the first time, or one that has failed. */
export type Sending = { readonly message: Message; readonly revision: number } | { readonly retry: Retry };

/** An endpoint, and what the worker has for it. */
export class EndpointRun {
  /** An endpoint has one URL for good. */
  readonly host: string;
  endpointState: EndpointState;
  /** Whether its last attempt was a success. */
  hasAnswered: boolean;
  /** Whether changes are queued as they are recorded; else they are read from the log. */
  isLive = false;
  /** Up to where its messages are queued. */
  place: LogOffset;
  /** Up to where they were sent, once. */
  private sent: LogOffset;
  private queue: Message[] = [];
  private readonly retries: Retry[] = [];
  private underway: Sending | undefined;
  private wasRetry = false;
  /** Retries that are in memory, or whose outcome is not stored. */
  readonly pending = new Set<string>();
  openRetries: number;
  private stored: string;
  private recovery: 'test' | 'delivery' | undefined;
  /** Retries that a delivery has brought forward; a message that fails again keeps its own times. */
  private readonly broughtForward = new Set<string>();

  /** @param handled where an endpoint stands that has no place of its own */
  constructor(
    public endpoint: StoredEndpoint,
    handled: LogOffset,
  ) {
    this.host = hostOf(endpoint.url);
    this.endpointState = endpointStateOf(endpoint);
    this.hasAnswered = endpoint.hasAnswered;
    this.place = this.sent = offsetOf(endpoint, handled);
    this.openRetries = endpoint.retries;
    this.stored = JSON.stringify(this.state);
    this.stored = endpoint.cursor ? this.stored : JSON.stringify({ ...this.state, cursor: null });
  }

  get id(): number {
    return this.endpoint.id;
  }

  get websiteID(): number {
    return this.endpoint.websiteID;
  }

  get owner(): Owner {
    return mainAccountOf(this.endpoint);
  }

  get triggers(): readonly string[] {
    return this.endpoint.triggers;
  }

  get isBusy(): boolean {
    return this.underway !== undefined;
  }

  get queued(): number {
    return this.queue.length;
  }

  /** Takes in what the account has changed. What it was told of before goes on, unless the account says otherwise. */
  update(endpoint: StoredEndpoint, handled: LogOffset): void {
    const isTold = endpoint.revision !== this.endpoint.revision;
    this.endpoint = endpoint;
    if (!isTold) return;
    this.endpointState = endpointStateOf(endpoint);
    this.stored = '';
    if (endpoint.cursor) {
      this.place = this.sent = offsetOf(endpoint, handled);
      this.queue = [];
      this.isLive = false;
    }
  }

  add(message: Message): void {
    this.queue.push(message);
    this.place = message.place;
  }

  addRetry(retry: Retry): void {
    this.pending.add(retry.id);
    this.retries.push(retry);
  }

  /** Nothing concerns it up to a place. */
  pass(place: LogOffset): void {
    this.place = later(this.place, place);
    if (this.queue.length === 0 && !this.isFirstUnderway) this.sent = this.place;
  }

  /** Forgets what is queued: it is read again from the log. */
  unload(): void {
    this.queue = [];
    this.retries.length = 0;
    this.pending.clear();
    this.isLive = false;
    this.place =
      this.isFirstUnderway && this.underway && 'message' in this.underway ? this.underway.message.place : this.sent;
  }

  canSend(now: Date): boolean {
    return !this.isBusy && maySend(this.endpointState, now) && (this.retries.length > 0 || this.hasFirst);
  }

  /** Whether more messages could be sent. */
  wants(now: Date): boolean {
    return maySend(this.endpointState, now) && this.openRetries < MOST_RETRIES && this.queue.length === 0;
  }

  /** What is sent next: retries and new messages take turns. */
  take(): Sending | undefined {
    const isRetry = this.retries.length > 0 && !(this.wasRetry && this.hasFirst);
    this.wasRetry = isRetry;
    if (isRetry)
      this.underway = { retry: this.retries.shift()! }; // there is one
    else this.underway = { message: this.queue.shift()!, revision: this.endpoint.revision }; // there is one
    return this.underway;
  }

  /** The attempt has ended. @param isSent false: it was cut */
  done(sending: Sending, isSent: boolean): void {
    this.underway = undefined;
    if (!('message' in sending) || sending.revision !== this.endpoint.revision) return;
    if (isSent)
      this.sent = this.queue.length > 0 || this.endpointState.state === 'disabled' ? sending.message.place : this.place;
  }

  /**
   * The endpoint takes messages again: its retries need not wait.
   * @param by a test message, as often as the owner sends it; or a delivery, which brings each retry forward once
   */
  recover(by: 'test' | 'delivery'): void {
    if (by === 'test') this.endpointState = ACTIVE;
    this.recovery = by;
  }

  /** Names the retries to bring forward, if the endpoint has recovered since the last call. */
  takeRecovery(): RetriesToBringForward | undefined {
    const { recovery, id: hookId } = this;
    this.recovery = undefined;
    return recovery && { hookId, but: recovery === 'test' ? [] : [...this.broughtForward] };
  }

  /** A retry was brought forward. */
  bringForward(messageId: string): void {
    this.broughtForward.add(messageId);
  }

  /** An outcome is stored. @param isOpen whether the message is tried again */
  settle(messageId: string, isOpen: boolean): void {
    this.pending.delete(messageId);
    if (!isOpen) this.broughtForward.delete(messageId);
  }

  /** The state to be stored, if it differs from what is. */
  takeState(): StateToStore | undefined {
    const { state } = this;
    const text = JSON.stringify(state);
    if (text === this.stored) return undefined;
    this.stored = text;
    return state;
  }

  private get state(): StateToStore {
    const follows = this.isLive && this.queue.length === 0 && !this.isFirstUnderway;
    const { xid, id, listing } = this.sent;
    const { id: hookId, revision } = this.endpoint;
    return { ...this.endpointState, hookId, revision, cursor: follows ? null : { xid, id, listing } };
  }

  private get isFirstUnderway(): boolean {
    return this.underway !== undefined && 'message' in this.underway;
  }

  private get hasFirst(): boolean {
    return this.queue.length > 0 && this.openRetries < MOST_RETRIES;
  }
}

/** JSON has times as texts. */
function endpointStateOf({
  endpointState: { failingSince, backoffUntil, ...endpointState },
}: StoredEndpoint): EndpointState {
  return {
    ...endpointState,
    failingSince: failingSince && new Date(failingSince),
    backoffUntil: backoffUntil && new Date(backoffUntil),
  };
}

function offsetOf({ cursor, sinceXid }: StoredEndpoint, handled: LogOffset): LogOffset {
  const since = { log: handled.log, xid: sinceXid, id: 0, listing: ALL };
  return cursor ? { log: handled.log, ...cursor } : later(handled, since);
}
