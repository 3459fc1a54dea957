import { raw, sql, type Sql } from '@app/sql';
import { edgesOf, type Polygon } from './shapes.js';

/**
 * PostgreSQL treats numbers that differ by 1e-6 as equal in polygons and paths. Powers of two keep all digits: a place
 * is compared with a polygon in units of 1e-9 degrees, and with its edges in units of 1e-3.
 */
const FINE = 2 ** 30;
const COARSE = 2 ** 10;

/**
 * Whether a row with the columns `latitude` and `longitude` is in a simple polygon, edges included, exactly as
 * `isInPolygon`. PostgreSQL's operators decide outside their tolerance; places near an edge are compared edge by edge,
 * in decimals.
 */
export function isInside(table: string, polygon: Polygon): Sql {
  const [first] = polygon;
  // A closed ring as an open path: PostgreSQL treats a closed path as an area.
  const ring = first ? [...polygon, first] : polygon;
  return sql`CASE WHEN ${scaledPoint(table, COARSE)} <@ ${`[${scaled(ring, COARSE)}]`}::path
    THEN ${isInExactly(table, polygon)}
    ELSE ${scaledPoint(table, FINE)} <@ ${`(${scaled(polygon, FINE)})`}::polygon END`;
}

const scaled = (polygon: Polygon, by: number): string =>
  polygon.map(({ latitude, longitude }) => `(${longitude * by},${latitude * by})`).join(',');

const scaledPoint = (table: string, by: number): Sql =>
  raw(`point(${table}.longitude * ${by}::float8, ${table}.latitude * ${by}::float8)`);

/** The ray to the east crosses an odd number of edges, or the place is on an edge. */
function isInExactly(table: string, polygon: Polygon): Sql {
  const edges = edgesOf(polygon);
  const column = (of: (edge: (typeof edges)[number]) => number): Sql => sql`${edges.map(of).map(String)}::numeric[]`;
  return sql`(
    SELECT bool_or(turn = 0 AND x BETWEEN least(ax, bx) AND greatest(ax, bx) AND y BETWEEN least(ay, by) AND greatest(ay, by))
      OR count(*) FILTER (WHERE (ay > y) <> (by > y) AND (turn > 0) = (by > ay)) % 2 = 1
    FROM (SELECT ${raw(`${table}.longitude::text::numeric AS x, ${table}.latitude::text::numeric AS y`)}) place,
      unnest(${column(([{ longitude }]) => longitude)}, ${column(([{ latitude }]) => latitude)},
        ${column(([, { longitude }]) => longitude)}, ${column(([, { latitude }]) => latitude)}) AS edge(ax, ay, bx, by),
      LATERAL (SELECT (bx - ax) * (y - ay) - (by - ay) * (x - ax) AS turn) side)`;
}
