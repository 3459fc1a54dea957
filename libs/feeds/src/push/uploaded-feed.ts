import { FeedSource } from '../intake/feed-source.js';
import type { FeedUploadsRepository, WaitingFeed } from './feed-uploads.repository.js';

/** A feed that was sent. */
export class UploadedFeed extends FeedSource {
  readonly name: string;
  readonly bytes: number;

  constructor(
    private readonly feed: WaitingFeed,
    private readonly uploads: FeedUploadsRepository,
    private readonly giveWay: () => Promise<void>,
  ) {
    super();
    this.name = feed.file;
    this.bytes = feed.bytes;
  }

  /** The next chunk is read while one is used. */
  override async *chunks(): AsyncGenerator<Buffer> {
    const { uploadID } = this.feed;
    let next = this.uploads.chunk(uploadID, 0);
    for (let position = 1; ; position += 1) {
      const chunk = await next;
      if (!chunk) return;
      next = this.uploads.chunk(uploadID, position);
      // An error is thrown when the chunk is awaited.
      next.catch(() => undefined);
      if (this.feed.content === 'reaxml') await this.giveWay();
      yield chunk;
    }
  }
}
