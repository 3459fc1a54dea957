import { suburbLine, uuid } from '../../factories/suburb.factory.js';
import type { Dice } from './dice.js';
import type { SuburbLine } from './lines.js';

/** Full names, time zones and regions, with characters of LIKE patterns, accents and shared prefixes. */
const GROUPS: readonly [zone: string, region: string, ...names: string[]][] = [
  ['Australia/Melbourne', 'Greater Melbourne', 'Richmond VIC 3121', 'Richmond North VIC 3121', 'Burnley VIC 3121'],
  ['Australia/Melbourne', 'Greater Melbourne', 'Cremorne VIC 3121', 'Rich VIC 3122', 'Hawthorn VIC 3122'],
  ['Australia/Melbourne', 'Greater Melbourne', 'Kew VIC 3101', 'Kew East VIC 3102', 'Fitzroy VIC 3065'],
  ['Australia/Melbourne', 'Hume', 'Wodonga VIC 3690', 'Bandiana VIC 3691', 'Baranduda VIC 3691'],
  ['Australia/Sydney', 'Riverina', 'Albury NSW 2640', 'East Albury NSW 2640', 'Lavington NSW 2641'],
  ['Australia/Sydney', 'Greater Sydney', 'Richmond NSW 2753', 'Kew NSW 2439', 'Haymarket NSW 2000'],
  ['Australia/Sydney', 'Greater Sydney', 'Sydney NSW 2000', 'Sydney South NSW 2000', 'The Rocks NSW 2000'],
  ['Australia/Sydney', 'Greater Sydney', "O'Connell NSW 2795", 'Saint-Éloi NSW 2795', 'Zoë Creek NSW 2795'],
  ['Australia/Sydney', 'Greater % Sydney', '100% Bay NSW 2600', 'Under_Score NSW 2601', 'Back\\Slash NSW 2602'],
  ['Australia/Sydney', 'Greater _ Sydney', '1000 Bay NSW 2600', 'Under-Score NSW 2601', 'BackSlash NSW 2602'],
  ['Australia/Sydney', 'Canberra', 'Hall ACT 2618', 'Acton ACT 2601', 'Braddon ACT 2612'],
  ['Australia/Lord_Howe', 'Islands', 'Lord Howe Island NSW 2898'],
  ['Australia/Brisbane', 'Greater Brisbane', 'Richmond QLD 4740', 'Richmond Hill QLD 4820', 'Spring Hill QLD 4000'],
  ['Australia/Brisbane', 'Greater Brisbane', 'Brisbane City QLD 4000', 'Petrie Terrace QLD 4000', 'Newstead QLD 4006'],
  ['Australia/Darwin', 'Outback', 'Alice Springs NT 0870', 'Mutitjulu NT 0872', 'Kaltukatjara NT 0872'],
  ['Australia/Adelaide', 'Outback', 'Ernabella SA 0872', 'Umuwa SA 0872', 'Richmond SA 5033'],
  ['Australia/Adelaide', 'Greater Adelaide', 'Adelaide SA 5000', 'North Adelaide SA 5006', 'Glenelg SA 5045'],
  ['Australia/Perth', 'Greater Perth', 'Perth WA 6000', 'East Perth WA 6004', 'Fremantle WA 6160'],
  ['Australia/Perth', 'Outback', 'Kiwirrkurra WA 0872', 'Warburton WA 0872'],
  ['Australia/Hobart', '', 'Hobart TAS 7000', 'Battery Point TAS 7004', 'Richmond TAS 7025'],
  ['', '', 'Nowhere VIC 3999', 'NEWHERE Vic 3998'],
];

const AREAS = ['Yarra', 'Boroondara', 'Albury City', 'Area of 50% more', 'City of Sydney', ''];

/** About sixty suburbs. Most have a few others as surroundings, some across a border. */
export function worldSuburbs(dice: Dice): SuburbLine[] {
  const suburbs = GROUPS.flatMap(([timeZone, regionName, ...names]) =>
    names.map((name) => suburbLine(name, { timeZone, regionName, areaName: dice.pick(AREAS), ...partsOf(name) })),
  );
  return suburbs.map((suburb, at) => ({
    ...suburb,
    _id: uuid(1, 9_000 + at),
    surroundingSuburbs: surroundings(suburbs, at, dice),
  }));
}

function partsOf(name: string): Pick<SuburbLine, 'suburb' | 'state' | 'postcode'> {
  const words = name.split(' ');
  const [postcode = '', state = ''] = [words.pop(), words.pop()];
  return { suburb: words.join(' '), state, postcode };
}

function surroundings(suburbs: readonly SuburbLine[], at: number, dice: Dice): SuburbLine['surroundingSuburbs'] {
  if (dice.chance(0.15)) return null;
  const near = suburbs.filter((_, other) => other !== at && Math.abs(other - at) <= 4 && dice.chance(0.4));
  return near.map(({ name, slug }) => ({ name, slug }));
}
