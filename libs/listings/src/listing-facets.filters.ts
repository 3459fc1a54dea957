import { raw, sql } from '@app/sql';
import type { FacetDeclaration } from '@app/lists';
import { FEATURE_FLAGS } from './listing-types.js';

type Values = Pick<FacetDeclaration, 'keysOf' | 'valuesOf'>;

/** So many flags are counted by one key: all of them together have almost as many combinations as there are listings. */
const FLAGS_OF_KEY = 10;
const KEYS = Math.ceil(FEATURE_FLAGS.length / FLAGS_OF_KEY);

/** Each feature of a listing. */
export const ofFlags: Values = {
  keysOf: (flags) =>
    Array.from(
      { length: KEYS },
      (_, at) => sql`(${flags} >> ${raw(String(at * FLAGS_OF_KEY))} & ${raw(String(2 ** FLAGS_OF_KEY - 1))})::int`,
    ),
  valuesOf: (key, at) =>
    FEATURE_FLAGS.slice(at * FLAGS_OF_KEY, (at + 1) * FLAGS_OF_KEY).filter((_, bit) => (Number(key) >> bit) & 1),
};

/** Each name in an array of names. */
export const ofNames: Values = {
  keysOf: (names) => [sql`array_to_json(${names})::text`],
  valuesOf: (key) => [...new Set(JSON.parse(key) as string[])], // an array of texts
};

/** A commercial property for sale and for lease is found by either (D28). */
export const ofSaleAndLease: Values = {
  keysOf: (column) => [column],
  valuesOf: (key) => (key === 'both' ? ['sale', 'lease'] : [key]),
};

/** The digits that a bracket of prices begins with. */
const LEADING = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95];

/** The first bounds of prices: below 100 there is one bracket, and rents and prices have brackets of half their first digit. */
export const PRICE_BRACKETS: readonly number[] = [
  0,
  ...[10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((unit) => LEADING.map((digits) => digits * unit)),
  100_000_000,
];
