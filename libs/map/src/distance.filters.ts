import type { Order } from '@app/lists';
import { raw, sql, type Sql } from '@app/sql';
import { EARTH_RADIUS } from './circle.js';
import type { Position } from './shapes.js';

/** Metres from a place to a row with the columns `latitude` and `longitude`: the haversine formula. */
export function distanceTo(table: string, { latitude, longitude }: Position): Sql {
  const row = raw(table);
  return sql`(${raw(String(2 * EARTH_RADIUS))} * asin(sqrt(least(1, power(sin(radians(${row}.latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(${row}.latitude))
      * power(sin(radians(${row}.longitude - ${longitude}::float8) / 2), 2)))))`;
}

/** What a sort needs beside it: that by distance, a place to measure from. */
export const needsNear = (sort: string): string | undefined => (sort === 'distance' ? 'near' : undefined);

/** The order by distance from a place, the nearest first; ties by id. */
export function byDistance(table: string, near: Position | undefined): Order {
  if (!near) throw new Error('The order by distance needs a place');
  return {
    terms: [
      { by: distanceTo(table, near), way: raw('ASC') },
      { by: raw(`${table}.id`), way: raw('ASC'), column: 'id' },
    ],
    isOfRows: false,
    columns: ['latitude', 'longitude', 'id'],
  };
}

/** The column that items of a query with `near` show. */
export const distanceColumn = (table: string, near: Position | undefined): Sql =>
  near ? sql`, ${distanceTo(table, near)} AS distance` : sql``;
