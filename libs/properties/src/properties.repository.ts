import type { Identifier } from '@app/http';
import {
  listingJoins,
  ListingSingles,
  ListingViews,
  presentPropertyListing,
  singleColumns,
  stampJoins,
  textJoins,
  type ListingSingleRow,
  type ListingStamp,
} from '@app/listings';
import { ofList, type ListQuery } from '@app/lists';
import { distanceColumn, isOnMap, type Distant } from '@app/map';
import { dependsOn, life, ofThings } from '@app/snapshot-cache';
import { batchedById, oneOf, sql, SqlExecutor, type Sql } from '@app/sql';
import { isPlaced, ofPlaces } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { ofListingsAt } from './property.dependence.js';
import { listingsByProperty } from './listings-by-property.js';
import { matchesProperty, type PropertiesQuery } from './property.filters.js';
import { presentProperty, presentPropertyItem, type PropertyRow } from './property.presenter.js';
import { propertyCard } from './property-card.js';
import { cardColumns, propertyColumns, statedAddress } from './property.reads.js';
import { propertyOrder } from './property.sorts.js';

/** The listing that a property shows. */
const shownListing = sql`JOIN listings listing ON listing.id = property.shown_listing_id`;

const PROPERTIES = sql`properties property`;

/** Reads properties. */
@Injectable()
export class PropertiesRepository {
  private readonly byId = batchedById((ids) => this.documents(ids));

  constructor(
    private readonly executor: SqlExecutor,
    private readonly views: ListingViews,
    private readonly singles: ListingSingles,
  ) {}

  list(query: PropertiesQuery): ListQuery<PropertyRow & ListingStamp & Distant> {
    const { view } = query;
    const isCard = view === 'card';
    const items = this.views.of(view);
    const { columns, joins } = isCard ? items.reading('clients') : items.reading('clients', textJoins);
    const order = propertyOrder(query);
    return {
      name: 'properties',
      query,
      search: { from: PROPERTIES, where: matchesProperty(query) },
      key: sql`property.id`,
      order,
      row: {
        from: PROPERTIES,
        columns: sql`${isCard ? cardColumns : propertyColumns()}, ${columns}${distanceColumn('property', query.near)}`,
        joins: sql`${isCard ? sql`` : statedAddress} ${shownListing} ${joins}`,
      },
      present: async (rows, source) => {
        const listings = await items.of(rows, source);
        const show = isCard ? propertyCard : presentPropertyItem;
        return (
          listings &&
          this.views.present(
            view,
            rows,
            rows.map((row, at) => show(row, listings[at] ?? '')),
          )
        );
      },
      dependsOn: (page) =>
        dependsOn({
          property: ofList('property', { query, order }, page, isPlaced(query), isOnMap(query)),
          listing: ofListingsAt(page.keys),
          account: ofThings(page.others.account),
          agent: ofThings(page.others.agent),
          suburb: ofPlaces(query),
        }),
    };
  }

  async read(id: Identifier): Promise<string | undefined> {
    if (typeof id === 'number') return this.byId(id);
    const found = await this.readAll(sql`property.uid = ${id}`);
    return [...found.values()][0];
  }

  /** The single reads of properties, by numeric id. */
  documents(ids: readonly number[]): Promise<Map<number, string>> {
    return this.readAll(sql`property.id = ${oneOf(ids)}`);
  }

  private async readAll(condition: Sql): Promise<Map<number, string>> {
    const shown = await this.singles.read(
      this.executor,
      (executor) =>
        executor.queryPrepared<PropertyRow & ListingSingleRow>(
          sql`SELECT ${life} AS life, ${propertyColumns()}, ${singleColumns()}
            FROM listings listing ${stampJoins} ${listingJoins} ${statedAddress} WHERE ${condition}
            ORDER BY listing.modtime DESC, listing.id DESC`,
        ),
      (row, around) => ({ row, listing: presentPropertyListing(row, around) }),
    );
    const properties = [...listingsByProperty(shown)];
    return new Map(properties.map(([id, { first, listings }]) => [id, presentProperty(first, listings)]));
  }
}
