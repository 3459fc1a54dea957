import { mainAccountOf, type Owner } from '@app/process';
import type { LogOffset } from '@app/cache';
import type { Message } from '../messages/hook-messages.service.js';
import { hostOf } from '../sending/receiving-hosts.js';
import type { HookPage } from './hook-log.service.js';
import { ACTIVE, maySend, type EndpointState } from './endpoint-state.js';

/** With more deliveries that are to be tried again, no new ones are tried. */
const MOST_RETRIES = 100;
/** The lease is renewed so often, though there is nothing to store. */
const RENEWED_MS = 10_000;

/** An endpoint that a worker has taken. */
export interface ClaimedEndpoint {
  readonly id: number;
  readonly websiteID: number;
  /** The main account of its account, whose listings it may show. */
  readonly mainWebsiteID: number | null;
  readonly url: string;
  readonly triggers: readonly string[];
  readonly generation: number;
  readonly rotatedAt: Date | null;
  readonly endpointState: EndpointState;
  /** Whether its last attempt was a success. */
  readonly hasAnswered: boolean;
  /** Up to where in the log it was sent everything once. */
  readonly cursor: LogOffset;
  readonly revision: number;
  readonly lease: number;
  /** How many of its deliveries are to be tried again. */
  readonly retries: number;
}

/** A delivery that is tried again. */
export interface Retry {
  readonly hookId: number;
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** Attempts so far. */
  readonly attempts: number;
}

/** What is sent: a message for the first time, or one that has failed. */
export type Sending = { readonly message: Message } | { readonly retry: Retry };

/** That an endpoint has recovered: by a test message, or by a delivery. */
export interface Recovery {
  readonly hookId: number;
  readonly isTest: boolean;
}

/** An endpoint that this worker has, and what it sends to it. */
export class EndpointRun {
  /** An endpoint has one URL for good. */
  readonly host: string;
  readonly owner: Owner;
  endpointState: EndpointState;
  /** Whether its last attempt was a success. */
  hasAnswered: boolean;
  /** Its account has told something: it is given back, and taken again as it is then. */
  isTold = false;
  private isReleased = false;
  /** It is given back before it has everything: a worker is to look at it again. */
  private isLeft = false;
  /** Up to where its messages were read, and to which end of the log they were. */
  place: LogOffset;
  readTo = 0;
  /** Up to where they were sent, once. */
  private sent: LogOffset;
  private page: Message[] = [];
  private readonly retries: Retry[] = [];
  private underway: Sending | undefined;
  private wasRetry = false;
  /** Retries that are in memory, or whose outcome is not stored. */
  readonly pending = new Set<string>();
  openRetries: number;
  /** That it has recovered, until that is stored. */
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

  /** Whether its lease ends before the next one would be stored. */
  get isDue(): boolean {
    return performance.now() - this.storedAt > RENEWED_MS;
  }

  /** The next messages of the log, in order. @param end the end of the log when they were read */
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

  /** Whether its next messages are to be read. */
  wants(now: Date): boolean {
    return this.takesFirst(now) && this.page.length === 0 && !this.isBusy;
  }

  canSend(now: Date): boolean {
    const isOpen = !this.isBusy && !this.isTold && maySend(this.endpointState, now);
    return isOpen && (this.retries.length > 0 || (this.page.length > 0 && this.takesFirst(now)));
  }

  /** Whether it is given back: it has everything up to an end of the log, or nothing may be sent to it now. */
  isFinished(end: number, now: Date): boolean {
    if (this.isBusy) return false;
    if (this.isTold || !maySend(this.endpointState, now)) return true;
    if (this.pending.size > 0) return false;
    return !this.takesFirst(now) || (this.page.length === 0 && this.readTo >= end);
  }

  /** What is sent next: retries and new messages take turns. */
  take(now: Date): Sending | undefined {
    const hasFirst = this.page.length > 0 && this.takesFirst(now);
    const isRetry = this.retries.length > 0 && !(this.wasRetry && hasFirst);
    this.wasRetry = isRetry;
    const [retry, message] = isRetry ? [this.retries.shift()] : [undefined, this.page.shift()];
    this.underway = retry ? { retry } : message && { message };
    return this.underway;
  }

  /** The attempt has ended. @param isSent false: it was cut */
  done(sending: Sending, isSent: boolean): void {
    this.underway = undefined;
    if (isSent && 'message' in sending) this.sent = this.page.length > 0 ? sending.message.place : this.place;
  }

  /** A message has arrived after a pause: its retries need not wait. */
  recover(): void {
    this.recovery = { hookId: this.id, isTest: false };
  }

  /** A test message has arrived at a time. It ends a pause that began before. */
  recoverBy(at: Date | null): void {
    const { state, failingSince } = this.endpointState;
    if (state !== 'failing' || !at || !failingSince || at < failingSince) return;
    this.endpointState = ACTIVE;
    this.recovery = { hookId: this.id, isTest: true };
    this.isLeft = true;
  }

  /** Whether the endpoint has recovered, and that is not stored. */
  get recovered(): Recovery | undefined {
    return this.recovery;
  }

  /** Its state is about to be stored. @param isReleased whether it is given back with that */
  prepare(isReleased: boolean): void {
    this.isReleased = isReleased;
    this.isLeft = this.isTold;
  }

  get stateToStore() {
    const { endpointState, hasAnswered, isReleased, isLeft, sent: cursor, id: hookId } = this;
    return { ...endpointState, hookId, hasAnswered, cursor, isReleased, isLeft };
  }

  /** Its state is stored. @param recovery that of it */
  stored(recovery: Recovery | undefined): void {
    this.storedAt = performance.now();
    if (this.recovery === recovery) this.recovery = undefined;
  }

  private takesFirst(now: Date): boolean {
    return !this.isTold && this.openRetries < MOST_RETRIES && maySend(this.endpointState, now);
  }
}
