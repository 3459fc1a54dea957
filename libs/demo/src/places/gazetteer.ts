import type { DemoPlace } from './demo-place.js';
import { newSouthWalesAndAct } from './gazetteer/new-south-wales-and-act.js';
import { queenslandAndNorthernTerritory } from './gazetteer/queensland-and-northern-territory.js';
import { victoriaAndTasmania } from './gazetteer/victoria-and-tasmania.js';
import { westernAndSouthAustralia } from './gazetteer/western-and-south-australia.js';

/**
 * 400 real suburbs of all states and territories, mostly populous ones, in clusters. Each table has lines `= state |
 * region | time zone`, each followed by a line `suburb | postcode | area | latitude | longitude | population` for every
 * suburb.
 */
export function gazetteer(): DemoPlace[] {
  return [newSouthWalesAndAct, victoriaAndTasmania, queenslandAndNorthernTerritory, westernAndSouthAustralia].flatMap(
    readTable,
  );
}

function readTable(table: string): DemoPlace[] {
  const places: DemoPlace[] = [];
  let [state, regionName, timeZone] = ['', '', ''];
  for (const line of table.trim().split('\n')) {
    const [first = '', second = '', third = '', latitude, longitude, population] = line.split(' | ');
    if (first.startsWith('= ')) {
      [state, regionName, timeZone] = [first.slice(2), second, third];
      continue;
    }
    places.push({
      suburb: first,
      state,
      postcode: second,
      areaName: third,
      regionName,
      timeZone,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(population),
    });
  }
  return places;
}
