import type { Identifier } from '@app/http';
import {
  forPublic,
  ListingItem,
  listingJoins,
  ListingViews,
  placeJoin,
  presentPropertyListing,
  PropertyListing,
  publicListing,
  PublicListingSingles,
  singleColumns,
  stampJoins,
  suburbPlace,
  textJoins,
  type ListingSingleRow,
  type ListingStamp,
  type SuburbPlace,
} from '@app/listings';
import { publicQuery, type ListQuery } from '@app/lists';
import { distanceColumn, type Distant } from '@app/map';
import { always, dependsOn, inBody, life, ofThings, type Dependent } from '@app/snapshot-cache';
import { batchedById, oneOf, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { listingsByProperty } from './listings-by-property.js';
import { propertyDependence } from './property.dependence.js';
import { matchesProperty, type PropertiesQuery } from './property.filters.js';
import { propertyOrder } from './property.sorts.js';
import { isPublicAt, publicProperties } from './public-properties.filters.js';
import { propertyCard } from './property-card.js';
import { publicProperty, publicPropertyItem, type PublicPropertyRow } from './public-property.presenter.js';

const columns = sql`listing.property_id AS "propertyID", listing.bedrooms, listing.bathrooms,
  listing.car_spaces AS "carSpaces", listing.created_at AS "createdAt", listing.updated_at AS "updatedAt",
  ${suburbPlace}`;

const shownListing = sql`JOIN listings listing ON listing.id = property.shown_listing_id ${placeJoin}`;

type ItemRow = PublicPropertyRow & ListingStamp & SuburbPlace & Distant;
type SingleRow = PublicPropertyRow & ListingSingleRow & SuburbPlace;

const presentItem = (row: ItemRow, listing: string): string =>
  publicPropertyItem(row, publicListing(ListingItem, listing, row));

/** Reads properties as the public sees them (ADR 36). */
@Injectable()
export class PublicPropertiesRepository {
  private readonly byId = batchedById((ids) => this.readAll(sql`property.id = ${oneOf(ids)}`));

  constructor(
    private readonly executor: SqlExecutor,
    private readonly views: ListingViews,
    private readonly singles: PublicListingSingles,
  ) {}

  /** @throws FORBIDDEN for parameters that are not for the public */
  list(given: PropertiesQuery): ListQuery<ItemRow> {
    const query = publicQuery(given);
    const isCard = query.view === 'card';
    const items = this.views.of(query.view);
    const reading = isCard ? items.reading('public') : items.reading('public', textJoins);
    const show = isCard ? propertyCard : presentItem;
    return {
      name: 'public properties',
      query,
      search: { from: publicProperties, where: matchesProperty(query) },
      key: sql`property.id`,
      order: propertyOrder(query),
      row: {
        from: publicProperties,
        columns: sql`${columns}, ${reading.columns}${distanceColumn('property', query.near)}`,
        joins: sql`${shownListing} ${reading.joins}`,
      },
      present: async (rows, source) => {
        const listings = await items.of(rows, source);
        return (
          listings &&
          this.views.present(
            query.view,
            rows,
            rows.map((row, at) => show(row, listings[at] ?? '')),
          )
        );
      },
      // Any listing that the public sees may move a property into the list, out of it or within it.
      dependsOn: (page) =>
        forPublic(
          dependsOn({ listing: always, account: ofThings(page.others.account), agent: ofThings(page.others.agent) }),
        ),
    };
  }

  async read(id: Identifier): Promise<({ text: string } & Dependent) | undefined> {
    const text =
      typeof id === 'number' ? await this.byId(id) : [...(await this.readAll(sql`property.uid = ${id}`)).values()][0];
    if (text === undefined) return undefined;
    return { text, dependsOn: inBody((body) => forPublic(propertyDependence(body))) };
  }

  private async readAll(condition: Sql): Promise<Map<number, string>> {
    const shown = await this.singles.read(
      this.executor,
      (executor) =>
        executor.queryPrepared<SingleRow>(
          sql`SELECT ${life} AS life, ${columns}, ${singleColumns('public')}
            FROM listings listing ${stampJoins} ${placeJoin} ${listingJoins}
            WHERE ${condition} AND ${isPublicAt(sql`listing`)} ORDER BY listing.modtime DESC, listing.id DESC`,
        ),
      (row, around) => ({ row, listing: publicListing(PropertyListing, presentPropertyListing(row, around), row) }),
    );
    const properties = [...listingsByProperty(shown)];
    return new Map(properties.map(([id, { first, listings }]) => [id, publicProperty(first, listings)]));
  }
}
