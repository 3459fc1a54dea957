import { AccountTexts } from '@app/accounts';
import { PublicAgentCards } from '@app/agents';
import { publicQuery, type ListQuery } from '@app/lists';
import { distanceColumn, type Distant } from '@app/map';
import { life } from '@app/snapshot-cache';
import { batchedById, oneOf, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable, type FactoryProvider } from '@nestjs/common';
import { ListingViews } from './listing-views.js';
import { asPublic, isPublic, publicOrder } from './listing-public.filters.js';
import { ListingSingles, type ListingSingleRow } from './listing-singles.js';
import { ListingItem, ListingResponse } from './listing.fields.js';
import type { ListingsQuery } from './listing.filters.js';
import { presentListing, type ListingStamp } from './listing.presenter.js';
import { listingJoins, singleColumns, stampJoins } from './listing.reads.js';
import { listingOrder } from './listing.sorts.js';
import { listDependence, listingsToSearch, matchesListing } from './listings-matching.filters.js';
import { forPublic } from './public-listing.dependence.js';
import { publicListing, type SuburbPlace } from './public-listing.presenter.js';

/** The coordinates of the suburb of `listings listing`, and the join that they need. */
export const suburbPlace = sql`place.latitude AS "suburbLatitude", place.longitude AS "suburbLongitude"`;
export const placeJoin = sql`LEFT JOIN suburbs place ON place.id = listing.suburb_id`;

/** Completes the listings of single reads for the public, whose agents have other cards. */
export class PublicListingSingles extends ListingSingles {}

export const publicSingles: FactoryProvider<PublicListingSingles> = {
  provide: PublicListingSingles,
  useFactory: (accounts: AccountTexts, cards: PublicAgentCards) => new PublicListingSingles(accounts, cards),
  inject: [AccountTexts, PublicAgentCards],
};

/** Reads listings as the public sees them (ADR 36). */
@Injectable()
export class PublicListingsRepository {
  private readonly byId = batchedById(async (ids) => new Map(await this.readAll(sql`listing.id = ${oneOf(ids)}`)));

  constructor(
    private readonly executor: SqlExecutor,
    private readonly views: ListingViews,
    private readonly singles: PublicListingSingles,
  ) {}

  /** @throws FORBIDDEN for parameters that are not for the public */
  list(given: ListingsQuery): ListQuery<ListingStamp & SuburbPlace & Distant> {
    const query = publicQuery(given);
    const { view } = query;
    const items = this.views.of(view);
    const { columns, joins } = items.reading('public');
    // What `near` finds shows where it is.
    const order = query.sort === 'distance' ? listingOrder(query) : publicOrder(listingOrder(query));
    return {
      name: 'public listings',
      query,
      search: { from: listingsToSearch(query), where: asPublic(matchesListing(query)) },
      key: sql`listing.id`,
      order,
      row: {
        from: sql`listings listing`,
        columns: sql`${columns}, ${suburbPlace}${distanceColumn('listing', query.near)}`,
        joins: sql`${placeJoin} ${joins}`,
      },
      present: async (rows, source) => {
        const shown = await items.of(rows, source);
        // A card has nothing that is hidden.
        const seen =
          view === 'card'
            ? shown
            : shown && rows.map((row, at) => JSON.stringify(publicListing(ListingItem, shown[at] ?? '', row)));
        return seen && this.views.present(view, rows, seen);
      },
      dependsOn: (page) => forPublic(listDependence(query, order, page)),
    };
  }

  /** A listing by numeric id or object identifier. */
  byIdentifier(id: number | string): Promise<string | undefined> {
    return typeof id === 'number' ? this.byId(id) : this.read(sql`listing.uid = ${id}`);
  }

  /** A listing by `uniqueID`; if several accounts have it, the one with the latest `modtime` (D2). */
  byUniqueId(uniqueID: string): Promise<string | undefined> {
    return this.read(sql`listing.id = (
      SELECT other.id FROM listings other WHERE other.unique_id = ${uniqueID} AND ${isPublic(sql`other`)}
      ORDER BY other.modtime DESC, other.id DESC LIMIT 1)`);
  }

  private async read(condition: Sql): Promise<string | undefined> {
    const [found] = await this.readAll(condition);
    return found?.[1];
  }

  private readAll(condition: Sql): Promise<[id: number, text: string][]> {
    return this.singles.read(
      this.executor,
      (executor) =>
        executor.queryPrepared<ListingSingleRow & SuburbPlace>(
          sql`SELECT ${life} AS life, ${singleColumns('public')}, ${suburbPlace}
            FROM listings listing ${stampJoins} ${placeJoin} ${listingJoins} WHERE ${asPublic(condition)}`,
        ),
      (row, around) => [
        row.listingID,
        JSON.stringify(publicListing(ListingResponse, presentListing(row, around), row)),
      ],
    );
  }
}
