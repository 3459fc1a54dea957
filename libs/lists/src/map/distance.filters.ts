import { column, raw, sql, type Column, type Sql } from '@app/sql';
import { Field, type Kind } from '@app/schema';
import type { Order } from '../order.js';
import { EARTH_RADIUS, haversineOf } from './circle.js';
import type { Coordinates } from './shapes.js';

/** A distance in metres. */
const distanceKind: Kind<number> = {
  schema: { type: 'number', minimum: 0 },
  wants: 'a number of metres',
  empty: undefined,
  accepts: (value) => typeof value === 'number' && value >= 0,
  parse: () => undefined,
};

/** The distance field of an item in responses to requests with `near`. */
export const Distance = (): PropertyDecorator =>
  Field(distanceKind, 'Distance from `near` in metres, to a tenth. Only in answers to requests with `near`.', {
    optional: true,
    example: 812.4,
  });

/** A row of a query that may have `near`. */
export interface Distant {
  /** In metres. */
  readonly distance?: number;
}

/** Adds the distances of the rows to the items, rounded to a tenth of a metre. */
export const withDistances = (items: readonly string[], rows: readonly Distant[]): readonly string[] =>
  items.map((item, at) => {
    const distance = rows[at]?.distance;
    return distance === undefined ? item : `${item.slice(0, -1)},"distance":${Math.round(distance * 10) / 10}}`;
  });

/** Half a degree in radians. */
const HALF_DEGREE = raw(`float8 '${Math.PI / 360}'`);

/**
 * The haversine of the central angle between a place and a row with the columns `latitude` and `longitude`. It grows
 * with the distance, so rows are compared and sorted without computing metres.
 */
function haversineTo(table: string, { latitude, longitude }: Coordinates): Sql {
  const [ofRow, alongRow] = [column(`${table}.latitude`), column(`${table}.longitude`)];
  const half = (of: Column, degrees: number) => sql`sin((${of} - ${degrees}::float8) * ${HALF_DEGREE})`;
  return sql`(power(${half(ofRow, latitude)}, 2)
    + ${Math.cos((latitude * Math.PI) / 180)}::float8 * cos(${ofRow} * 2 * ${HALF_DEGREE}) * power(${half(alongRow, longitude)}, 2))`;
}

/** Whether a row is within a distance of a place. */
export const isWithinMetres = (table: string, place: Coordinates, metres: number): Sql =>
  sql`${haversineTo(table, place)} <= ${haversineOf(metres)}::float8`;

/** The parameter that a sort order requires: `distance` requires `near`. */
export const needsNear = (sort: string): string | undefined => (sort === 'distance' ? 'near' : undefined);

/** Orders by distance from a place, the nearest first; ties by id. @param rows the table of the rows of the list */
export function byDistance(table: string, near: Coordinates | undefined, rows = table): Order {
  if (!near) throw new Error('Sorting by distance requires a place');
  return {
    terms: [
      { by: haversineTo(table, near), way: raw('ASC') },
      { by: raw(`${rows}.id`), way: raw('ASC'), column: 'id' },
    ],
    isOfRows: false,
    columns: ['latitude', 'longitude', 'id'],
  };
}

/** The distance column of a query with `near`, in metres. */
export const distanceColumn = (table: string, near: Coordinates | undefined): Sql =>
  near
    ? sql`, ${raw(String(2 * EARTH_RADIUS))} * asin(sqrt(least(1, ${haversineTo(table, near)}))) AS distance`
    : sql``;
