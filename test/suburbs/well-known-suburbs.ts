import { suburbSlug } from '@app/suburbs';
import type { PopulatedSuburb } from './typed-places.js';
import { uuid } from '@testing';

/** Suburbs of a state and region: name, postcode, and approximate population in thousands. */
const SUBURBS: readonly (readonly [state: string, region: string, suburbs: string])[] = [
  [
    'VIC',
    'Greater Melbourne',
    `Richmond 3121 28, St Kilda 3182 19, St Kilda East 3183 13, St Kilda West 3182 3, Melbourne 3000 47, South Yarra 3141 25,
     Brunswick 3056 25, Brunswick East 3057 13, Brunswick West 3055 15, Point Cook 3030 66, Heidelberg 3084 7,
     Heidelberg Heights 3081 7, Brighton 3186 23, Newport 3015 13, Hawthorn 3122 23, Werribee 3030 50, Kilda Downs 3999 1`,
  ],
  ['VIC', 'Geelong', 'Geelong 3220 6, Newtown 3220 10, Point Lonsdale 3225 4'],
  ['VIC', 'Central Highlands', 'Mount Richmond 3305 1, Mount Clear 3350 4'],
  [
    'NSW',
    'Greater Sydney',
    `Sydney 2000 17, North Sydney 2060 9, South Coogee 2034 6, Richmond 2753 5, North Richmond 2754 6, Newtown 2042 15,
     Bondi 2026 10, Bondi Beach 2026 11, Bondi Junction 2022 11, Brighton-le-Sands 2216 8, McMahons Point 2060 3,
     Hunters Hill 2110 9, Ku-Ring-Gai Chase 2084 1, Mount Kuring-Gai 2080 2, Blacktown 2148 47, Kogarah 2217 16,
     Kogarah Bay 2217 2, Parramatta 2150 31, North Parramatta 2151 14, Woolloomooloo 2011 4, Sydney Olympic Park 2127 5,
     Potts Point 2011 9, Darlinghurst 2010 11, Maroubra 2035 31, Pyrmont 2009 12, Kings Park 2148 3`,
  ],
  ['NSW', 'Central Coast', 'Gosford 2250 4, Terrigal 2260 12'],
  ['NSW', 'Richmond-Tweed', 'Byron Bay 2481 6, Coorabell 2479 1'],
  ['NSW', 'Mid North Coast', 'Coffs Harbour 2450 26, Port Macquarie 2444 48, Coffs Creek 2450 1'],
  ['NSW', 'Rest of NSW', 'Cessnock 2325 15, Pokolbin 2320 1'],
  ['NSW', 'Illawarra', 'Wollongong 2500 18, North Wollongong 2500 3'],
  [
    'QLD',
    'Greater Brisbane',
    `Brisbane City 4000 12, Indooroopilly 4068 13, Kippa-Ring 4021 10, Newtown 4305 1, Fortitude Valley 4006 10,
     Richmond Hill 4820 2`,
  ],
  ['QLD', 'Gold Coast', 'Surfers Paradise 4217 26, Burleigh Heads 4220 11, Southport 4215 36'],
  ['QLD', 'Sunshine Coast', 'Maroochydore 4558 20, Buderim 4556 31'],
  ['QLD', 'Outback', 'Richmond 4822 1, Longreach 4730 3'],
  ['WA', 'Greater Perth', "Perth 6000 13, North Perth 6006 9, East Perth 6004 11, Dalkeith 6009 4, O'Connor 6163 1"],
  ['WA', 'Great Southern', 'Mount Barker 6324 3, Albany 6330 5'],
  ['SA', 'Greater Adelaide', 'Adelaide 5000 18, North Adelaide 5006 7, Richmond 5033 3, Mount Barker 5251 18'],
  ['SA', 'Rest of SA', 'Tanunda 5352 5, Nuriootpa 5355 6'],
  ['SA', 'Limestone Coast', 'Mount Gambier 5290 26'],
  ['TAS', 'Launceston and North East', 'Perth 7300 3, Launceston 7250 1'],
  ['TAS', 'Hobart', 'Hobart 7000 3, Richmond 7025 1'],
  ['ACT', 'Canberra', "O'Connor 2602 6, Acton 2601 2, City 2601 4, ACT Remainder - Belconnen 2601 1"],
  ['NT', 'Darwin', 'Darwin City 0800 7, Stuart Park 0820 4'],
];

/** Frequently searched suburbs, and suburbs with similar names. */
export function wellKnownSuburbs(): PopulatedSuburb[] {
  const named = SUBURBS.flatMap(([state, regionName, suburbs]) =>
    [...suburbs.matchAll(/\s*([^,\d]+) (\d{4}) (\d+)/g)].map(([, suburb = '', postcode = '', thousands]) => ({
      suburb,
      state,
      postcode,
      regionName,
      population: Number(thousands) * 1_000,
    })),
  );
  return named.map((place, at) => ({
    ...place,
    id: at + 1,
    uid: uuid(1, at + 1),
    slug: suburbSlug(place),
    areaName: '',
    latitude: null,
    longitude: null,
    gazetted: true,
  }));
}
