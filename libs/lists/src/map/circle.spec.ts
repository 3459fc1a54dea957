import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metresFrom } from '../../../../test/support/brute-force/map.js';
import { boxesWithin, metresBetween } from './circle.js';
import { isInBox } from './shapes.js';

const latitude = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.99999));
const longitude = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0));
const place = fc.record({ latitude, longitude });

describe('metresBetween', () => {
  it('is the angle between two directions, times the mean radius', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const { latitude: lat, longitude: lng } = other;
        // The haversine formula is less exact for nearly antipodal points.
        const metres = metresFrom(`${one.latitude},${one.longitude}`, {
          latitude: String(lat),
          longitude: String(lng),
        });
        expect(metresBetween(one, other)).toBeCloseTo(metres, metres > 19_000_000 ? -1 : 4);
      }),
      { numRuns: 3000 },
    );
  });

  it('is half the circumference for the antipode', () => {
    expect(metresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015_114.44, 2);
  });
});

describe('boxesWithin', () => {
  it('contain every point within the distance, around the earth and at the poles', () => {
    let within = 0;
    const near = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(place, near, near, fc.integer({ min: 1, max: 100_000 }), (centre, north, east, metres) => {
        const reach = metres / 111_000;
        const lat = Math.max(-90, Math.min(90, centre.latitude + north * reach));
        const lng = centre.longitude + (east * reach) / Math.max(1e-9, Math.cos((lat * Math.PI) / 180));
        const other = { latitude: lat, longitude: ((((lng + 180) % 360) + 360) % 360) - 180 };
        if (metresBetween(centre, other) > metres) return;
        within += 1;
        expect(boxesWithin(centre, metres).some((box) => isInBox(box, other))).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(within).toBeGreaterThan(1000);
  });
});
