import { select } from '@app/database';
import type { Identifier } from '@app/http';
import { documentJoins, itemColumns, listingJoins, singleColumns, type ListingRow } from '@app/listings';
import { readPage, sql, where, type Page } from '@app/query';
import { isWithin } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import type { PropertiesQuery } from './property.filters.js';
import { presentProperty, presentPropertyItem, type PropertyRow } from './property.presenter.js';

const columns = sql`property.id AS "propertyID", stated.address AS "propertyAddress", property.bedrooms,
  property.bathrooms, property.car_spaces AS "carSpaces", property.created_at AS "createdAt",
  property.updated_at AS "updatedAt"`;

const stated = sql`JOIN property_documents stated ON stated.property_id = property.id`;

/** The listing that a property shows, with all that its representation needs. */
const shownListing = sql`${stated}
  JOIN listings listing ON listing.id = property.shown_listing_id ${documentJoins}`;

/** Reads of properties. */
@Injectable()
export class PropertiesRepository {
  constructor(@InjectEntityManager() private readonly store: EntityManager) {}

  list(query: PropertiesQuery): Promise<Page> {
    const within = isWithin(sql`property.suburb_id`, query);
    return readPage<PropertyRow & ListingRow>(
      this.store,
      query,
      {
        from: sql`properties property`,
        key: sql`property.id`,
        where: where(query, within),
        // The planner doesn't know how few properties a suburb has, and would look for them in the order of all of them.
        order: within ? sql`property.id + 0` : sql`property.id`,
        columns: sql`${columns}, ${itemColumns}`,
        joins: shownListing,
      },
      presentPropertyItem,
    );
  }

  async read(id: Identifier): Promise<string | undefined> {
    const key = typeof id === 'number' ? sql`property.id = ${id}` : sql`property.uid = ${id}`;
    const rows = await select<PropertyRow & ListingRow>(
      this.store,
      sql`SELECT ${columns}, ${singleColumns} FROM listings listing ${listingJoins} ${stated} WHERE ${key}
        ORDER BY listing.modtime DESC, listing.id DESC`,
      `property by ${typeof id}`,
    );
    const [property] = rows;
    return property && presentProperty(property, rows);
  }
}
