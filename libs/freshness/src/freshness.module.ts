import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Moments } from './moments.js';
import { RememberInterceptor } from './remember.interceptor.js';

/** What is committed, and what was answered since. */
@Global()
@Module({
  providers: [Moments, { provide: APP_INTERCEPTOR, useClass: RememberInterceptor }],
  exports: [Moments],
})
export class FreshnessModule {}
