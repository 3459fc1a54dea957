import type { FilePosition } from './feed.types.js';

/** Why a file cannot be read as REAXML; the message is for the report, and holds nothing of the file's credentials. */
export class FeedFault extends Error {
  override readonly name: string = 'FeedFault';

  constructor(
    message: string,
    /** Where; absent when the file can't be read at all. */
    readonly position?: FilePosition,
  ) {
    super(message);
  }
}

/** A file that is REAXML as far as it goes, but lacks its end: it may still be on its way. */
export class TruncatedFeed extends FeedFault {
  override readonly name = 'TruncatedFeed';
}
