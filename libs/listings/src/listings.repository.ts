import { Injectable } from '@nestjs/common';
import { ofList, ofNamed, type ListQuery } from '@app/lists';
import { dependsOn, either, ofThings } from '@app/snapshot-cache';
import { sql, type Sql, SqlExecutor } from '@app/sql';
import { ofPlaces } from '@app/suburbs';
import { isDated } from './listing-dates.filters.js';
import { showsFeatures } from './listing-features.filters.js';
import { isLocated, type ListingsQuery } from './listing.filters.js';
import { presentListing, presentListingItem, shownWith, type ListingRow } from './listing.presenter.js';
import { itemColumns, listingJoins, singleColumns } from './listing.reads.js';
import { LISTING_SORTS } from './listing.sorts.js';
import { listingsToSearch, matchesListing } from './listings-matching.filters.js';

/** Reads listings. */
@Injectable()
export class ListingsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  list(query: ListingsQuery): ListQuery<ListingRow> {
    const order = LISTING_SORTS[query.sort];
    const tests = [isLocated(query), isDated(query), showsFeatures(query)];
    return {
      name: 'listings',
      query,
      from: sql`listings listing`,
      source: listingsToSearch(query),
      key: sql`listing.id`,
      where: matchesListing(query),
      order,
      columns: itemColumns(),
      joins: listingJoins,
      present: presentListingItem,
      shows: shownWith,
      dependsOn: (page) =>
        dependsOn({
          listing: ofList('listing', { query, order }, page, ...tests),
          account: either(ofThings(page.things.account), ofNamed(query, 'account')),
          agent: either(ofThings(page.things.agent), ofNamed(query, 'agent')),
          suburb: ofPlaces(query, query.surroundingsuburb),
        }),
    };
  }

  /** A listing by numeric id or object identifier. */
  async byIdentifier(id: number | string): Promise<string | undefined> {
    return this.read(typeof id === 'number' ? sql`listing.id = ${id}` : sql`listing.uid = ${id}`);
  }

  /** A listing by `uniqueID`; if several accounts have it, the one with the latest `modtime` (D2). */
  async byUniqueId(uniqueID: string): Promise<string | undefined> {
    return this.read(sql`listing.id = (
      SELECT id FROM listings WHERE unique_id = ${uniqueID} ORDER BY modtime DESC, id DESC LIMIT 1)`);
  }

  private async read(condition: Sql): Promise<string | undefined> {
    const [row] = await this.executor.queryPrepared<ListingRow>(
      sql`SELECT ${singleColumns()} FROM listings listing ${listingJoins} WHERE ${condition}`,
    );
    return row && presentListing(row);
  }
}
