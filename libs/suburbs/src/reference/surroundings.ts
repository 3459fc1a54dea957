import { suburbName, suburbSlug, type SuburbKey } from './suburb-names.js';

const EARTH_RADIUS_KM = 6371.0088;
const REACH_KM = 5;
const MOST_NEIGHBOURS = 15;

/** A suburb with its centre in decimal degrees, `null` when unknown. */
export interface SuburbCentre extends SuburbKey {
  latitude: number | null;
  longitude: number | null;
}

/** A neighbour, as in the API's `surroundingSuburbs`. */
export interface Neighbour {
  name: string;
  slug: string;
}

interface Point extends Neighbour {
  /** Kilometres from the centre of the earth. */
  x: number;
  y: number;
  z: number;
}

interface MeasuredNeighbour extends Neighbour {
  distance: number;
}

/**
 * For each suburb, in the given order, the suburbs whose centre is within 5 km of its own: nearest first, ties by name,
 * at most 15. `null` for a suburb without coordinates. A suburb that is given twice is not its own neighbour.
 */
export function surroundingSuburbs(centres: readonly SuburbCentre[]): (Neighbour[] | null)[] {
  const points = centres.map(toPoint);
  const cells = toCells(points);
  return points.map((point) => point && neighboursOf(point, cells));
}

// Points in space instead of degrees: cells have the same size at every latitude, and the date line needs no special
// case.
function toPoint(centre: SuburbCentre): Point | null {
  if (centre.latitude === null || centre.longitude === null) return null;
  const latitude = (centre.latitude * Math.PI) / 180;
  const longitude = (centre.longitude * Math.PI) / 180;
  return {
    name: suburbName(centre),
    slug: suburbSlug(centre),
    x: EARTH_RADIUS_KM * Math.cos(latitude) * Math.cos(longitude),
    y: EARTH_RADIUS_KM * Math.cos(latitude) * Math.sin(longitude),
    z: EARTH_RADIUS_KM * Math.sin(latitude),
  };
}

function toCells(points: readonly (Point | null)[]): Map<number, Point[]> {
  const cells = new Map<number, Point[]>();
  for (const point of points) {
    if (!point) continue;
    const key = cellKey(cellOf(point.x), cellOf(point.y), cellOf(point.z));
    const cell = cells.get(key);
    if (cell) cell.push(point);
    else cells.set(key, [point]);
  }
  return cells;
}

// A cell is as wide as the radius: all neighbours lie in the same cell or in an adjacent one.
function cellOf(kilometres: number): number {
  return Math.floor(kilometres / REACH_KM);
}

function cellKey(x: number, y: number, z: number): number {
  return ((x + 2048) * 4096 + (y + 2048)) * 4096 + (z + 2048);
}

function neighboursOf(point: Point, cells: Map<number, Point[]>): Neighbour[] {
  const nearest = new Map<string, MeasuredNeighbour>();
  for (const other of around(point, cells)) {
    const distance = greatCircle(point, other);
    if (other.slug === point.slug || distance > REACH_KM) continue;
    const known = nearest.get(other.slug);
    if (!known || distance < known.distance) nearest.set(other.slug, { name: other.name, slug: other.slug, distance });
  }
  return [...nearest.values()]
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NEIGHBOURS)
    .map(({ name, slug }) => ({ name, slug }));
}

function* around(point: Point, cells: Map<number, Point[]>): Generator<Point> {
  const [x, y, z] = [cellOf(point.x), cellOf(point.y), cellOf(point.z)];
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (let dz = -1; dz <= 1; dz++) yield* cells.get(cellKey(x + dx, y + dy, z + dz)) ?? [];
}

function greatCircle(a: Point, b: Point): number {
  const chord = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
  const kilometres = 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS_KM)));
  // Rounded to the millimetre, so that equal distances stay ties in spite of floating point.
  return Math.round(kilometres * 1e6) / 1e6;
}
