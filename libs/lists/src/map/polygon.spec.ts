import { walk } from '../../../../test/support/walk.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInShapes, isSimplePolygon } from '../../../../test/support/brute-force/map.js';
import { findCrossing, isInPolygon, withoutRepeats } from './polygon.js';
import { boxesBetween, isInBox, type Coordinates } from './shapes.js';

const RUNS = { numRuns: walk(1_000) };

/** A small grid whose numbers are no binary fractions: corners, edges and points coincide, and rounding would separate them. */
const degrees = fc.integer({ min: -6, max: 6 }).map((at) => at / 10);
const place = fc.record({ latitude: degrees, longitude: degrees });
const corners = fc.array(place, { minLength: 3, maxLength: 9 });

const textOf = (polygon: readonly Coordinates[]): string =>
  polygon.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';');
const placed = ({ latitude, longitude }: Coordinates) => ({ latitude: String(latitude), longitude: String(longitude) });

describe('a polygon', () => {
  it('is simple or not, compared with the signs of areas in whole numbers', () => {
    let simple = 0;
    fc.assert(
      fc.property(corners, (drawn) => {
        const polygon = withoutRepeats(drawn);
        const isSimple = polygon.length >= 3 && findCrossing(polygon) === undefined;
        simple += Number(isSimple);
        expect(isSimple).toBe(isSimplePolygon(textOf(drawn)));
      }),
      RUNS,
    );
    expect(simple).toBeGreaterThan(RUNS.numRuns / 20);
  });

  it('contains the same points as a brute-force test, including edges and corners', () => {
    let inside = 0;
    fc.assert(
      fc.property(corners, fc.array(place, { minLength: 20, maxLength: 20 }), (drawn, places) => {
        const polygon = withoutRepeats(drawn);
        fc.pre(polygon.length >= 3 && findCrossing(polygon) === undefined);
        for (const one of places) {
          const isInside = isInPolygon(polygon, one);
          inside += Number(isInside);
          expect(isInside).toBe(isInShapes(placed(one), { polygons: [textOf(polygon)] }));
        }
      }),
      { numRuns: Math.ceil(RUNS.numRuns / 10) },
    );
    expect(inside).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it('has edges that are straight in decimal coordinates', () => {
    const polygon = [
      { longitude: 0.1, latitude: 0.3 },
      { longitude: 0.7, latitude: 2.1 },
      { longitude: 0.1, latitude: 2.1 },
    ];
    const onEdge = { longitude: 0.3, latitude: 0.9 };
    expect(isInPolygon(polygon, onEdge)).toBe(true);
    expect(isInPolygon(polygon, { ...onEdge, latitude: 0.8999999999999999 })).toBe(false);
    expect(isInPolygon(polygon, { ...onEdge, latitude: 0.9000000000000001 })).toBe(true);
  });

  it('with 200 corners that all coincide is checked fast', () => {
    const zigzag = Array.from({ length: 200 }, (_, at) => ({ longitude: (at % 2) * 100, latitude: at / 10 }));
    expect(findCrossing(zigzag)).toEqual([2, 200]);
  });

  it('compares a limited number of edges that lie beside each other', () => {
    const turns = Array.from({ length: 2_000 }, (_, at) => (at / 2_000) * 2 * Math.PI);
    const circle = turns.map((turn) => ({ latitude: Math.sin(turn), longitude: Math.cos(turn) }));
    expect(findCrossing(circle)).toBeUndefined();
    const slanted = turns.map((_, at) => ({ latitude: (at % 2) + at / 1e5, longitude: (at % 2) - at / 1e5 }));
    expect(findCrossing(slanted)).toBe('many');
  });
});

describe('boxes', () => {
  it.each<[string, number, number, number, number, Coordinates, boolean]>([
    ['contain their corners', 1, 2, 3, 4, { longitude: 3, latitude: 4 }, true],
    ['and nothing beyond', 1, 2, 3, 4, { longitude: 3.0000000000000004, latitude: 4 }, false],
    ['cross the date line', 170, -10, -170, 10, { longitude: -175, latitude: 0 }, true],
    ['only where they do', 170, -10, -170, 10, { longitude: 0, latitude: 0 }, false],
    ['take 180 and -180 for the same', 170, -10, 180, 10, { longitude: -180, latitude: 0 }, true],
    ['on the other side, too', -180, -10, -170, 10, { longitude: 180, latitude: 0 }, true],
    ['reach the poles', -180, 80, 180, 90, { longitude: 17, latitude: 90 }, true],
  ])('%s', (_, west, south, east, north, at, expected) => {
    expect(boxesBetween({ west, south, east, north }).some((box) => isInBox(box, at))).toBe(expected);
  });
});
