import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@app/lists';
import { distanceColumn, type Distant } from '@app/map';
import { life } from '@app/snapshot-cache';
import { batchedById, oneOf, sql, type Sql, SqlExecutor } from '@app/sql';
import { searchListings } from './current-listings.filters.js';
import { CurrentListingEntity } from './entities/current-listing.entity.js';
import type { ListingsQuery } from './listing.filters.js';
import { ListingViews } from './listing-views.js';
import { ListingSingles, type ListingSingleRow } from './listing-singles.js';
import { presentListing, type ListingStamp } from './listing.presenter.js';
import { listingJoins, singleColumns, stampJoins } from './listing.reads.js';
import { listingOrder } from './listing.sorts.js';
import { listDependence } from './listings-matching.filters.js';

const LISTINGS = sql`listings listing`;

/** Names what a row shows. */
const versionKeyOf = ({ listingID, version, website, agents }: ListingStamp): string =>
  `${listingID} ${version} ${website} ${agents}`;

/** Reads listings. */
@Injectable()
export class ListingsRepository {
  /** The columns of the narrow rows of current listings. */
  private readonly narrowColumns: ReadonlySet<string>;
  private readonly byId = batchedById((ids) => this.documents(ids));

  constructor(
    private readonly executor: SqlExecutor,
    private readonly views: ListingViews,
    private readonly singles: ListingSingles,
  ) {
    const { columns } = executor.manager.dataSource.getMetadata(CurrentListingEntity);
    this.narrowColumns = new Set(columns.map(({ databaseName }) => databaseName));
  }

  list(query: ListingsQuery): ListQuery<ListingStamp & Distant> {
    const { view } = query;
    const items = this.views.of(view);
    const { columns, joins } = items.reading('clients');
    const order = listingOrder(query);
    return {
      name: 'listings',
      query,
      ...searchListings(query, order, this.narrowColumns),
      key: sql`listing.id`,
      order,
      row: { from: LISTINGS, columns: sql`${columns}${distanceColumn('listing', query.near)}`, joins },
      present: async (rows, source) => {
        const texts = await items.of(rows, source);
        const versionKey = [view, ...rows.map(versionKeyOf)].join(';');
        return texts && { ...this.views.present(view, rows, texts), versionKey };
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
