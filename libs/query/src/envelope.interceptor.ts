import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { pageLinks } from './envelope.js';
import type { Page } from './page.js';

/** Puts a page into its envelope, and its neighbours into the `Link` header (D7). */
export class EnvelopeInterceptor implements NestInterceptor<Page, string> {
  constructor(private readonly write: (page: Page) => string) {}

  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<string> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((page) => {
        const { originalUrl } = http.getRequest<Request>();
        http.getResponse<Response>().setHeader('Link', pageLinks(page, originalUrl));
        return this.write(page);
      }),
    );
  }
}
