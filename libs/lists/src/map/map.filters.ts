import type { MatchesRow } from '@app/cache';
import { allOf, anyOf, column, raw, sql, type Sql } from '@app/sql';
import { meetsAll, meetsAny, onColumns } from '../row-matchers.js';
import { Parameter, RepeatedParameter } from '../parameter.js';
import type { Combination } from '../where.js';
import { boxesWithin, metresBetween } from './circle.js';
import { isWithinMetres } from './distance.filters.js';
import { box, extentOf, extentOfAll, metres, MOST_POLYGONS, polygon, position } from './map.kinds.js';
import { isInPolygon } from './polygon.js';
import {
  boxAround,
  boxesBetween,
  isInBox,
  polygonsOf,
  type Box,
  type Polygon,
  type Coordinates,
  edgesOf,
} from './shapes.js';

/**
 * PostgreSQL treats numbers that differ by 1e-6 as equal in polygons and paths. Coordinates are therefore scaled, by
 * powers of two to keep all digits: polygons are compared in units of 1e-9 degrees, edges in units of 1e-3.
 */
const FINE = 2 ** 30;
const COARSE = 2 ** 10;

/**
 * Whether a row with the columns `latitude` and `longitude` is in a simple polygon, edges included; the result equals
 * `isInPolygon`. PostgreSQL's operators decide outside their tolerance; places near an edge are compared with each edge
 * in decimals.
 */
function isInside(table: string, area: Polygon): Sql {
  const [first] = area;
  // The ring is written as an open path, because PostgreSQL treats a closed path as an area.
  const ring = first ? [...area, first] : area;
  return sql`CASE WHEN ${scaledPoint(table, COARSE)} <@ ${`[${scaled(ring, COARSE)}]`}::path
    THEN ${isInExactly(table, area)}
    ELSE ${scaledPoint(table, FINE)} <@ ${`(${scaled(area, FINE)})`}::polygon END`;
}

const scaled = (area: Polygon, by: number): string =>
  area.map(({ latitude, longitude }) => `(${longitude * by},${latitude * by})`).join(',');

const scaledPoint = (table: string, by: number): Sql =>
  sql`point(${column(`${table}.longitude`)} * ${raw(String(by))}::float8, ${column(`${table}.latitude`)} * ${raw(String(by))}::float8)`;

/** Whether the ray to the east crosses an odd number of edges, or the place is on an edge. */
function isInExactly(table: string, area: Polygon): Sql {
  const edges = edgesOf(area);
  const ends = (of: (edge: (typeof edges)[number]) => number): Sql => sql`${edges.map(of).map(String)}::numeric[]`;
  return sql`(
    SELECT bool_or(turn = 0 AND x BETWEEN least(ax, bx) AND greatest(ax, bx) AND y BETWEEN least(ay, by) AND greatest(ay, by))
      OR count(*) FILTER (WHERE (ay > y) <> (by > y) AND (turn > 0) = (by > ay)) % 2 = 1
    FROM (SELECT ${column(`${table}.longitude`)}::text::numeric AS x, ${column(`${table}.latitude`)}::text::numeric AS y) place,
      unnest(${ends(([{ longitude }]) => longitude)}, ${ends(([{ latitude }]) => latitude)},
        ${ends(([, { longitude }]) => longitude)}, ${ends(([, { latitude }]) => latitude)}) AS edge(ax, ay, bx, by),
      LATERAL (SELECT (bx - ax) * (y - ay) - (by - ay) * (x - ax) AS turn) side)`;
}

/** The map parameters of a list (B25). */
export interface MapQuery {
  near?: Coordinates;
  radius: number;
  bbox?: Box;
  polygon?: Polygon[];
}

const MAP = ['near', 'radius', 'bbox', 'polygon'] as const;

const DEFAULT_RADIUS = 5_000;

/** Larger shapes, in square degrees (100 by 100 km), may contain most rows and use no index. */
const LOCAL = 1;

export const Near = (): PropertyDecorator =>
  Parameter(
    position,
    'A place, as `latitude,longitude`: finds items at most `radius` metres away from it, and adds their `distance`.',
    { group: 'Map', example: '-33.9627,151.1006', selectivity: 'high' },
  );

export const Radius = (): PropertyDecorator =>
  Parameter(metres, 'The greatest distance from `near` in metres, on a sphere with the mean radius of the earth.', {
    group: 'Map',
    initial: DEFAULT_RADIUS,
    needs: () => 'near',
    example: DEFAULT_RADIUS,
  });

export const InBox = (): PropertyDecorator =>
  Parameter(
    box,
    'A bounding box, as `minLng,minLat,maxLng,maxLat`: finds the items in it, edges included. With `minLng` above `maxLng` it crosses the date line.',
    {
      group: 'Map',
      example: '151,-34.1,151.2,-33.9',
      selectivity: (value: Box) => (extentOf(value) <= LOCAL ? 'high' : 'low'),
    },
  );

