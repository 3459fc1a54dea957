import type { Identifier } from '@app/http';
import { documentJoins, itemColumns, listingJoins, shownWith, singleColumns, type ListingRow } from '@app/listings';
import { ofList, orderBy, type ListQuery } from '@app/lists';
import { dependsOn, ofThings } from '@app/snapshot-cache';
import { sql, SqlExecutor } from '@app/sql';
import { isPlaced, ofPlaces } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { ofListingsAt } from './property.dependence.js';
import { matchesProperty, type PropertiesQuery } from './property.filters.js';
import { presentProperty, presentPropertyItem, type PropertyRow } from './property.presenter.js';
import { propertyColumns, statedAddress } from './property.reads.js';

/** The listing that a property shows, with all data of its representation. */
const shownListing = sql`${statedAddress}
  JOIN listings listing ON listing.id = property.shown_listing_id ${documentJoins}`;

/** Reads properties. */
@Injectable()
export class PropertiesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  list(query: PropertiesQuery): ListQuery<PropertyRow & ListingRow> {
    const order = orderBy(['property.id']);
    return {
      name: 'properties',
      query,
      from: sql`properties property`,
      key: sql`property.id`,
      where: matchesProperty(query),
      order,
      columns: sql`${propertyColumns()}, ${itemColumns()}`,
      joins: shownListing,
      present: presentPropertyItem,
      shows: shownWith,
      dependsOn: (page) =>
        dependsOn({
          property: ofList('property', { query, order }, page, isPlaced(query)),
          listing: ofListingsAt(page.keys),
          account: ofThings(page.things.account),
          agent: ofThings(page.things.agent),
          suburb: ofPlaces(query),
        }),
    };
  }

  async read(id: Identifier): Promise<string | undefined> {
    const key = typeof id === 'number' ? sql`property.id = ${id}` : sql`property.uid = ${id}`;
    const rows = await this.executor.queryPrepared<
      PropertyRow & ListingRow
    >(sql`SELECT ${propertyColumns()}, ${singleColumns()} FROM listings listing ${listingJoins} ${statedAddress} WHERE ${key}
        ORDER BY listing.modtime DESC, listing.id DESC`);
    const [property] = rows;
    return property && presentProperty(property, rows);
  }
}
