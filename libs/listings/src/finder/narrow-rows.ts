import { hasMap, onMap, selectivityAmong, whereFor, type Combination, type Filters, type Search } from '@app/lists';
import type { Recipient } from '@app/http';
import { allOf, sql, type Sql } from '@app/sql';
import { isWithin } from '@app/suburbs';
import { keysNaming, namesState } from '@app/address';
import { getMetadataArgsStorage } from 'typeorm';
import { CurrentListingEntity } from '../entities/listing-search.entity.js';
import { matchesFeatures } from '../filters/listing.conditions.js';
import { FLAG_BITS } from '../dto/listing.kinds.js';
import type { ListingsQuery } from '../filters/listings.query.js';
import { col } from './listing-columns.js';
import { inDates } from './matching-conditions.js';
import { CURRENT } from './listing-tables.js';
import { isCurrentOnly } from '../dto/listing-statuses.js';

/** The columns of narrow rows; their status is always current. */
const NARROW: ReadonlySet<string> = new Set([
  'status',
  ...getMetadataArgsStorage()
    .columns.filter(({ target }) => target === CurrentListingEntity)
    .map(({ options, propertyName }) => options.name ?? propertyName),
]);

/** Whether narrow rows contain a column of `listing`. */
export const isNarrow = (name: string): boolean => NARROW.has(name);

const hasColumnsOf = ({ columns }: Sql): boolean =>
  columns.every((path) => !path.startsWith('listing.') || isNarrow(path.slice('listing.'.length)));

type Query = Filters<ListingsQuery>;

/** The parameters that find narrow rows. */
const PLACES: ReadonlySet<string> = new Set(['region', 'near', 'bbox', 'polygon']);

/**
 * The search in the narrow rows of current listings (ADR 16) by region with features, or by map filters; undefined if
 * other parameters are more selective, or other columns are needed.
 */
export function searchPlaces(query: Query, recipient: Recipient): Search | undefined {
  if (query.region) {
    return query.surroundingsuburb ? undefined : searchCurrent(query, recipient, inRegions(query, query.region));
  }
  return hasMap(query) ? searchCurrent(query, recipient, [matchesFeatures(query)]) : undefined;
}

/** The search in the narrow rows by any parameters, for readers of all matching rows. */
export function searchNarrowRows(query: Query, recipient: Recipient): Search | undefined {
  return query.region ? searchPlaces(query, recipient) : searchCurrent(query, recipient, [matchesFeatures(query)]);
}

function searchCurrent(
  query: Query,
  recipient: Recipient,
  conditions: readonly (Sql | undefined)[],
): Search | undefined {
  if (!isCurrentOnly(query.status) || query.websiteID !== undefined) return undefined;
  if (selectivityAmong(query, (name) => !PLACES.has(name)) !== 'low') return undefined;
  // Hundreds of suburbs are looked up by hash, because no index contains them.
  const { checked: inState } = isWithin(col('suburb_id'), { state: query.state });
  const where = whereFor(
    recipient,
    query,
    ...[...conditions, inState].map((condition): Combination => ({ condition })),
    onMap('listing', query),
    inDates(query),
  );
  return hasColumnsOf(where) ? { from: CURRENT, where } : undefined;
}

/** The flag in `region_flags` that every listing of a region has. */
const REGION_ALONE = 63;

/** Uses the index that contains each region with its features. */
function inRegions(query: Query, names: readonly string[]): (Sql | undefined)[] {
  const values: Partial<Record<string, unknown>> = { ...query };
  const given = [...FLAG_BITS].map(([name, bit]) => ({ bit, value: values[name] }));
  const bits = given.flatMap(({ bit, value }) => (value === true ? [bit] : []));
  const keys = names.flatMap((name) => keysNaming('region', name));
  const inAllRegions = allOf((bits.length > 0 ? bits : [REGION_ALONE]).map((bit) => inRegion(keys, bit)));
  const inAreas = allOf([inArea(keys), matchesFeatures(query) ?? sql`TRUE`]);
  // Several states may have a region of this name.
  const { checked } = isWithin(col('suburb_id'), { region: [...names] });
  return [
    sql`(${inAllRegions} OR ${inAreas})`,
    names.some(namesState) ? checked : undefined,
    given.some(({ value }) => value === false) ? matchesFeatures(query) : undefined,
  ];
}

/** The listing is in an area of these names: few listings, found by id. */
const inArea = (keys: readonly string[]): Sql => sql`${col('id')} = ANY(ARRAY(
  SELECT member.id FROM listings member JOIN suburbs suburb ON suburb.id = member.suburb_id
  WHERE member.status = 'current' AND suburb.place_keys && ${keys.filter((key) => key.startsWith('areaname:'))}::text[]))`;

const inRegion = (
  keys: readonly string[],
  bit: number,
): Sql => sql`region_flags(${col('region_id')}, ${col('flags')}) && ARRAY(
  SELECT 64 * region.id + ${bit}::int FROM regions region WHERE region.place_keys && ${keys}::text[])`;
