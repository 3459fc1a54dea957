import { PLACE_TYPES, PlaceIndex } from '../../libs/suggestions/src/search/index.js';
import type { SuburbRow } from '../../libs/suggestions/src/search/suggested-place.js';

/** A suburb and its population. */
export interface PopulatedSuburb extends SuburbRow {
  readonly population: number;
}

/** Typed texts and the expected first suggestion. Suburbs with a larger population have more listings. */
export const EXPECTED: readonly (readonly [typed: string, first: string])[] = [
  // Full names, prefixes, and names with state or postcode.
  ['st kilda', 'St Kilda VIC 3182'],
  ['richmond', 'Richmond VIC 3121'],
  ['richmond nsw', 'Richmond NSW 2753'],
  ['richmond victoria', 'Richmond VIC 3121'],
  ['richmond new south wales', 'Richmond NSW 2753'],
  ['perth western australia', 'Perth WA 6000'],
  ['bondi j', 'Bondi Junction NSW 2022'],
  ['surfers', 'Surfers Paradise QLD 4217'],
  ['byron', 'Byron Bay NSW 2481'],
  ['brisbane', 'Brisbane City QLD 4000'],
  ['brighton-le-sands', 'Brighton-le-Sands NSW 2216'],
  // Later words of a name.
  ['kilda east', 'St Kilda East VIC 3183'],
  ['sydney north', 'North Sydney NSW 2060'],
  // Abbreviations.
  ['bondi bch', 'Bondi Beach NSW 2026'],
  ['sth yarra', 'South Yarra VIC 3141'],
  ['brunswick e', 'Brunswick East VIC 3057'],
  ['saint kilda', 'St Kilda VIC 3182'],
  ['mt barker', 'Mount Barker SA 5251'],
  ['pt cook', 'Point Cook VIC 3030'],
  ['mcmahons pt', 'McMahons Point NSW 2060'],
  ['heidelberg hts', 'Heidelberg Heights VIC 3081'],
  ['hunters hl', 'Hunters Hill NSW 2110'],
  ['coffs harbor', 'Coffs Harbour NSW 2450'],
  ['sydney cbd', 'Sydney NSW 2000'],
  ['brisbane cbd', 'Brisbane City QLD 4000'],
  ['canberra cbd', 'City ACT 2601'],
  // Common names, and regions that are no suburbs.
  ['cbd', 'Melbourne VIC 3000'],
  ['canberra city', 'City ACT 2601'],
  ['civic', 'City ACT 2601'],
  ['kings cross', 'Darlinghurst NSW 2010'],
  ['kings cross nsw', 'Darlinghurst NSW 2010'],
  ['darling harbour', 'Sydney NSW 2000'],
  ['eastern suburbs', 'Maroubra NSW 2035'],
  ['hunter val', 'Cessnock NSW 2325'],
  ['barosa valley', 'Nuriootpa SA 5355'],
  // Apostrophes, hyphens, and missing or extra spaces.
  ["O'Connor", "O'Connor ACT 2602"],
  ['oconnor wa', "O'Connor WA 6163"],
  ['o connor', "O'Connor ACT 2602"],
  ['ku ring gai', 'Ku-Ring-Gai Chase NSW 2084'],
  ['mt kuringgai', 'Mount Kuring-Gai NSW 2080'],
  ['kipparing', 'Kippa-Ring QLD 4021'],
  ['stkilda', 'St Kilda VIC 3182'],
  ['northsydney', 'North Sydney NSW 2060'],
  ['black town', 'Blacktown NSW 2148'],
  // Postcodes.
  ['3121', '3121 VIC'],
  ['2000', '2000 NSW'],
  ['0800', '0800 NT'],
  // Regions and areas.
  ['gold coast', 'Gold Coast QLD'],
  // Typos.
  ['wolongong', 'Wollongong NSW 2500'],
  ['wolloomooloo', 'Woolloomooloo NSW 2011'],
  ['indooropilly', 'Indooroopilly QLD 4068'],
  ['dalkieth', 'Dalkeith WA 6009'],
  ['st kida', 'St Kilda VIC 3182'],
  ['kogerah nsw', 'Kogarah NSW 2217'],
];

/** Suggests places as people type them, the more populous first. */
export function searchIn(suburbs: readonly PopulatedSuburb[]): (typed: string) => (string | undefined)[] {
  const index = new PlaceIndex();
  const people = new Map<number, number>();
  for (const row of suburbs) {
    index.add(row);
    for (const entry of index.catalog.containing(row.id)) people.set(entry, (people.get(entry) ?? 0) + row.population);
  }
  const listingsOf = (entry: number) => people.get(entry) ?? 0;
  return (typed) =>
    index.find({ typed, types: new Set(PLACE_TYPES), limit: 10, listingsOf }).map(({ entry }) => entry.place.text);
}

/** The typed prefixes of a text. */
export const begun = (typed: string): string[] => [...typed].map((_, at) => typed.slice(0, at + 1));
