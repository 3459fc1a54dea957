import { anyId } from '@app/schema';
import { problems, versionFor, type Audience, type Versioned } from '@app/http';
import { PageReader, type FacetsValue, type Page } from '@app/lists';
import { inBody, type Dependent } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { listingDependence } from './listing.dependence.js';
import type { ListingFacetsQuery } from './listing-facets.query.js';
import { ListingFacetsRepository } from './listing-facets.repository.js';
import type { ListingsQuery } from './listing.filters.js';
import { VISIBILITY } from './listing-visibility.reads.js';
import { ListingsRepository } from './listings.repository.js';

/** Listings, read-only over HTTP. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly facets: ListingFacetsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: ListingsQuery, audience: Audience): Promise<Page> {
    return await this.pages.read(this.listings.list(query, audience));
  }

  /** How many listings each value of the asked fields has. */
  count(query: ListingFacetsQuery, audience: Audience): Promise<FacetsValue> {
    return this.facets.count(query, audience);
  }

  /** By numeric id, then by object identifier, then by `uniqueID` (D2). @throws NOT_FOUND */
  async read(id: string, audience: Audience): Promise<Versioned & Dependent> {
    if (id.includes('\0')) throw problems.notFound('listing');
    const known = anyId.parse(id);
    const text =
      (known !== undefined && (await this.listings.byIdentifier(known, audience))) ||
      (await this.listings.byUniqueId(id, audience));
    if (!text) throw problems.notFound('listing');
    const { dependence } = VISIBILITY[audience];
    return {
      version: versionFor(audience, 1),
      text,
      dependsOn: inBody((body) => dependence(listingDependence(known, id, body))),
    };
  }
}
