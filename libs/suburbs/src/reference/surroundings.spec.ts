import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surroundingSuburbs, type SuburbCentre } from './surroundings.js';

const centre = (suburb: string, latitude: number | null, longitude: number | null): SuburbCentre => ({
  suburb,
  state: 'VIC',
  postcode: '3000',
  latitude,
  longitude,
});
const names = (found: { name: string }[] | null | undefined) => found?.map(({ name }) => name.replace(' VIC 3000', ''));

describe('surroundingSuburbs', () => {
  it('returns the suburbs within 5 km, nearest first', () => {
    const [home] = surroundingSuburbs([
      centre('Home', -37.8, 145),
      centre('Far', -37.8, 145.0575), // 5.05 km
      centre('Near', -37.81, 145),
      centre('Edge', -37.8, 145.0565), // 4.96 km
    ]);
    expect(home).toEqual([
      { name: 'Near VIC 3000', slug: 'near-vic-3000' },
      { name: 'Edge VIC 3000', slug: 'edge-vic-3000' },
    ]);
  });

  it('distinguishes "none" from "unknown"', () => {
    expect(surroundingSuburbs([centre('Alone', -30, 130), centre('Nowhere', null, null)])).toEqual([[], null]);
  });

  it('orders equal distances by name', () => {
    const [home] = surroundingSuburbs([centre('Home', -30, 130), centre('B', -30, 130.01), centre('A', -30, 129.99)]);
    expect(names(home)).toEqual(['A', 'B']);
  });

  it('returns the nearest 15', () => {
    const row = Array.from({ length: 20 }, (_, index) => centre(`S${index}`, -30, 130 + index * 0.001));
    expect(names(surroundingSuburbs(row)[0])).toEqual(Array.from({ length: 15 }, (_, index) => `S${index + 1}`));
  });

  it('never returns the suburb itself, or a neighbour twice', () => {
    const found = surroundingSuburbs([
      centre('Twin', -30, 130),
      centre('Twin', -30, 130.01),
      centre('Other', -30, 130.02),
    ]);
    expect(found.map(names)).toEqual([['Other'], ['Other'], ['Twin']]);
  });

  it('works across the date line', () => {
    expect(names(surroundingSuburbs([centre('West', -17, 179.99), centre('East', -17, -179.99)])[0])).toEqual(['East']);
  });

  it('equals a comparison of all pairs', () => {
    const degrees = (from: number) => fc.double({ min: from, max: from + 0.3, noNaN: true });
    const centres = fc.array(fc.tuple(degrees(-43), degrees(147)), { maxLength: 60 });
    fc.assert(
      fc.property(centres, (pairs) => {
        const given = pairs.map(([latitude, longitude], index) => centre(`S${index}`, latitude, longitude));
        surroundingSuburbs(given).forEach((found, index) => {
          const near = given.filter((other, i) => i !== index && haversine(given[index]!, other) < 4.999).length;
          const most = given.filter((other, i) => i !== index && haversine(given[index]!, other) < 5.001).length;
          expect(found!.length).toBeGreaterThanOrEqual(Math.min(near, 15));
          expect(found!.length).toBeLessThanOrEqual(Math.min(most, 15));
        });
      }),
    );
  });
});

function haversine(a: SuburbCentre, b: SuburbCentre): number {
  const rad = (degrees: number | null) => ((degrees ?? 0) * Math.PI) / 180;
  const half = (from: number | null, to: number | null) => Math.sin((rad(to) - rad(from)) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * 6371.0088 * Math.asin(Math.sqrt(h));
}
