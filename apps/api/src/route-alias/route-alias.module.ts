import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { RouteAliasMiddleware } from './route-alias.middleware.js';

/** The `/v1` paths of the contract, aliases of the same handlers (D1). */
@Module({})
export class RouteAliasModule implements NestModule {
  /** Applies to every path: mounted at `/v1`, the middleware would not see that prefix and could not change it. */
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RouteAliasMiddleware).forRoutes('/');
  }
}
