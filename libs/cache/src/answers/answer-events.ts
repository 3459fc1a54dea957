import { channel } from 'node:diagnostics_channel';
import type { Resource } from '../invalidation/change.js';

/**
 * The result of a look-up of a cached response: `hit`, `unchanged` (304), `shared` (the response of a concurrent
 * request), `miss`. `drop` precedes a miss: a change invalidated the response.
 */
export interface AnswerEvent {
  readonly event: 'hit' | 'unchanged' | 'shared' | 'miss' | 'drop';
  /** The resource whose change invalidated the response, if it is known. */
  readonly by?: Resource | undefined;
}

/** The diagnostics channel of these events. */
export const ANSWER_EVENTS = 'agency-directory:answers';

const events = channel(ANSWER_EVENTS);

/** Publishes an event, if the channel has subscribers. */
export function reportAnswer(event: AnswerEvent['event'], by?: Resource): void {
  if (events.hasSubscribers) events.publish({ event, by } satisfies AnswerEvent);
}
