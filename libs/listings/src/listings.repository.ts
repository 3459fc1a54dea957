import { select } from '@app/database';
import { readPage, sql, where, type Page, type Sql } from '@app/query';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { datedWithin } from './listing-dates.filters.js';
import { placedWithin, type ListingsQuery } from './listing.filters.js';
import { presentListing, presentListingItem, type ListingRow } from './listing.presenter.js';
import { itemColumns, listingJoins, singleColumns } from './listing.reads.js';
import { LISTING_SORTS } from './listing.sorts.js';

/** Reads of listings. */
@Injectable()
export class ListingsRepository {
  constructor(@InjectEntityManager() private readonly store: EntityManager) {}

  list(query: ListingsQuery): Promise<Page> {
    return readPage<ListingRow>(
      this.store,
      query,
      {
        from: sql`listings listing`,
        key: sql`listing.id`,
        where: where(query, placedWithin(query), datedWithin(query)),
        order: LISTING_SORTS[query.sort],
        columns: itemColumns,
        joins: listingJoins,
      },
      presentListingItem,
    );
  }

  /** The listing of a numeric id or an object identifier. */
  async byIdentifier(id: number | string): Promise<string | undefined> {
    return typeof id === 'number'
      ? this.read(sql`listing.id = ${id}`, 'id')
      : this.read(sql`listing.uid = ${id}`, 'uid');
  }

  /** The listing of a `uniqueID`; of several accounts' ones that with the latest `modtime` (D2). */
  async byUniqueId(uniqueID: string): Promise<string | undefined> {
    return this.read(
      sql`listing.id = (
      SELECT id FROM listings WHERE unique_id = ${uniqueID} ORDER BY modtime DESC, id DESC LIMIT 1)`,
      'uniqueID',
    );
  }

  private async read(condition: Sql, name: string): Promise<string | undefined> {
    const [row] = await select<ListingRow>(
      this.store,
      sql`SELECT ${singleColumns} FROM listings listing ${listingJoins} WHERE ${condition}`,
      `listing by ${name}`,
    );
    return row && presentListing(row);
  }
}
