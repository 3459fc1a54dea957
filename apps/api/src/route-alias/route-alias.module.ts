import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { routeAlias } from './route-alias.js';

/** The `/v1` overview forms of the contract: other names of the same handlers (D1). */
@Module({})
export class RouteAliasModule implements NestModule {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Before the routes, so that the router sees the canonical path. */
  configure(): void {
    this.host.httpAdapter.use(routeAlias);
  }
}
