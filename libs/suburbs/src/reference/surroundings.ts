import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { suburbName, suburbSlug, type SuburbKey } from './suburb-names.js';

const REACH_KM = 5;
const MOST_NEIGHBOURS = 15;

/** A suburb with its centre in decimal degrees, `null` if unknown. */
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
  readonly latitude: number;
  readonly longitude: number;
}

interface MeasuredNeighbour extends Neighbour {
  readonly kilometres: number;
}

/**
 * The neighbours of each suburb, in the given order: suburbs with a centre within 5 km, nearest first, ties by name, at
 * most 15. `null` for a suburb without coordinates. A duplicate of a suburb is not its neighbour.
 */
export function surroundingSuburbs(centres: readonly SuburbCentre[]): (Neighbour[] | null)[] {
  const points = centres.map(toPoint);
  const located = points.filter((point) => point !== null);
  const index = new KDBush(located.length);
  for (const { longitude, latitude } of located) index.add(longitude, latitude);
  index.finish();
  return points.map((point) => point && neighboursOf(point, located, index));
}

function toPoint({ latitude, longitude, ...key }: SuburbCentre): Point | null {
  if (latitude === null || longitude === null) return null;
  return { name: suburbName(key), slug: suburbSlug(key), latitude, longitude };
}

function neighboursOf(from: Point, located: readonly Point[], index: KDBush): Neighbour[] {
  const nearest = new Map<string, MeasuredNeighbour>();
  // Nearest first: of duplicates, the nearer one counts.
  for (const at of around(index, from.longitude, from.latitude, Infinity, REACH_KM)) {
    const other = located[at];
    if (!other || other.slug === from.slug || nearest.has(other.slug)) continue;
    nearest.set(other.slug, { name: other.name, slug: other.slug, kilometres: kilometresBetween(from, other) });
  }
  return [...nearest.values()]
    .sort((a, b) => a.kilometres - b.kilometres || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NEIGHBOURS)
    .map(({ name, slug }) => ({ name, slug }));
}

function kilometresBetween(a: Point, b: Point): number {
  // Rounded to the millimetre, so that floating-point errors do not break ties.
  return Math.round(distance(a.longitude, a.latitude, b.longitude, b.latitude) * 1e6) / 1e6;
}
