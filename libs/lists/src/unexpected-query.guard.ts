import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TAKES_QUERY } from './documented.js';
import { readQuery } from './read-query.js';

class NoParameters {}

/**
 * Rejects query parameters for handlers that declare none (D3). On single reads they would fill the cache with copies,
 * and `?dryRun=true` on a write would be ignored. Health probes and pictures accept any parameters.
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
