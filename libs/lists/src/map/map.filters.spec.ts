import { readQuery } from '../read-query.js';
import { selectivityOf } from '../parameter.js';
import { describe, expect, it } from 'vitest';
import { hasLocalMap, InBox, InPolygon, Near, Radius, type MapQuery } from './map.filters.js';
import type { Box, Polygon, Coordinates } from './shapes.js';

class PlacesQuery implements MapQuery {
  @Near() near?: Coordinates;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];
}

/** Triangles in a box with the given degrees of longitude, and one degree of latitude. */
const triangles = (...widths: readonly number[]): string[] =>
  widths.map((width) => `140,-37;${140 + width},-37;140,-38`);

describe('a map shape uses an index', () => {
  it.each<[string, Record<string, string | string[]>, boolean]>([
    ['a circle, even the largest', { near: '-37.8,144.9', radius: '100000' }, true],
    ['a window of one square degree', { bbox: '144,-38,145,-37' }, true],
    ['a larger window', { bbox: '144,-38,145.001,-37' }, false],
    ['a window over the whole country', { bbox: '112,-44,154,-10' }, false],
    ['a window across the date line', { bbox: '179.5,-38,-179.5,-37' }, true],
    ['a window around the earth', { bbox: '-179.5,-38,-179.6,-37' }, false],
    ['an outline of one square degree', { polygon: triangles(1) }, true],
    ['a larger outline', { polygon: triangles(1.001) }, false],
    ['outlines that are together so small', { polygon: triangles(0.5, 0.5) }, true],
    ['outlines that are together larger', { polygon: triangles(0.5, 0.501) }, false],
    ['no shape', {}, false],
  ])('%s', (_, raw, isLocal) => {
    const query = readQuery(PlacesQuery, raw);
    expect([selectivityOf(query), hasLocalMap(query)]).toEqual([isLocal ? 'high' : 'low', isLocal]);
  });
});
