import { RequestValue } from '@app/http';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import type { Dependent } from '../invalidation/dependence.js';

const known = new RequestValue<Dependent>('dependence');

/** What the handler of a request knows of its value. */
export const knownOf = (request: Request): Dependent => known.get(request) ?? {};

/** Keeps what a handler's value depends on with the request, before the value becomes text. */
@Injectable()
export class DependenceInterceptor implements NestInterceptor<Dependent, Dependent> {
  intercept(context: ExecutionContext, next: CallHandler<Dependent>): Observable<Dependent> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(tap(({ dependsOn, named }) => known.set(request, { dependsOn, named })));
  }
}
