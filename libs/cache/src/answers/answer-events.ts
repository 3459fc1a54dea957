import { channel } from 'node:diagnostics_channel';
import type { Resource } from '../invalidation/change.js';

/**
 * What became of a request for an answer that could be cached: `hit`, `unchanged` (304 by the tag alone), `shared` (the
 * answer of another request that was underway), `miss`. Before a miss, `drop`: the answer was there, and a change could
 * concern it.
 */
export interface AnswerEvent {
  readonly event: 'hit' | 'unchanged' | 'shared' | 'miss' | 'drop';
  /** Of a drop: what was changed; absent when that is not known. */
  readonly by?: Resource | undefined;
}

/** The channel of these events, for whoever counts them in this process. */
export const ANSWER_EVENTS = 'agency-directory:answers';

const events = channel(ANSWER_EVENTS);

/** It costs nothing while nobody listens. */
export function noteAnswer(event: AnswerEvent['event'], by?: Resource): void {
  if (events.hasSubscribers) events.publish({ event, by } satisfies AnswerEvent);
}
