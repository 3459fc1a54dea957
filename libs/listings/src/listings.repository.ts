import { Injectable } from '@nestjs/common';
import { areOfRow, boundsOf, isListed, type ItemRow, type ListQuery, type LoggedRows, type ReadAt } from '@app/lists';
import { distanceColumn, featureOfAddress, type Distant } from '@app/map';
import { life } from '@app/snapshot-cache';
import { batchedById, oneOf, sql, type Sql, SqlExecutor } from '@app/sql';
import { narrowRows, searchPlaces } from './current-listings.filters.js';
import { CurrentListingEntity } from './entities/current-listing.entity.js';
import { ListingEntity } from './entities/listing.entity.js';
import type { ListingsQuery } from './listing.filters.js';
import { ListingViews } from './listing-views.js';
import { ListingSingles, type ListingSingleRow } from './listing-singles.js';
import { presentListing, shownWith, type ListingStamp } from './listing.presenter.js';
import { listingJoins, singleColumns, stampJoins } from './listing.reads.js';
import { listingOrder } from './listing.sorts.js';
import { listDependence, listingsToSearch, matchesListing, testsOf } from './listings-matching.filters.js';

const LOGGED: LoggedRows = {
  resource: 'listing',
  as: (row) => sql`jsonb_populate_record(NULL::listings, ${row}) listing`,
};

/** What names a row's item, without the texts that were read with it. */
function keptOf(row: ListingStamp & ItemRow, at: ReadAt): ListingStamp & ItemRow {
  // Member by member: V8 takes many times as long to copy what is left of an object.
  const { listingID, version, website, agents, key } = row;
  return { listingID, version, website, agents, key, snapshot: at.snapshot, life: at.life };
}

/** Reads listings. */
@Injectable()
export class ListingsRepository {
  /** The columns of the table. Logged rows have others beside them, which are made of other tables. */
  private readonly columns: ReadonlySet<string>;
  /** The columns of the narrow rows of current listings. */
  private readonly narrowColumns: ReadonlySet<string>;
  private readonly byId = batchedById((ids) => this.documents(ids));

  constructor(
    private readonly executor: SqlExecutor,
    private readonly views: ListingViews,
    private readonly singles: ListingSingles,
  ) {
    const columnsOf = (entity: new () => object) =>
      new Set(executor.manager.dataSource.getMetadata(entity).columns.map(({ databaseName }) => databaseName));
    this.columns = columnsOf(ListingEntity);
    this.narrowColumns = columnsOf(CurrentListingEntity);
  }

  list(query: ListingsQuery): ListQuery<ListingStamp & Distant> {
    const { view } = query;
    const items = this.views.of(view);
    const { columns, joins } = items.reading('clients');
    const order = listingOrder(query);
    // The columns of the order are read with the rows, which narrow ones may not have; those of long lists are looked up.
    const isOrdered = !order.isOfRows;
    const inPlaces = isOrdered ? searchPlaces(query, this.narrowColumns) : undefined;
    const narrow = isOrdered || query.cursor === undefined ? narrowRows(query, this.narrowColumns) : undefined;
    return {
      name: 'listings',
      query,
      from: sql`listings listing`,
      source: inPlaces?.source ?? listingsToSearch(query),
      narrow,
      key: sql`listing.id`,
      where: inPlaces?.where ?? matchesListing(query),
      order,
      columns: sql`${columns}${distanceColumn('listing', query.near)}`,
      joins,
      present: async (rows, source) => {
        const shown = await items.of(rows, source);
        return shown && this.views.withDistances(view, shown, rows);
      },
      shows: shownWith,
      featureOf: featureOfAddress,
      nameOf: ({ listingID, version, website, agents }) => `${view} ${listingID} ${version} ${website} ${agents}`,
      bounds: () => boundsOf(query),
      logged: () => (areOfRow(query, 'listing', this.columns, ...testsOf(query)) ? LOGGED : undefined),
      // A row that is kept for every list has no distance.
      carried: query.near
        ? undefined
        : {
            resource: 'listing',
            test: () => isListed(query, 'listing', ...testsOf(query)),
            keptOf,
            isAtHand: (row) => items.isKept(row),
          },
      dependsOn: (page) => listDependence(query, order, page),
    };
  }

  /** A listing by numeric id or object identifier. */
  async byIdentifier(id: number | string): Promise<string | undefined> {
    return typeof id === 'number' ? this.byId(id) : this.read(sql`listing.uid = ${id}`);
  }

  /** A listing by `uniqueID`; if several accounts have it, the one with the latest `modtime` (D2). */
  async byUniqueId(uniqueID: string): Promise<string | undefined> {
    return this.read(sql`listing.id = (
      SELECT id FROM listings WHERE unique_id = ${uniqueID} ORDER BY modtime DESC, id DESC LIMIT 1)`);
  }

  /** The single reads of listings, by numeric id. */
  async documents(ids: readonly number[]): Promise<Map<number, string>> {
    return new Map(await this.readAll(sql`listing.id = ${oneOf(ids)}`));
  }

  private async read(condition: Sql): Promise<string | undefined> {
    const [found] = await this.readAll(condition);
    return found?.[1];
  }

  private readAll(condition: Sql): Promise<[id: number, text: string][]> {
    return this.singles.read(
      this.executor,
      (executor) =>
        executor.queryPrepared<ListingSingleRow>(
          sql`SELECT ${life} AS life, ${singleColumns()} FROM listings listing ${stampJoins} ${listingJoins} WHERE ${condition}`,
        ),
      (row, around) => [row.listingID, presentListing(row, around)],
    );
  }
}
