import { anyId } from '@app/schema';
import { problems, PUBLIC_VERSION, type Audience, type Versioned } from '@app/http';
import { PageReader, type FacetsValue, type Page } from '@app/lists';
import { inBody, type Dependent } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
import { listingDependence } from './listing.dependence.js';
import type { ListingFacetsQuery } from './listing-facets.query.js';
import { ListingFacetsRepository } from './listing-facets.repository.js';
import type { ListingsQuery } from './listing.filters.js';
import { ListingsRepository } from './listings.repository.js';
import { forPublic } from './public-listing.dependence.js';
import { PublicListingsRepository } from './public-listings.repository.js';

/** Listings, read-only over HTTP. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly publicListings: PublicListingsRepository,
    private readonly facets: ListingFacetsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: ListingsQuery, audience: Audience): Promise<Page> {
    if (audience === 'public') return await this.pages.read(this.publicListings.list(query));
    return await this.pages.read(this.listings.list(query));
  }

  /** How many listings each value of the asked fields has. */
  count(query: ListingFacetsQuery, audience: Audience): Promise<FacetsValue> {
    return this.facets.count(query, audience);
  }

  /** By numeric id, then by object identifier, then by `uniqueID` (D2). @throws NOT_FOUND */
  async read(text: string, audience: Audience): Promise<Versioned & Dependent> {
    if (text.includes('\0')) throw problems.notFound('listing');
    const id = anyId.parse(text);
    const listings = audience === 'public' ? this.publicListings : this.listings;
    const found = (id !== undefined && (await listings.byIdentifier(id))) || (await listings.byUniqueId(text));
    if (!found) throw problems.notFound('listing');
    const dependence = (body: string) => listingDependence(id, text, body);
    return audience === 'public'
      ? { version: PUBLIC_VERSION, text: found, dependsOn: inBody((body) => forPublic(dependence(body))) }
      : { version: 1, text: found, dependsOn: inBody(dependence) };
  }
}
