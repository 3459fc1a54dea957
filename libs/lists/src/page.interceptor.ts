import { SnapshotClock } from '@app/snapshot-cache';
import { linkTo } from '@app/http';
import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { pageLinks } from './envelope.js';
import type { ListQuery } from './list-query.js';
import { PageReader } from './page-reader.js';
import type { Page } from './page.js';

const ENVELOPE = 'envelope';

/** What a handler's pages are sent in. */
export const Envelope = (write: (page: Page) => Buffer): MethodDecorator => SetMetadata(ENVELOPE, write);

/** Reads the page that was asked of a list, and puts it into its envelope, its neighbours into the `Link` header (D7). */
@Injectable()
export class PageInterceptor implements NestInterceptor<ListQuery, Buffer> {
  constructor(
    private readonly pages: PageReader,
    private readonly clock: SnapshotClock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<ListQuery>): Observable<Buffer> {
    const write = this.reflector.get<(page: Page) => Buffer>(ENVELOPE, context.getHandler());
    const http = context.switchToHttp();
    return next.handle().pipe(
      mergeMap(async (list) => {
        const request = http.getRequest<Request>();
        const page = await this.pages.read(list, await this.clock.of(request));
        const links = pageLinks(page, linkTo(request, request.originalUrl));
        if (links) http.getResponse<Response>().setHeader('Link', links);
        return write(page);
      }),
    );
  }
}
