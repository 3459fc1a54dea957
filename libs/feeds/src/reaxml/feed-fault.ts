import type { FilePosition } from './feed.types.js';

/** Why a file cannot be read as REAXML. The message goes into the report and contains no credentials of the file. */
export class FeedFault extends Error {
  override readonly name: string = 'FeedFault';

  constructor(
    message: string,
    /** The position; absent when the file cannot be read at all. */
    readonly position?: FilePosition,
  ) {
    super(message);
  }
}

/** A file that is valid REAXML so far but lacks its end: the upload may still be running. */
export class TruncatedFeed extends FeedFault {
  override readonly name = 'TruncatedFeed';
}
