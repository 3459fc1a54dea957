const NAMED_STREETS: Record<string, string> = {
  Street:
    'Acacia Albert Albion Alfred Anderson Ann Argyle Ash Banksia Barkly Bay Bell Birch Boundary Bourke Bridge Brown Burke ' +
    'Campbell Carlton Cedar Chapel Charles Church Clarence Clarke Collins Cook Crown Davis Derby Dixon Duke Edward Eliza ' +
    'Elizabeth Fitzroy Flinders Franklin George Gordon Grey Hill Hope Howard Hunter James John King Lawson Leichhardt ' +
    'Little Macquarie Main Margaret Market Mary Mill Mitchell Napier Nelson Nicholson Oak Park Paterson Phillip Pine ' +
    'Princes Queen Railway Raglan Rose Russell Short Smith Station Stewart Stuart Sturt Sydney Union Victoria View ' +
    'Walker Water Wellington William York',
  Road: 'Beach Beaconsfield Centre Coast Creek Glen Golf Links Heights Military Mountain North Old Mill Orchard River South Tower Valley',
  Avenue:
    'Beech Carrington Clifton Elm Grand Hawthorn Jacaranda Lake Laurel Linden Magnolia Myrtle Ocean Palm Poplar Willow',
  Drive: 'Bayview Cassia Grevillea Hillcrest Kingfisher Lakeside Panorama Riverside Sanctuary Waratah',
  Court: 'Amber Coral Fern Honeyeater Kestrel Lorikeet Rosella Wattle',
  Crescent: 'Beaufort Bellevue Melaleuca Norfolk Sunset',
  Parade: 'Bayside Harbour Marine',
  Place: 'Bluegum Heron Ironbark Jasmine',
  Lane: 'Chandler Cobbler Foundry',
};

const POOL = Object.entries(NAMED_STREETS).flatMap(([kind, names]) =>
  names.split(' ').map((name) => `${name} ${kind}`),
);
const STREETS_PER_SUBURB = 40;
const NUMBERS_PER_STREET = 150;

/** A lot in a suburb. */
export interface Lot {
  street: string;
  number: number;
}

/**
 * The street and number of the nth lot of a suburb. All lots of a suburb are different, and consecutive ones are not
 * neighbours.
 */
export function lotOf(suburb: number, ordinal: number): Lot {
  const lots = STREETS_PER_SUBURB * NUMBERS_PER_STREET;
  const round = Math.floor(ordinal / lots);
  const slot = ((ordinal % lots) * 1409 + suburb * 2477) % lots; // 1409 and the number of lots have no common factor
  const street = POOL[(suburb * 37 + (slot % STREETS_PER_SUBURB)) % POOL.length] ?? '';
  return { street, number: 1 + Math.floor(slot / STREETS_PER_SUBURB) + round * NUMBERS_PER_STREET };
}
