import { anyId } from '@app/schema';
import { problems, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { inBody, type Dependent } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
import { listingDependence } from './listing.dependence.js';
import type { ListingsQuery } from './listing.filters.js';
import { ListingsRepository } from './listings.repository.js';

/** Listings, read-only over HTTP. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: ListingsQuery, snapshot: string): Promise<Page> {
    return await this.pages.read(this.listings.list(query), snapshot);
  }

  /** By numeric id, then by object identifier, then by `uniqueID` (D2). @throws NOT_FOUND */
  async read(text: string): Promise<Versioned & Dependent> {
    if (text.includes('\0')) throw problems.notFound('listing');
    const id = anyId.parse(text);
    const found =
      (id !== undefined && (await this.listings.byIdentifier(id))) || (await this.listings.byUniqueId(text));
    if (!found) throw problems.notFound('listing');
    return { version: 1, text: found, dependsOn: inBody((body) => listingDependence(id, text, body)) };
  }
}
