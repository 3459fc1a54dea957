import { SETTINGS, type Settings } from '@app/config';
import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AnswerCache } from './bodies/answer-cache.js';
import { CachedTotals } from './answers/cached-totals.js';
import { SnapshotClock } from './clock/snapshot-clock.js';
import { ResponseCacheInterceptor } from './answers/response-cache.interceptor.js';

const MB = 1024 * 1024;

/** Provides the snapshot clock and the caches that depend on it. */
@Module({
  providers: [
    SnapshotClock,
    CachedTotals,
    {
      provide: AnswerCache,
      useFactory: ({ ring }: SnapshotClock, { responseCacheMb }: Settings) =>
        new AnswerCache(ring, responseCacheMb * MB),
      inject: [SnapshotClock, SETTINGS],
    },
    { provide: APP_INTERCEPTOR, useClass: ResponseCacheInterceptor },
  ],
  exports: [SnapshotClock, CachedTotals],
})
export class CacheModule {}