export const InPolygon = (kind = polygon): PropertyDecorator =>
  RepeatedParameter(
    kind,
    'A polygon, as `lng,lat;lng,lat;...`: finds the items in it, edges included; edges are straight in degrees. May be repeated: finds the items in at least one of the polygons.',
    MOST_POLYGONS,
    {
      group: 'Map',
      example: '151,-34.1;151.2,-34.1;151.1,-33.9',
      selectivity: (values: Polygon[]) => (extentOfAll(values) <= LOCAL ? 'high' : 'low'),
    },
  );

/** Whether a query has a map filter. */
export const hasMap = ({ near, bbox, polygon: polygons }: MapQuery): boolean =>
  near !== undefined || bbox !== undefined || polygons !== undefined;

/** Whether a query has a map filter for an area small enough to use an index. */
export const hasLocalMap = ({ near, bbox, polygon: polygons }: MapQuery): boolean =>
  near !== undefined ||
  (bbox !== undefined && extentOf(bbox) <= LOCAL) ||
  (polygons !== undefined && extentOfAll(polygons) <= LOCAL);

/** Boxes that together contain every row found by the map filters; undefined without map filters. */
export function boxesOnMap({ near, radius, bbox, polygon: polygons }: MapQuery): Box[] | undefined {
  if (near) return boxesWithin(near, radius);
  if (polygons) return polygons.flatMap(polygonsOf).map((one) => boxAround(one));
  return bbox && boxesBetween(bbox);
}

/** The condition that a row with the columns `latitude` and `longitude` is in every requested shape. */
export function onMap(table: string, query: MapQuery): Combination {
  if (!hasMap(query)) return { of: MAP, condition: undefined };
  return { of: MAP, condition: inShapes(table, query, true), checked: inShapes(table, query, false) };
}

function inShapes(table: string, { near, radius, bbox, polygon: polygons }: MapQuery, isIndexed: boolean): Sql {
  const conditions: Sql[] = [];
  const within = (boxes: readonly Box[], isLocal: boolean) =>
    anyOf(boxes.map((one) => (isIndexed && isLocal ? isPointIn(table, one) : isBetween(table, one))));
  if (near) {
    conditions.push(within(boxesWithin(near, radius), true), isWithinMetres(table, near, radius));
  }
  if (bbox) conditions.push(within(boxesBetween(bbox), extentOf(bbox) <= LOCAL));
  if (polygons) {
    const all = polygons.flatMap(polygonsOf);
    const isLocal = extentOfAll(polygons) <= LOCAL;
    conditions.push(anyOf(all.map((one) => allOf([within([boxAround(one)], isLocal), isInside(table, one)]))));
  }
  return allOf(conditions);
}

/** Uses the index on coordinates; PostgreSQL compares points with boxes exactly. */
const isPointIn = (table: string, { west, south, east, north }: Box): Sql =>
  sql`${pointOf(table)} <@ ${`(${east},${north}),(${west},${south})`}::box`;

/** The indexed expression of the coordinates. */
export const pointOf = (table: string): Sql =>
  sql`point(${column(`${table}.longitude`)}, ${column(`${table}.latitude`)})`;

const isBetween = (table: string, { west, south, east, north }: Box): Sql => sql`
  ${column(`${table}.latitude`)} BETWEEN ${south}::float8 AND ${north}::float8
  AND ${column(`${table}.longitude`)} BETWEEN ${west}::float8 AND ${east}::float8`;

/** Relative tolerance, above the difference between the functions of Node and PostgreSQL. */
const ROUNDING = 1e-9;

/** Whether a logged row meets `onMap`. */
export function isOnMap({ near, radius, bbox, polygon: polygons }: MapQuery): MatchesRow | undefined {
  return meetsAll([
    near && ofPlace((place) => isNear(metresBetween(near, place), radius)),
    bbox && ofPlace((place) => boxesBetween(bbox).some((one) => isInBox(one, place))),
    polygons && meetsAny(polygons.flatMap(polygonsOf).map((one) => ofPlace((place) => isInPolygon(one, place)))),
  ]);
}

function isNear(distance: number, radius: number): boolean | undefined {
  if (Math.abs(distance - radius) <= ROUNDING * radius) return undefined;
  return distance < radius;
}

function ofPlace(judge: (place: Coordinates) => boolean | undefined): MatchesRow {
  return onColumns(['latitude', 'longitude'], ({ latitude, longitude }) => {
    if (latitude === null || longitude === null) return false;
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
    return judge({ latitude, longitude });
  });
}
