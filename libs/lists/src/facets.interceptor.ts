import type { Cacheable } from '@app/cache';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { FacetCounts } from './facet-counts.js';

/** Counts, and their dependencies. */
export interface FacetsValue extends Cacheable {
  readonly counts: FacetCounts;
}

/** Writes the counts of a handler as JSON. */
@Injectable()
export class FacetsInterceptor implements NestInterceptor<FacetsValue, string> {
  intercept(_: ExecutionContext, next: CallHandler<FacetsValue>): Observable<string> {
    return next.handle().pipe(map(({ counts }) => JSON.stringify(counts)));
  }
}
