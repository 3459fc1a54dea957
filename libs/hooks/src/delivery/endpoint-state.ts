import type { Reply } from '../sending/hook.sender.js';

/** The state of an endpoint. */
export interface EndpointState {
  readonly state: 'active' | 'failing' | 'disabled';
  /** Why it is disabled. */
  readonly reason: string | null;
  /** The number of failed attempts since the last success. */
  readonly failures: number;
  readonly failingSince: Date | null;
  /** No message is sent to the endpoint before this time. */
  readonly backoffUntil: Date | null;
}

/** The state of a delivery after an attempt. */
export type DeliveryOutcome = 'delivered' | 'dead' | { readonly retryAt: Date };

export const ACTIVE: EndpointState = {
  state: 'active',
  reason: null,
  failures: 0,
  failingSince: null,
  backoffUntil: null,
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY_MS = 24 * HOUR;

/** The delays after each attempt (B16); three days and three hours in total. */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Maximum number of stored messages per endpoint; later changes wait in the log. */
export const MOST_STORED = 100;
/** Maximum number of log entries read at a time; an endpoint must have room for as many messages. */
export const MOST_READ = 50;
/** Delays vary by this fraction, to spread retries. */
const JITTER = 0.2;
/** The number of consecutive failures after which an endpoint backs off. */
export const FAILURES_BEFORE_BACKOFF = 5;
export const MOST_PATIENT_MS = 5 * DAY_MS;
/** The longest `Retry-After` that is respected. */
const LONGEST_WAIT_MS = DAY_MS;

export const GONE = 'The receiver responded with 410.';
export const FAILED = 'All attempts have failed for five days.';

/** An attempt and its reply. */
export interface Attempt {
  /** The number of the attempt for its message, from 1. */
  readonly number: number;
  readonly reply: Pick<Reply, 'status' | 'retryAfterMs'>;
  readonly now: Date;
  /** A random number from 0 to 1. */
  readonly chance: number;
}

/** Whether a receiver has accepted a message. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** The backoff after a number of consecutive failures, in milliseconds. */
export const backoffMs = (failures: number): number =>
  RETRY_MS[Math.min(failures - FAILURES_BEFORE_BACKOFF, RETRY_MS.length - 1)] ?? 0;

/** The new state of an endpoint, and the outcome for the message, after an attempt. */
export function afterAttempt(
  endpointState: EndpointState,
  attempt: Attempt,
): { endpointState: EndpointState; outcome: DeliveryOutcome } {
  const { number, reply, now } = attempt;
  const { status } = reply;
  if (isSuccess(status)) {
    // An endpoint that was disabled during the request stays disabled.
    return { endpointState: endpointState.state === 'disabled' ? endpointState : ACTIVE, outcome: 'delivered' };
  }
  const delay = RETRY_MS[number - 1];
  const outcome = delay === undefined ? 'dead' : { retryAt: waiting(delay, attempt) };
  if (endpointState.state === 'disabled') return { endpointState, outcome };
  const failures = endpointState.failures + 1;
  const backoff = backoffMs(failures);
  const asks = reply.retryAfterMs !== null;
  const failing: EndpointState = {
    state: 'failing',
    reason: null,
    failures,
    failingSince: endpointState.failingSince ?? now,
    backoffUntil: backoff > 0 || asks ? waiting(backoff, attempt) : null,
  };
  return {
    endpointState: status === 410 ? { ...failing, state: 'disabled', reason: GONE } : afterTime(failing, now),
    outcome,
  };
}

/** Disables an endpoint after five days without a success. */
export function afterTime(endpointState: EndpointState, now: Date): EndpointState {
  const { state, failingSince } = endpointState;
  if (state !== 'failing' || !failingSince || now.getTime() - failingSince.getTime() < MOST_PATIENT_MS)
    return endpointState;
  return { ...endpointState, state: 'disabled', reason: FAILED, backoffUntil: null };
}

/** Whether messages may be sent to an endpoint. */
export const maySend = ({ state, backoffUntil }: EndpointState, now: Date): boolean =>
  state !== 'disabled' && (backoffUntil === null || backoffUntil <= now);

/** The time after a delay with jitter, or after `Retry-After` if that is later. */
function waiting(delay: number, { reply, now, chance }: Attempt): Date {
  const varied = delay * (1 + JITTER * (2 * chance - 1));
  const asked = Math.min(reply.retryAfterMs ?? 0, LONGEST_WAIT_MS);
  return new Date(now.getTime() + Math.max(varied, asked));
}
