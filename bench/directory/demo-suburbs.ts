import { createReadStream, existsSync } from 'node:fs';
import { gazetteer, type DemoPlace } from '@app/demo';
import { placeKey, readSuburbsCsv } from '@app/suburbs';
import { SUBURBS_CSV } from '../places.js';

/** The suburbs of the shared file, evenly thinned to so many; those that the generator brings along where there is none. */
export async function demoSuburbs(atMost: number): Promise<DemoPlace[]> {
  if (!existsSync(SUBURBS_CSV)) return gazetteer();
  const places = new Map<string, DemoPlace>();
  for await (const row of readSuburbsCsv(createReadStream(SUBURBS_CSV))) {
    if (!('value' in row)) continue;
    const { suburb, state, postcode, areaName, regionName, timeZone, latitude, longitude } = row.value;
    const place = { suburb, state, postcode, areaName, regionName, timeZone };
    places.set(placeKey(place), { ...place, latitude: degrees(latitude), longitude: degrees(longitude) });
  }
  const all = [...places.values()];
  const step = Math.max(1, all.length / atMost);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

const degrees = (text: string): number | null => (text === '' ? null : Number(text));
