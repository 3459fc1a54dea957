import { CALENDAR_TYPE, GEO_JSON_TYPE, HandlerValue, isOfType, linkTo } from '@app/http';
import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, mergeMap, type Observable } from 'rxjs';
import type { Cacheable } from '@app/cache';
import { geoEnvelope, pageLinks } from './envelope.js';
import type { Page } from './page.js';
import type { FacetCounts } from './facet-counts.js';

/** Counts and their cache dependencies. */
export interface CountsValue<Counts extends object> extends Cacheable {
  readonly counts: Counts;
}

export type FacetsValue = CountsValue<FacetCounts>;

/** Writes the counts of a handler as JSON. */
@Injectable()
export class CountsInterceptor implements NestInterceptor<CountsValue<object>, string> {
  intercept(_: ExecutionContext, next: CallHandler<CountsValue<object>>): Observable<string> {
    return next.handle().pipe(map(({ counts }) => JSON.stringify(counts)));
  }
}

const ENVELOPE = 'envelope';

/** Declares the envelope of a handler's pages. */
export const Envelope = (write: (page: Page) => string): MethodDecorator => SetMetadata(ENVELOPE, write);

/** Writes a handler's page into its envelope, and the links to other pages into the `Link` header (D7). */
@Injectable()
export class PageInterceptor implements NestInterceptor<Page, string> {
  private readonly envelope = new HandlerValue((context) =>
    this.reflector.get<(page: Page) => string>(ENVELOPE, context.getHandler()),
  );

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<string> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const write = isOfType(response, GEO_JSON_TYPE) ? geoEnvelope : this.envelope.of(context);
    const pages = next.handle();
    if (isOfType(response, CALENDAR_TYPE))
      return pages.pipe(mergeMap((page) => page.calendar?.() ?? Promise.resolve(write(page))));
    return pages.pipe(
      map((page) => {
        const request = http.getRequest<Request>();
        // A link cannot repeat a body.
        const links = request.method === 'POST' ? '' : pageLinks(page, linkTo(request, request.originalUrl));
        if (links) response.setHeader('Link', links);
        return write(page);
      }),
    );
  }
}
