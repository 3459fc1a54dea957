import type { Query, Values } from './plan.js';

const EARTH_RADIUS = 6_371_008.8;
/** Slightly fewer than the metres of a degree of latitude, so that the box leaves room for rounding. */
const DEGREE = 111_000;

const POINT = 'point(longitude, latitude)';

/** A condition on the narrow rows: they are inside a window of the map, given as `minLng,minLat,maxLng,maxLat`. */
export function inWindow(given: string, values: Values): string {
  const [west, south, east, north] = given.split(',').map(Number);
  return `${POINT} <@ ${values.add(`(${east},${north}),(${west},${south})`)}::box`;
}

/** Narrow rows within a distance of a place. The distance is computed once for each row of a box, as `metres`. */
export function rowsNear({ near = '', radius = '' }: Query, values: Values): string {
  const [latitude = 0, longitude = 0] = near.split(',').map(Number);
  const height = Number(radius) / DEGREE;
  const width = height / Math.cos(((Math.abs(latitude) + height) * Math.PI) / 180);
  const box = [longitude - width, latitude - height, longitude + width, latitude + height].join();
  const [lat, lng] = [latitude, longitude].map((degrees) => `${values.add(degrees)}::float8`);
  const metres = `${2 * EARTH_RADIUS} * asin(sqrt(least(1, power(sin(radians(latitude - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(latitude)) * power(sin(radians(longitude - ${lng}) / 2), 2))))`;
  const inBox = `SELECT *, ${metres} AS metres FROM current_listings WHERE ${inWindow(box, values)} OFFSET 0`;
  return `(SELECT * FROM (${inBox}) boxed WHERE metres <= ${values.add(radius)})`;
}

/** An item with the distance by which its row was ordered, to a tenth of a metre. */
export const withDistance = (item: string, metres: unknown): string =>
  `${item.slice(0, -1)},"distance":${Math.round(Number(metres) * 10) / 10}}`;
