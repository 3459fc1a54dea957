import { mainAccountOf, type Owner } from '@app/fairness';
import type { LogOffset } from '@app/cache';
import type { Message } from '../messages/hook-messages.service.js';
import { hostOf } from '../sending/receiving-hosts.js';
import type { HookPage } from './hook-log.service.js';
import { ACTIVE, maySend, type EndpointState } from './endpoint-state.js';

/** With this many retries open, no new messages are sent. */
const MOST_RETRIES = 100;
/** How often the lease is renewed when there is nothing else to store. */
const RENEWED_MS = 10_000;

/** An endpoint that a worker has claimed. */
export interface ClaimedEndpoint {
  readonly id: number;
  readonly websiteID: number;
  /** The main account of its account, if it is a sub-account. */
  readonly mainWebsiteID: number | null;
  readonly url: string;
  readonly triggers: readonly string[];
  readonly generation: number;
  readonly rotatedAt: Date | null;
  readonly endpointState: EndpointState;
  /** Whether its last attempt was a success. */
  readonly hasAnswered: boolean;
  /** All messages up to this offset were sent once. */
  readonly cursor: LogOffset;
  readonly revision: number;
  readonly lease: number;
  /** The number of its open retries. */
  readonly retries: number;
}

/** A failed delivery that is repeated. */
export interface Retry {
  readonly hookId: number;
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** Attempts so far. */
  readonly attempts: number;
}

/** A new message, or a retry. */
export type Sending = { readonly message: Message } | { readonly retry: Retry };

/** The recovery of an endpoint, by a test message or a delivery. */
export interface Recovery {
  readonly hookId: number;
  readonly isTest: boolean;
}

/** An endpoint of this worker, with its messages. */
export class EndpointRun {
  /** The URL of an endpoint never changes. */
  readonly host: string;
  readonly owner: Owner;
  endpointState: EndpointState;
  /** Whether its last attempt was a success. */
  hasAnswered: boolean;
  /** Its account has changed it: the worker releases it and claims the new state. */
  isStale = false;
  private isReleased = false;
  /** It is released with messages left: a worker must claim it again. */
  private isLeft = false;
  /** The offset up to which messages were read, and the end of the log at that time. */
  place: LogOffset;
  readTo = 0;
  /** The offset up to which messages were sent once. */
  private sent: LogOffset;
  private page: Message[] = [];
  private readonly retries: Retry[] = [];
  private underway: Sending | undefined;
  private wasRetry = false;
  /** Retries in memory, and retries whose outcome is not stored yet. */
  readonly pending = new Set<string>();
  openRetries: number;
  /** Its recovery, until it is stored. */
  private recovery: Recovery | undefined;
  private storedAt = performance.now();

  constructor(readonly endpoint: ClaimedEndpoint) {
    this.host = hostOf(endpoint.url);
    this.owner = mainAccountOf(endpoint);
    this.endpointState = endpoint.endpointState;
    this.hasAnswered = endpoint.hasAnswered;
    this.place = this.sent = endpoint.cursor;
    this.openRetries = endpoint.retries;
  }

  get id(): number {
    return this.endpoint.id;
  }

  get websiteID(): number {
    return this.endpoint.websiteID;
  }

  get triggers(): readonly string[] {
    return this.endpoint.triggers;
  }

  get isBusy(): boolean {
    return this.underway !== undefined;
  }

  /** Whether its lease must be renewed. */
  get isDue(): boolean {
    return performance.now() - this.storedAt > RENEWED_MS;
  }

  /** Takes the next messages of the log, in order. @param end the end of the log when they were read */
  read({ messages, place, hasNext }: HookPage, end: number): void {
    this.page = [...messages];
    this.place = place;
    if (!hasNext) this.readTo = end;
    if (messages.length === 0) this.sent = place;
  }

  addRetry(retry: Retry): void {
    this.pending.add(retry.id);
    this.retries.push(retry);
  }

  /** Whether its next messages should be read. */
  wants(now: Date): boolean {
    return this.takesFirst(now) && this.page.length === 0 && !this.isBusy;
  }

  canSend(now: Date): boolean {
    const isOpen = !this.isBusy && !this.isStale && maySend(this.endpointState, now);
    return isOpen && (this.retries.length > 0 || (this.page.length > 0 && this.takesFirst(now)));
  }

  /** Whether it is released: it has all messages up to an end of the log, or must not be called now. */
  isFinished(end: number, now: Date): boolean {
    if (this.isBusy) return false;
    if (this.isStale || !maySend(this.endpointState, now)) return true;
    if (this.pending.size > 0) return false;
    return !this.takesFirst(now) || (this.page.length === 0 && this.readTo >= end);
  }

  /** The next message: retries and new messages alternate. */
  take(now: Date): Sending | undefined {
    const hasFirst = this.page.length > 0 && this.takesFirst(now);
    const isRetry = this.retries.length > 0 && !(this.wasRetry && hasFirst);
    this.wasRetry = isRetry;
    const [retry, message] = isRetry ? [this.retries.shift()] : [undefined, this.page.shift()];
    this.underway = retry ? { retry } : message && { message };
    return this.underway;
  }

  /** Ends the attempt. @param isSent false: it was aborted */
  done(sending: Sending, isSent: boolean): void {
    this.underway = undefined;
    if (isSent && 'message' in sending) this.sent = this.page.length > 0 ? sending.message.place : this.place;
  }

  /** Records that a message has arrived after a backoff: its retries are due. */
  recover(): void {
    this.recovery = { hookId: this.id, isTest: false };
  }

  /** Records that a test message has arrived. It ends a backoff that began before. */
  recoverBy(at: Date | null): void {
    const { state, failingSince } = this.endpointState;
    if (state !== 'failing' || !at || !failingSince || at < failingSince) return;
    this.endpointState = ACTIVE;
    this.recovery = { hookId: this.id, isTest: true };
    this.isLeft = true;
  }

  /** The recovery that is not stored yet. */
  get recovered(): Recovery | undefined {
    return this.recovery;
  }

  /** Prepares its state to be stored. @param isReleased whether the worker releases it */
  prepare(isReleased: boolean): void {
    this.isReleased = isReleased;
    this.isLeft = this.isStale;
  }

  get stateToStore() {
    const { endpointState, hasAnswered, isReleased, isLeft, sent: cursor, id: hookId } = this;
    return { ...endpointState, hookId, hasAnswered, cursor, isReleased, isLeft };
  }

  /** Records that its state is stored. @param recovery the stored recovery */
  stored(recovery: Recovery | undefined): void {
    this.storedAt = performance.now();
    if (this.recovery === recovery) this.recovery = undefined;
  }

  private takesFirst(now: Date): boolean {
    return !this.isStale && this.openRetries < MOST_RETRIES && maySend(this.endpointState, now);
  }
}
