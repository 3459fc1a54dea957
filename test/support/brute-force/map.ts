import type { Query } from './lines.js';
import { remembered } from './remembered.js';

/** Degrees as texts; empty means unknown. */
export interface Placed {
  readonly latitude?: string;
  readonly longitude?: string;
}

/** A place in units of 1e-20 degrees, which is exact, because texts have at most 20 decimals. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

const PLACES = 20;

const unitsOf = remembered((text: string): bigint => {
  const decimal = /^(-?)(\d+)(?:\.(\d{1,20}))?$/.exec(text.trim());
  if (!decimal) throw new RangeError(`Not a decimal of at most ${PLACES} places: ${text}`);
  const [, sign, whole = '', fraction = ''] = decimal;
  const units = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign ? -units : units;
});

const HALF = unitsOf('180');

const pointOf = (longitude: string, latitude: string): Point => ({ x: unitsOf(longitude), y: unitsOf(latitude) });

/** The date line is one meridian with two longitudes. */
const namesOf = ({ x, y }: Point): Point[] =>
  x === HALF || x === -HALF ? [HALF, -HALF].map((one) => ({ x: one, y })) : [{ x, y }];

const cornersOf = remembered((polygon: string): readonly Point[] =>
  polygon
    .split(';')
    .filter(Boolean)
    .map((corner) => {
      const [longitude = '', latitude = ''] = corner.split(',');
      return pointOf(longitude, latitude);
    }),
);

/** The even-odd rule, with edges included. Crossings are compared as fractions. */
function isInside(corners: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  for (const [at, a] of corners.entries()) {
    const b = corners[(at + 1) % corners.length] ?? a;
    const within = (value: bigint, one: bigint, other: bigint) =>
      (value >= one && value <= other) || (value >= other && value <= one);
    // The edge's longitude at this latitude is a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y).
    const [run, rise] = [(b.x - a.x) * (y - a.y), b.y - a.y];
    const offset = (x - a.x) * rise;
    if (offset === run && within(x, a.x, b.x) && within(y, a.y, b.y)) return true;
    const isAcross = a.y > y !== b.y > y;
    if (isAcross && (rise > 0n ? offset < run : offset > run)) inside = !inside;
  }
  return inside;
}

function isInWindow(bbox: string, { x, y }: Point): boolean {
  const [west = 0n, south = 0n, east = 0n, north = 0n] = bbox.split(',').map(unitsOf);
  if (y < south || y > north) return false;
  return west <= east ? x >= west && x <= east : x >= west || x <= east;
}

/** Metres on a sphere with the mean radius: the angle between two directions, from their cross and dot products. */
export function metresFrom(near: string, { latitude = '', longitude = '' }: Placed): number {
  const direction = (lat: number, lng: number): [number, number, number] => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [lat = 0, lng = 0] = near.split(',').map(Number);
  const [a, b] = [direction(lat, lng), direction(Number(latitude), Number(longitude))];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return 6_371_008.8 * Math.atan2(Math.hypot(...cross), dot);
}

/** The map parameters of a query. */
export interface MapShapes {
  readonly near?: string | undefined;
  readonly radius?: string | undefined;
  readonly bbox?: string | undefined;
  readonly polygons?: readonly string[];
}

/** Whether a thing is inside every shape. */
export function isInShapes(placed: Placed, { near, radius = '5000', bbox, polygons }: MapShapes): boolean {
  const { latitude = '', longitude = '' } = placed;
  if (near === undefined && bbox === undefined && polygons === undefined) return true;
  if (latitude === '' || longitude === '') return false;
  const names = namesOf(pointOf(longitude, latitude));
  return (
    (near === undefined || metresFrom(near, placed) <= Number(radius)) &&
    (bbox === undefined || names.some((point) => isInWindow(bbox, point))) &&
    (polygons === undefined || polygons.some((one) => names.some((point) => isInside(cornersOf(one), point))))
  );
}

/** Reads the map parameters of a query. */
export const isOnMap = (placed: Placed, { near, radius, bbox, polygon }: Query): boolean =>
  isInShapes(placed, { near, radius, bbox, ...(polygon === undefined ? {} : { polygons: [polygon] }) });

/** Sorts the nearest first. */
export const byDistance =
  (near = '') =>
  (one: Placed, other: Placed): number =>
    metresFrom(near, one) - metresFrom(near, other);

/** Whether two edges have a point in common, from the signs of four areas. */
function doTouch([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const area = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  const sign = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);
  const [sideC, sideD, sideA, sideB] = [area(a, b, c), area(a, b, d), area(c, d, a), area(c, d, b)].map(sign);
  if (sideC === 0 && sideD === 0) {
    const isBetween = (p: Point, q: Point, r: Point) =>
      (r.x - p.x) * (r.x - q.x) <= 0n && (r.y - p.y) * (r.y - q.y) <= 0n;
    return isBetween(a, b, c) || isBetween(a, b, d) || isBetween(c, d, a) || isBetween(c, d, b);
  }
  return (sideC ?? 0) * (sideD ?? 0) <= 0 && (sideA ?? 0) * (sideB ?? 0) <= 0;
}

/**
 * Whether a text has 3 to 200 corners of a polygon whose edges are at most 180 degrees long and meet only at the
 * corners of neighbours.
 */
export function isSimplePolygon(text: string): boolean {
  const all = cornersOf(text);
  const isSame = (one: Point | undefined, other: Point) => one?.x === other.x && one.y === other.y;
  const corners = all.filter((corner, at) => !isSame(all.at(at - 1), corner));
  const { length } = corners;
  if (length < 3 || length > 200) return false;
  const edges = corners.map((corner, at) => [corner, corners[(at + 1) % length] ?? corner] as const);
  if (edges.some(([from, to]) => from.x - to.x > HALF || to.x - from.x > HALF)) return false;
  return edges.every((one, at) =>
    edges.slice(at + 1).every((other, further) => {
      const isNext = further === 0;
      const isLast = at === 0 && further === length - 2;
      if (!isNext && !isLast) return !doTouch(one, other);
      // Neighbouring edges leave their common corner in different directions.
      const [corner, from, to] = isNext ? [one[1], one[0], other[1]] : [one[0], one[1], other[0]];
      const [p, q] = [from, to].map(({ x, y }) => ({ x: x - corner.x, y: y - corner.y })) as [Point, Point];
      return p.x * q.y !== p.y * q.x || p.x * q.x + p.y * q.y < 0n;
    }),
  );
}

/** Whether the southern edge of a window is not north of its northern edge. */
export function isWindow(text: string): boolean {
  const [, south = 0n, , north = 0n] = text.split(',').map(unitsOf);
  return south <= north;
}
