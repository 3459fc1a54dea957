import { isStale } from '@app/documents';
import type { Identifier } from '@app/http';
import { documentJoins, itemColumns, listingJoins, singleColumns, type ListingRow } from '@app/listings';
import { orderBy, where, type ListQuery } from '@app/lists';
import { sql, SqlExecutor } from '@app/sql';
import { isWithin } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import type { PropertiesQuery } from './property.filters.js';
import { propertyDocuments } from './property.documents.js';
import { presentProperty, presentPropertyItem, type PropertyRow } from './property.presenter.js';

const columns = () => sql`property.id AS "propertyID", stated.address AS "propertyAddress",
  ${isStale(propertyDocuments, 'stated')} AS "staleAddress", property.bedrooms,
  property.bathrooms, property.car_spaces AS "carSpaces", property.created_at AS "createdAt",
  property.updated_at AS "updatedAt"`;

const stated = sql`JOIN property_documents stated ON stated.property_id = property.id`;

/** The listing that a property shows, with all data of its representation. */
const shownListing = sql`${stated}
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
      where: where(query, isWithin(sql`property.suburb_id`, query)),
      order: orderBy(['property.id']),
      columns: sql`${columns()}, ${itemColumns()}`,
      joins: shownListing,
      present: presentPropertyItem,
    };
  }

  async read(id: Identifier): Promise<string | undefined> {
    const key = typeof id === 'number' ? sql`property.id = ${id}` : sql`property.uid = ${id}`;
    const rows = await this.executor.queryPrepared<
      PropertyRow & ListingRow
    >(sql`SELECT ${columns()}, ${singleColumns()} FROM listings listing ${listingJoins} ${stated} WHERE ${key}
        ORDER BY listing.modtime DESC, listing.id DESC`);
    const [property] = rows;
    return property && presentProperty(property, rows);
  }
}
