import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { SnapshotClock } from './snapshot-clock.js';
import { ResponseCacheInterceptor } from './response-cache.interceptor.js';

/** Provides the snapshot clock and the caches that depend on it. */
@Module({
  providers: [SnapshotClock, { provide: APP_INTERCEPTOR, useClass: ResponseCacheInterceptor }],
  exports: [SnapshotClock],
})
export class SnapshotCacheModule {}
