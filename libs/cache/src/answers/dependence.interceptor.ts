import { RequestValue } from '@app/http';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import type { Dependent } from '../invalidation/dependence.js';

const known = new RequestValue<Dependent>('dependence');

/** The dependencies and the name of a handler's value. */
export const knownOf = (request: Request): Dependent => known.get(request) ?? {};

/** Stores the dependencies of a handler's value with the request, before the value becomes text. */
@Injectable()
export class DependenceInterceptor implements NestInterceptor<Dependent, Dependent> {
  intercept(context: ExecutionContext, next: CallHandler<Dependent>): Observable<Dependent> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(tap(({ dependsOn, named }) => known.set(request, { dependsOn, named })));
  }
}
