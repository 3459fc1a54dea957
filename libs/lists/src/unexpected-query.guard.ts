import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TAKES_QUERY } from './documented.js';
import { readQuery } from './read-query.js';

class NoParameters {}

/**
 * Rejects parameters of a handler that has none (D3): on the read of one resource they would fill the cache with copies, and `?dryRun=true`
 * of a write would be ignored. Health probes and pictures take any.
 */
@Injectable()
export class UnexpectedQueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws INVALID_PARAMETERS */
  canActivate(context: ExecutionContext): boolean {
    const { url, query } = context.switchToHttp().getRequest<Request>();
    if (!url.includes('?') || !url.startsWith('/api/')) return true;
    if (!this.reflector.get<boolean | undefined>(TAKES_QUERY, context.getHandler())) readQuery(NoParameters, query);
    return true;
  }
}
