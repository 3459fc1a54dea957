import { anyId } from '@app/schema';
import { problems, type Versioned } from '@app/http';
import type { ListQuery } from '@app/lists';
import { Injectable } from '@nestjs/common';
import type { ListingsQuery } from './listing.filters.js';
import { ListingsRepository } from './listings.repository.js';

/** Listings, read-only over HTTP. */
@Injectable()
export class ListingsService {
  constructor(private readonly listings: ListingsRepository) {}

  list(query: ListingsQuery): ListQuery {
    return this.listings.list(query);
  }

  /** By numeric id, by object identifier, and at last by `uniqueID` (D2). @throws NOT_FOUND */
  async read(text: string): Promise<Versioned> {
    if (text.includes('\0')) throw problems.notFound('listing');
    const id = anyId.parse(text);
    const found =
      (id !== undefined && (await this.listings.byIdentifier(id))) || (await this.listings.byUniqueId(text));
    if (!found) throw problems.notFound('listing');
    return { version: 1, text: found };
  }
}
