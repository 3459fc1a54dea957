import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { SnapshotClock } from './snapshot-clock.js';
import { ResponseCacheInterceptor } from './response-cache.interceptor.js';

/** What is committed, and what was answered since. */
@Module({
  providers: [SnapshotClock, { provide: APP_INTERCEPTOR, useClass: ResponseCacheInterceptor }],
  exports: [SnapshotClock],
})
export class SnapshotCacheModule {}
