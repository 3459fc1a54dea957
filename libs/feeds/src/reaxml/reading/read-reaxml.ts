import { FeedFault, TruncatedFeed } from '../feed-fault.js';
import type { FeedEntry, FeedProblem } from '../feed.types.js';
import { EntryBuilder } from './entry-builder.js';
import { parseReaxml } from './reaxml-parser.js';

/**
 * The listings of a REAXML file as they come, each a small tree: a file of any size is read in little memory. A fatal
 * problem is the last thing that comes; by then entries may have been handed out, so whoever must not apply half a file
 * asks `checkReaxml` first. Errors of the source itself are thrown.
 */
export async function* readReaxml(source: AsyncIterable<Uint8Array>): AsyncGenerator<FeedEntry | FeedProblem> {
  const builder = new EntryBuilder();
  try {
    for await (const _ of parseReaxml(source, builder)) yield* builder.take();
  } catch (error) {
    yield* builder.take();
    yield fatalProblem(error, builder.completed);
    return;
  }
  yield* builder.take();
  yield* builder.leftOver();
}

function fatalProblem(error: unknown, completed: number): FeedProblem {
  if (!(error instanceof FeedFault)) throw error;
  const where = completed > 0 ? ` (behind entry ${completed})` : '';
  const isTruncated = error instanceof TruncatedFeed;
  const { line, column } = error.position ?? { line: 1, column: 1 };
  const problem = `${error.message}${where}`;
  return { kind: 'file-problem', fatal: true, isTruncated, line, column, problem, done: '' };
}

/** What a first look at a file says. */
export interface FeedCheck {
  /** How many listing elements it has, up to the problem if there is one. */
  readonly entries: number;
  /** Why it is to be rejected whole. */
  readonly problem?: FeedProblem;
}

/** Whether a file is REAXML from its first byte to its last; quicker than reading it, for it makes no trees. */
export async function checkReaxml(source: AsyncIterable<Uint8Array>): Promise<FeedCheck> {
  let entries = 0;
  let depth = 0;
  const counter = {
    open: () => void (depth += 1),
    text: () => undefined,
    close: () => void (entries += (depth -= 1) === 0 ? 1 : 0),
    note: () => undefined,
  };
  try {
    for await (const _ of parseReaxml(source, counter));
    return { entries };
  } catch (error) {
    return { entries, problem: fatalProblem(error, entries) };
  }
}
