import { SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CacheSettings } from './cache.settings.js';
import { SnapshotClock } from './snapshot-clock.js';
import { ResponseCacheInterceptor } from './response-cache.interceptor.js';

/** Provides the snapshot clock and the caches that depend on it. */
@Module({
  providers: [
    SnapshotClock,
    { provide: CacheSettings, useFactory: (settings: CacheSettings) => settings, inject: [SETTINGS] },
    { provide: APP_INTERCEPTOR, useClass: ResponseCacheInterceptor },
  ],
  exports: [SnapshotClock],
})
export class SnapshotCacheModule {}
