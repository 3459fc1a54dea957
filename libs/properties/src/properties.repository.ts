import type { Identifier } from '@app/http';
import { documentJoins, itemColumns, listingJoins, singleColumns, type ListingRow } from '@app/listings';
import { orderBy, type ListQuery } from '@app/lists';
import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
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
    return {
      name: 'properties',
      query,
      from: sql`properties property`,
      key: sql`property.id`,
      where: matchesProperty(query),
      order: orderBy(['property.id']),
      columns: sql`${propertyColumns()}, ${itemColumns()}`,
      joins: shownListing,
      present: presentPropertyItem,
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
