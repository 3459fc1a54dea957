import data from '../data/gazetteer.json' with { type: 'json' };
import type { DemoPlace } from './demo-place.js';

/** Suburb, postcode, area, latitude, longitude, population. */
type Row = [string, string, string, number, number, number];

/** 400 real suburbs of all states and territories, mostly populous ones, in clusters. */
export function gazetteer(): DemoPlace[] {
  return data.regions.flatMap(({ state, region, timeZone, suburbs }) =>
    // JSON has no tuples.
    (suburbs as Row[]).map(([suburb, postcode, areaName, latitude, longitude, population]) => {
      const place = { suburb, state, postcode, areaName, regionName: region, timeZone };
      return { ...place, latitude, longitude, population };
    }),
  );
}
