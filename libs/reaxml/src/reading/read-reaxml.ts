import { FeedFault, TruncatedFeed, type FeedEntry, type FeedProblem } from '../feed.types.js';
import { EntryBuilder } from './entry-builder.js';
import { ReaxmlParser } from './reaxml-parser.js';
import { decodeXml } from '../xml/decode-xml.js';

/**
 * Reads the listings of a REAXML file as a stream, each as a small tree: memory does not grow with the file. A fatal
 * problem is the last item, and entries may have been yielded before it: call `checkReaxml` first if half a file must
 * not be imported. Errors of the source are thrown.
 */
export async function* readReaxml(source: AsyncIterable<Uint8Array>): AsyncGenerator<FeedEntry | FeedProblem> {
  const builder = new EntryBuilder();
  try {
    const parser = new ReaxmlParser(builder);
    for await (const piece of decodeXml(source)) {
      parser.push(piece);
      yield* builder.take();
    }
    parser.end();
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

/** Result of the check of a file. */
export interface FeedCheck {
  /** Number of listing elements, up to the problem if there is one. */
  readonly entries: number;
  /** The reason for rejecting the whole file. */
  readonly problem?: FeedProblem;
}

/** Checks that a file is REAXML from the first byte to the last. */
export async function checkReaxml(source: AsyncIterable<Uint8Array>): Promise<FeedCheck> {
  let entries = 0;
  for await (const one of readReaxml(source)) {
    if (one.kind === 'entry') entries += 1;
    else if (one.fatal) return { entries, problem: one };
  }
  return { entries };
}
