import { surroundingSuburbs } from '@app/suburbs';
import { describe, expect, it } from 'vitest';
import { gazetteer } from './gazetteer.js';
import { lotOf } from './streets.js';

describe('the gazetteer', () => {
  const places = gazetteer();

  it('has 400 different suburbs in all eight states and territories', () => {
    expect(new Set(places.map(({ suburb, state, postcode }) => `${suburb} ${state} ${postcode}`)).size).toBe(400);
    expect(new Set(places.map(({ state }) => state))).toEqual(
      new Set(['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT']),
    );
  });

  it('has complete rows', () => {
    for (const place of places) {
      expect(place.postcode).toMatch(/^\d{4}$/);
      expect(place.latitude).toBeLessThan(-10);
      expect(place.longitude).toBeGreaterThan(110);
      expect(place.population).toBeGreaterThan(0);
      expect(place.areaName && place.regionName).toBeTruthy();
      expect(place.timeZone).toMatch(/^Australia\//);
    }
  });

  it('has clusters, so that most suburbs have neighbours', () => {
    expect(surroundingSuburbs(places).filter((found) => found?.length).length).toBeGreaterThan(350);
  });
});

it('gives each lot of a suburb its own address', () => {
  const lots = Array.from({ length: 13_000 }, (_, ordinal) => lotOf(17, ordinal));
  expect(new Set(lots.map(({ street, number }) => `${number} ${street}`)).size).toBe(13_000);
  expect(new Set(lots.slice(0, 6000).map(({ street }) => street)).size).toBe(40);
});
