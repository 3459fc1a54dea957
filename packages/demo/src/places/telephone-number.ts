import type { Random } from '../random/random.js';

/** Area codes of telephone numbers, by state. */
const AREAS: Readonly<Record<string, string>> = {
  NSW: '02',
  ACT: '02',
  VIC: '03',
  TAS: '03',
  QLD: '07',
  SA: '08',
  WA: '08',
  NT: '08',
};
/** Norfolk Island and the other territories of the sea have codes that nobody would know. */
const AREA_ELSEWHERE = '02';
/** The regulator reserves these for fiction, in every area. */
const EXCHANGES = ['5550', '7010'] as const;

/** Mobile numbers that the regulator reserves for fiction. */
const MOBILES = [
  '0491 570 006',
  '0491 570 110',
  '0491 570 156',
  '0491 570 157',
  '0491 570 158',
  '0491 570 159',
  '0491 570 313',
  '0491 570 737',
  '0491 571 266',
  '0491 571 491',
  '0491 571 804',
  '0491 572 549',
  '0491 572 665',
  '0491 572 983',
] as const;

/** A fixed line in a state, of a range that is reserved for fiction. */
export function fixedLine(random: Random, state: string): string {
  const local = String(random.integer(0, 9999)).padStart(4, '0');
  return `(${AREAS[state] ?? AREA_ELSEWHERE}) ${random.pick(EXCHANGES)} ${local}`;
}

/** A mobile number that nobody has. */
export const mobile = (random: Random): string => random.pick(MOBILES);
