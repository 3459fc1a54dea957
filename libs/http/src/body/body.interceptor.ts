import { SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { readJsonBody } from './read-json-body.js';

/**
 * Reads the body for handlers that take one: after all guards, before the pipes. No other code reads bodies (ADR 13).
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = await readJsonBody(request, http.getResponse<Response>(), this.settings.bodySeconds);
    return next.handle();
  }
}
