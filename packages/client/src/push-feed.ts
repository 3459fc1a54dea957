import { pushFeed as pushText, type Options } from './generated/sdk.gen.js';
import type { PushFeedData } from './generated/types.gen.js';

/** A feed as text, bytes or a file. */
export type PushFeedOptions = Omit<Options<PushFeedData, true>, 'body'> & {
  readonly body: string | Blob | ArrayBuffer;
};

/** Sends a feed: REAXML, or lines of a bundle with the header `content-type: application/x-ndjson`. */
export const pushFeed = (options: PushFeedOptions): ReturnType<typeof pushText<true>> =>
  // The generated operation would encode the feed as a JSON string.
  pushText({ ...options, body: options.body as string, bodySerializer: null });
