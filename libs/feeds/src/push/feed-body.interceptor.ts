import { createHash } from 'node:crypto';
import { ConcurrencyLimit, type Owner } from '@app/fairness';
import { SETTINGS, type Settings } from '@app/config';
import { ownerOf, problems, streamBody, type Problem } from '@app/http';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { FeedUploadsRepository } from './feed-uploads.repository.js';
import { ReceivedFeed, receivedFeed } from './received-feed.js';
import { SentFeedsJob } from './sent-feeds.job.js';

/** The largest feed. */
export const FEED_MEGABYTES = 100;
/** The size of a stored piece, and the memory that an arriving feed takes. */
const CHUNK_BYTES = 512 * 1024;
/** Feeds that arrive at the same time. */
const ARRIVING = { total: 32, perAccount: 4, forOperator: 4 };

/**
 * Receives the body of a feed, before the handler is called: it is stored piece by piece, so memory does not grow with it,
 * and no connection waits for a slow sender.
 */
@Injectable()
export class FeedBodyInterceptor implements NestInterceptor {
  private readonly arriving = new ConcurrencyLimit(ARRIVING);

  constructor(
    private readonly uploads: FeedUploadsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly job: SentFeedsJob,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const owner = ownerOf(request);
    if (!this.arriving.tryAcquire(owner)) throw this.refusalOf(owner);
    let id: string | undefined;
    try {
      id = await this.uploads.begin();
      const received = await this.receive(id, request, http.getResponse<Response>());
      receivedFeed.set(request, received);
      request.body = received;
      const answer: unknown = await lastValueFrom(next.handle());
      this.job.wake();
      return of(answer);
    } finally {
      this.arriving.release(owner);
      // An upload without a run did not arrive, or its idempotency key was used by an earlier request. The job prunes it if
      // it cannot be deleted now.
      if (id) await this.uploads.discard(id).catch(() => undefined);
    }
  }

  private refusalOf(owner: Owner): Problem {
    const isOwn = this.arriving.isExhausted(owner);
    return isOwn
      ? problems.tooManyFeeds(ARRIVING.perAccount)
      : problems.unavailable(new Error('Too many feeds are arriving'));
  }

  private async receive(id: string, request: Request, response: Response): Promise<ReceivedFeed> {
    const hash = createHash('sha256');
    const limits = { megabytes: FEED_MEGABYTES, seconds: this.settings.bodySeconds };
    // One buffer for all chunks: a body may arrive a byte at a time.
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let [bytes, held, position] = [0, 0, 0];
    const flush = async () => {
      if (held > 0) await this.uploads.addChunk(id, position++, chunk.subarray(0, held));
      held = 0;
    };
    for await (const piece of streamBody(request, response, limits)) {
      hash.update(piece);
      bytes += piece.length;
      for (let at = 0; at < piece.length;) {
        const copied = piece.copy(chunk, held, at);
        at += copied;
        held += copied;
        if (held === CHUNK_BYTES) await flush();
      }
    }
    await flush();
    if (bytes === 0) throw problems.malformedRequest('The request has no feed in its body.');
    return new ReceivedFeed(id, hash.digest('hex'), bytes);
  }
}
