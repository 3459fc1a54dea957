import type { NarrowRow, MatchesRow, RowMatch } from '@app/cache';
import { fold, foldName } from './search-text.js';

/**
 * Conditions of parameters on logged rows, for cache invalidation. True and false are certain; the result is undefined
 * for a column that is not logged or has an unexpected type.
 */
const column = (name: string, test: (value: unknown) => RowMatch): MatchesRow =>
  onColumns([name], (row) => {
    const value = row[name];
    // NULL meets none of these conditions; an absent column may have any value.
    return value === undefined ? undefined : value !== null && test(value);
  });

/** A test that depends only on these columns. */
export const onColumns = (columns: readonly string[], test: (row: NarrowRow) => RowMatch): MatchesRow =>
  Object.assign((row: NarrowRow) => test(row), { columns });

/** A test whose result is always unknown. */
export const anyRow: MatchesRow = () => undefined;

/** A test that every row meets. */
export const everyRow: MatchesRow = onColumns([], () => true);

const ofText = (name: string, test: (value: string) => RowMatch): MatchesRow =>
  column(name, (value) => (typeof value === 'string' ? test(value) : undefined));

const ofNumber = (name: string, test: (value: number) => RowMatch): MatchesRow =>
  column(name, (value) => (typeof value === 'number' ? test(value) : undefined));

/** column = value */
export const equals = (name: string, wanted: unknown): MatchesRow =>
  column(name, (value) => (typeof value === typeof wanted ? value === wanted : undefined));

/** column >= value */
export const atLeast = (name: string, least: number): MatchesRow => ofNumber(name, (value) => value >= least);

/** column <= value */
export const atMost = (name: string, most: number): MatchesRow => ofNumber(name, (value) => value <= most);

/** column = ANY(values) */
export const isAnyOf = (name: string, values: readonly string[]): MatchesRow => {
  const wanted = new Set(values);
  return ofText(name, (value) => wanted.has(value));
};

/** column = ANY(numbers) */
export const isAnyNumber = (name: string, values: readonly number[]): MatchesRow => {
  const wanted = new Set(values);
  return ofNumber(name, (value) => wanted.has(value));
};

/** The column contains the text. */
export const contains = (name: string, part: string): MatchesRow => ofText(name, (value) => value.includes(part));

/** The column, which `foldName` has written, contains the name. */
export const containsName = (name: string, part: string): MatchesRow => {
  const folded = foldName(part);
  return ofText(name, (value) => folded !== '' && value.includes(folded));
};

/** The column starts with the text. */
export const startsWith = (name: string, start: string): MatchesRow => ofText(name, (value) => value.startsWith(start));

/** The array in the column contains one of the values. */
export const hasAnyOf = (name: string, values: readonly (string | number)[]): MatchesRow => {
  const wanted = new Set<unknown>(values);
  return column(name, (value) => (Array.isArray(value) ? value.some((one) => wanted.has(one)) : undefined));
};

/** The instant in the column is between the first and the last, both included, in milliseconds. */
export const isBetween = (name: string, first: number, last: number): MatchesRow =>
  ofText(name, (value) => {
    const instant = Date.parse(value);
    if (instant < first || instant > last) return false;
    // A logged time has microseconds. The result is unknown for times that JavaScript cannot parse, such as infinity.
    return instant > first && instant < last ? true : undefined;
  });

/** Other lengths are years of more than four digits, or BC. */
const DAY_LENGTH = 10;

/** The day in the column (YYYY-MM-DD) is between the first and the last, both included. */
export const isDayBetween = (name: string, first = '0001-01-01', last = '9999-12-31'): MatchesRow =>
  ofText(name, (value) => (value.length === DAY_LENGTH ? value >= first && value <= last : undefined));

/** Meets all tests; undefined without tests. */
export function meetsAll(tests: readonly (MatchesRow | undefined)[]): MatchesRow | undefined {
  const given = tests.filter((test) => test !== undefined);
  const [first, ...others] = given;
  return others.length === 0 ? first : together(given, (row) => every(given, (test) => test(row)));
}

/** Meets one of the tests. */
export const meetsAny = (tests: readonly MatchesRow[]): MatchesRow =>
  together(tests, (row) => some(tests, (test) => test(row)));

/** True if all are true; stops at the first false. */
function every<T>(all: readonly T[], test: (one: T) => RowMatch): RowMatch {
  let overall: RowMatch = true;
  for (const one of all) {
    const match = test(one);
    if (match === false) return false;
    overall &&= match;
  }
  return overall;
}

/** True if one is true; stops there. */
export function some<T>(all: readonly T[], test: (one: T) => RowMatch): RowMatch {
  let overall: RowMatch = false;
  for (const one of all) {
    const match = test(one);
    if (match) return true;
    if (match === undefined) overall = undefined;
  }
  return overall;
}

/** A combined test depends on the columns of its parts. */
function together(tests: readonly MatchesRow[], test: (row: NarrowRow) => RowMatch): MatchesRow {
  const columns = tests.map((one) => one.columns);
  return columns.every((known) => known !== undefined) ? onColumns([...new Set(columns.flat())], test) : test;
}

const ASCII = /^[ -~]*$/;

/**
 * A test on a case-folded column. The result is unknown for letters beyond ASCII, which PostgreSQL may fold
 * differently.
 */
export const onFolded = (name: string, test: MatchesRow): MatchesRow =>
  onColumns([name], (row) => {
    const value = row[name];
    if (typeof value !== 'string') return test(row);
    return ASCII.test(value) ? test({ [name]: fold(value) }) : undefined;
  });
