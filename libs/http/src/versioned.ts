import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, tap, type Observable } from 'rxjs';
import type { JsonText } from './media-types.js';
import { contentTagOf, etagOf } from './preconditions.js';

/** A resource as JSON text, with the version for `If-Match`. */
export interface Versioned {
  readonly version: number;
  readonly text: JsonText;
}

/** Sends a versioned resource with its ETag. */
@Injectable()
export class ETagInterceptor implements NestInterceptor<Versioned, JsonText> {
  intercept(context: ExecutionContext, next: CallHandler<Versioned>): Observable<JsonText> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ version, text }) => {
        response.setHeader('ETag', etagOf(version, text));
        return text;
      }),
    );
  }
}

/** Sends a text with an ETag of its contents. */
@Injectable()
export class ContentTagInterceptor implements NestInterceptor<JsonText, JsonText> {
  intercept(context: ExecutionContext, next: CallHandler<JsonText>): Observable<JsonText> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap((text) => response.setHeader('ETag', contentTagOf(text))));
  }
}
