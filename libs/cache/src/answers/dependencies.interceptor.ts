import { RequestValue } from '@app/http';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import type { Cacheable } from '../invalidation/dependencies.js';

const known = new RequestValue<Cacheable>('dependencies');

/** The dependencies and the name of a handler's value. */
export const knownOf = (request: Request): Cacheable => known.get(request) ?? {};

/** Stores the dependencies of a handler's value with the request, before the value becomes text. */
@Injectable()
export class DependenciesInterceptor implements NestInterceptor<Cacheable, Cacheable> {
  intercept(context: ExecutionContext, next: CallHandler<Cacheable>): Observable<Cacheable> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(tap(({ dependsOn, versionKey }) => known.set(request, { dependsOn, versionKey })));
  }
}
