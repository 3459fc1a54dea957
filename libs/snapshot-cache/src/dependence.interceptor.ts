import { RequestValue } from '@app/http';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import type { Dependence, Dependent } from './dependence.js';

const dependences = new RequestValue<Dependence>('dependence');

/** What the answer of a request depends on, as its handler has found. */
export const dependenceOf = (request: Request): Dependence | undefined => dependences.get(request);

/** Keeps what a handler's value depends on with the request, before the value becomes text. */
@Injectable()
export class DependenceInterceptor implements NestInterceptor<Dependent, Dependent> {
  intercept(context: ExecutionContext, next: CallHandler<Dependent>): Observable<Dependent> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      tap(({ dependsOn }) => {
        if (dependsOn) dependences.set(request, dependsOn);
      }),
    );
  }
}
