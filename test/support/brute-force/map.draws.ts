import fc, { type Arbitrary } from 'fast-check';
import type { Query } from './lines.js';
import type { MapShapes, Placed } from './map.js';

/** Degrees with few decimals, so that corners, edges and things coincide. */
const onGrid = (least: number, most: number): Arbitrary<number> =>
  fc.integer({ min: least * 20, max: most * 20 }).map((at) => at / 20);

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, Number(value.toFixed(6))));

interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

const centreOf = ({ latitude = '', longitude = '' }: Placed): Centre => ({
  latitude: latitude === '' ? -37.8 : Number(latitude),
  longitude: longitude === '' ? 145 : Number(longitude),
});

/** A place near a thing. Its extra digits prevent that two things have the same distance by chance. */
const nears = (thing: Arbitrary<Placed>): Arbitrary<string> =>
  fc
    .tuple(thing, fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -99_999, max: 99_999 }))
    .map(([placed, north, east]) => {
      const { latitude, longitude } = centreOf(placed);
      return `${clamp(latitude + north / 1_234_567, 90)},${clamp(longitude + east / 1_234_567, 180)}`;
    });

const radii = fc.constantFrom(undefined, '1', '777.5', '3000', '20000', '100000');

const apart = fc.constantFrom(0, 0.05, 0.5, 3, 40);

/** Windows around a thing, or with an edge or a corner on it; some cross the date line. */
const windows = (thing: Arbitrary<Placed>): Arbitrary<string> =>
  fc.tuple(thing, apart, apart, apart, apart).map(([placed, west, south, east, north]) => {
    const { latitude, longitude } = centreOf(placed);
    const around = (degrees: number) =>
      clamp(degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees, 180);
    const [top, bottom] = [clamp(latitude + north, 90), clamp(latitude - south, 90)];
    return [around(longitude - west), bottom, around(longitude + east), top].join();
  });

/**
 * Simple polygons around a thing. Their corners are on a grid and sorted by their angles around a point; such a
 * star-shaped polygon does not intersect itself.
 */
const outlines = (thing: Arbitrary<Placed>): Arbitrary<string> =>
  fc
    .tuple(
      thing,
      onGrid(0, 2),
      fc.uniqueArray(fc.tuple(onGrid(-2, 2), onGrid(-2, 2)), { minLength: 3, maxLength: 12, selector: String }),
    )
    .map(([placed, shift, corners]) => {
      const { latitude, longitude } = centreOf(placed);
      const star = starOf(corners.filter(([x, y]) => x !== 0 || y !== 0));
      const at = star.map(([x, y]) => `${clamp(longitude + shift / 2 + x, 180)},${clamp(latitude + y, 90)}`);
      const isCut = at.some((corner) => /(^|,)-?(180|90)(,|$)/.test(corner));
      const west = clamp(longitude - 0.05, 179);
      const south = clamp(latitude - 0.05, 89);
      // A triangle with the thing on or near its long edge.
      return star.length < 3 || isCut
        ? `${west},${south};${clamp(west + 0.1, 180)},${clamp(south + 0.1, 90)};${west},${clamp(south + 0.1, 90)}`
        : at.join(';');
    });

/**
 * Corners around the origin sorted by angle, with the nearest one in each direction. Neighbours are less than half a
 * turn apart.
 */
function starOf(corners: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const byAngle = new Map<string, readonly [number, number]>();
  for (const [x, y] of corners) {
    const key = Math.atan2(y, x).toFixed(6);
    const known = byAngle.get(key);
    if (!known || Math.hypot(x, y) < Math.hypot(...known)) byAngle.set(key, [x, y]);
  }
  const sorted = [...byAngle].toSorted(([one], [other]) => Number(one) - Number(other));
  const gaps = sorted.map(([angle], at) => {
    const next = sorted[(at + 1) % sorted.length]?.[0] ?? angle;
    return (Number(next) - Number(angle) + 2 * Math.PI) % (2 * Math.PI);
  });
  return gaps.some((gap) => gap === 0 || gap >= Math.PI - 1e-6) ? [] : sorted.map(([, corner]) => corner);
}

/** A shape, or several combined. */
export const mapShapes = (things: readonly Placed[]): Arbitrary<MapShapes> => {
  const thing = fc.constantFrom(...things);
  return fc.oneof(
    fc.record({ near: nears(thing), radius: radii }),
    fc.record({ bbox: windows(thing) }),
    fc.record({ polygons: fc.array(outlines(thing), { minLength: 1, maxLength: 3 }) }),
    thing.chain((one) =>
      fc.record({
        near: nears(fc.constant(one)),
        bbox: windows(fc.constant(one)),
        polygons: fc.array(outlines(fc.constant(one)), { minLength: 1, maxLength: 2 }),
      }),
    ),
  );
};

/**
 * The parameters of a query, usually with a shape. The order by distance is drawn only if there is a place to measure
 * from.
 */
export const mapQueries = (thing: Arbitrary<Placed>): Arbitrary<Query> =>
  fc.oneof(
    fc.record({
      near: nears(thing),
      radius: fc.constantFrom('500', '5000', '99999.5'),
      sort: fc.constantFrom('distance', 'distance', ''),
    }),
    fc.record({ near: nears(thing), sort: fc.constant('distance') }),
    fc.record({ bbox: windows(thing) }),
    fc.record({ polygon: outlines(thing) }),
    thing.chain((one) => fc.record({ bbox: windows(fc.constant(one)), polygon: outlines(fc.constant(one)) })),
  );

/** Shapes as parameters; a polygon may occur several times. */
export function parametersOf({ near, radius, bbox, polygons = [] }: MapShapes): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ near, radius, bbox }))
    if (value !== undefined) parameters.set(name, value);
  for (const one of polygons) parameters.append('polygon', one);
  return parameters;
}
