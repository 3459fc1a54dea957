import { RequestValue } from '@app/http';
import type { BundleKind } from '@app/bundles';
import type { FeedMode } from '../intake/feed-report.js';
import type { FeedScope } from '../intake/feed-scope.js';

/** The import options of a queued feed. For a sent feed, they are known before its body is read. */
export interface FeedTask {
  /** The account; null if each entry names its account, or the feed is a bundle. */
  readonly websiteID: number | null;
  readonly content: 'reaxml' | BundleKind;
  readonly mode: FeedMode;
  readonly scope: FeedScope;
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

  /** The fingerprint for idempotency keys: equal bytes are the same request, compressed or not. */
  toJSON(): object {
    return { hash: this.hash, bytes: this.bytes };
  }
}

/** The feed of a request, set when its body is stored. */
export const receivedFeed = new RequestValue<ReceivedFeed>('received feed');
