import { RequestValue } from '@app/http';
import type { BundleKind } from '@app/bundles';
import type { FeedMode } from '../intake/feed-report.js';

/** How a feed of the queue is imported. For a sent feed this is decided before its body is read. */
export interface FeedTask {
  /** The account; null: each entry says whose it is, or the feed is a bundle. */
  readonly websiteID: number | null;
  readonly content: 'reaxml' | BundleKind;
  readonly mode: FeedMode;
  readonly isDryRun: boolean;
  /** The name of its file. */
  readonly file: string;
}

/** The task of a request, set by its guard. */
export const feedTask = new RequestValue<FeedTask>('feed task');

/** A feed whose body is stored. */
export class ReceivedFeed {
  constructor(
    readonly uploadID: string,
    readonly hash: string,
    readonly bytes: number,
  ) {}

  /** The text that an idempotency key is compared by: the same bytes are the same request. */
  toJSON(): object {
    return { hash: this.hash, bytes: this.bytes };
  }
}

/** The feed of a request, set when its body is stored. */
export const receivedFeed = new RequestValue<ReceivedFeed>('received feed');
