import {
  atLeast,
  atMost,
  equals,
  isAnyNumber,
  isAnyOf,
  isOnMap,
  Matches,
  meetsAll,
  meetsAny,
  onMap,
  PageQuery,
  type Order,
} from '@app/lists';
import { named, oneOf } from '@app/schema';
import type { MatchesRow } from '@app/cache';
import { allOf, anyOf, raw, sql, type Sql } from '@app/sql';
import { hasStatus, ofStatus, ShownByAccount } from '../filters/listing.conditions.js';
import { col, type ListingColumn } from '../finder/listing-columns.js';
import { ListingMasks } from '../finder/listing-masks.js';

const similarStatus = named('SimilarStatus', 'State of similar listings to find.', oneOf(['current', 'sold']));

/** The parameters of similar listings (B61). */
export class SimilarListingsQuery extends PageQuery {
  @Matches(similarStatus, 'Status of the listings: current or sold.', (status) => ofStatus([status]), {
    group: 'Kind and status',
    initial: 'current',
    example: 'sold',
    // Few listings are near another one.
    selectivity: 'high',
    matchesRow: { listing: (status: string) => hasStatus([status]) },
  })
  status: string;

  @ShownByAccount()
  websiteID?: number;
}

/** The compared values of a listing; hidden values are null. */
export interface ComparedListing {
  readonly id: number;
  readonly propertyID: number | null;
  readonly listingType: string;
  readonly category: string;
  readonly landCategory: string;
  readonly ruralCategory: string;
  readonly suburbID: number | null;
  /** Its suburb and the surrounding ones. */
  readonly suburbIDs: readonly number[];
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly bedrooms: number | null;
  readonly price: number | null;
}

const METRES = 5_000;
/** Maximum difference of prices, as a fraction. */
const SHARE = 0.25;

/** The compared price: for sold listings, the price of the sale. */
const priceOf = (status: string): ListingColumn => (status === 'sold' ? 'shown_sold_price' : 'price');

/** Only publicly visible values are compared, so that the order reveals nothing hidden. */
const shown = new ListingMasks({ audience: 'public' });

/** The columns of a `ComparedListing`. @param propertyId the column as the recipient sees it */
export function comparedColumns(propertyId: Sql): Sql {
  const suburb = shown.column('suburb_id');
  return sql`
  ${col('id')}, ${propertyId} AS "propertyID", ${col('listing_type')} AS "listingType", ${col('category')},
  ${col('land_category')} AS "landCategory", ${col('rural_category')} AS "ruralCategory",
  ${suburb} AS "suburbID", ${shown.column('latitude')} AS latitude,
  ${shown.column('longitude')} AS longitude, ${col('bedrooms')},
  nullif(greatest(CASE WHEN ${col('status')} = 'sold' THEN ${shown.column(priceOf('sold'))} ELSE ${shown.column(priceOf('current'))} END, 1), 1)
    AS price,
  ARRAY(SELECT near.id FROM suburbs suburb CROSS JOIN LATERAL (
    SELECT suburb.slug UNION SELECT slug FROM jsonb_to_recordset(suburb.surrounding_suburbs) AS around(slug text)
  ) around JOIN suburbs near ON near.slug = around.slug WHERE suburb.id = ${suburb}) AS "suburbIDs"`;
}

const areaOf = ({ latitude, longitude }: ComparedListing) =>
  latitude === null || longitude === null ? undefined : { near: { latitude, longitude }, radius: METRES };

/** The listing is similar to another one. @param propertyId as in `comparedColumns` */
export function isLike(one: ComparedListing, status: string, propertyId: Sql): Sql {
  const { id, propertyID, listingType, bedrooms, price, suburbIDs } = one;
  const area = areaOf(one);
  const onTheMap = area && onMap('listing', area).condition;
  const places = [sql`${col('suburb_id')} = ANY(${suburbIDs}::int[])`, ...(onTheMap ? [onTheMap] : [])];
  const comparedPrice = shown.column(priceOf(status));
  const like = [
    sql`${col('id')} <> ${id}`,
    ...(propertyID === null ? [] : [sql`(${propertyId} = ${propertyID}) IS NOT TRUE`]),
    sql`(${col('category')}, ${col('land_category')}, ${col('rural_category')})
      = (${one.category}, ${one.landCategory}, ${one.ruralCategory})`,
    ...(bedrooms === null ? [] : [sql`${col('bedrooms')} BETWEEN ${bedrooms - 1}::int AND ${bedrooms + 1}::int`]),
    ...(price === null
      ? []
      : [
          sql`coalesce(${comparedPrice} BETWEEN ${price * (1 - SHARE)}::float8 AND ${price * (1 + SHARE)}::float8, TRUE)`,
        ]),
  ];
  // Only the conditions on the place may use indexes (ADR 16).
  return sql`${ofStatus([status])} AND ${col('listing_type')} = ${listingType}::listing_type
    AND (${anyOf(places.map((place) => shown.onShownData(place)))}) AND (${allOf(like)}) IS TRUE`;
}

/** Whether a logged row may meet `isLike`, whatever its price. */
export function isLikeRow(one: ComparedListing): MatchesRow | undefined {
  const { listingType, category, suburbIDs, bedrooms } = one;
  const area = areaOf(one);
  const onTheMap = area && isOnMap(area);
  return meetsAll([
    isAnyOf('listing_type', [listingType]),
    equals('category', category),
    meetsAny([isAnyNumber('suburb_id', suburbIDs), ...(onTheMap ? [onTheMap] : [])]),
    bedrooms === null ? undefined : atLeast('bedrooms', bedrooms - 1),
    bedrooms === null ? undefined : atMost('bedrooms', bedrooms + 1),
  ]);
}

/** The most similar first; each difference counts from 0 to 1. Ties are ordered by date, the newest first. */
export function byLikeness({ suburbID, bedrooms, price }: ComparedListing, status: string): Order {
  const differences = [
    ...(suburbID === null ? [] : [sql`CASE WHEN ${shown.column('suburb_id')} = ${suburbID} THEN 0 ELSE 1 END`]),
    ...(bedrooms === null ? [] : [sql`abs(${col('bedrooms')} - ${bedrooms}::int)`]),
    ...(price === null
      ? []
      : [sql`coalesce(abs(${shown.column(priceOf(status))} - ${price}::float8) / ${price * SHARE}::float8, 1)`]),
  ];
  const difference = differences.reduce((sum, one) => sql`${sum} + ${one}`, sql`0`);
  return {
    terms: [
      { by: sql`(${difference})::float8`, way: raw('ASC') },
      { by: col('firstdate'), way: raw('DESC') },
      { by: col('id'), way: raw('ASC') },
    ],
    isOfRows: true,
    columns: ['suburb_id', 'hides_suburb', 'bedrooms', 'price', 'shown_sold_price', 'hides_price', 'firstdate', 'id'],
  };
}
