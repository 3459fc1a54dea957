import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { RouteAliasMiddleware } from './route-alias.middleware.js';

/** The `/v1` overview forms of the contract: aliases of the same handlers (D1). */
@Module({})
export class RouteAliasModule implements NestModule {
  /** For every path: a middleware of `/v1` alone would not see, and so could not change, what it is mounted on. */
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RouteAliasMiddleware).forRoutes('/');
  }
}
