import type { NarrowRow, RowTest, Verdict } from '@app/cache';
import { fold } from './search-text.js';

/**
 * Conditions of parameters on logged rows, to judge whether a change can concern a cached answer. A condition is true or
 * false only if the row certainly meets it or certainly does not: a column that is not logged, or is not of the expected
 * type, cannot be judged.
 */
const column = (name: string, judge: (value: unknown) => Verdict): RowTest =>
  onColumns([name], (row) => {
    const value = row[name];
    // NULL meets no condition of these kinds; a column that is absent may have any value.
    return value === undefined ? undefined : value !== null && judge(value);
  });

/** A test that these columns decide alone. */
export const onColumns = (columns: readonly string[], test: (row: NarrowRow) => Verdict): RowTest =>
  Object.assign((row: NarrowRow) => test(row), { columns });

/** Any row may meet a condition that cannot be judged. */
export const anyRow: RowTest = () => undefined;

/** Every row meets it: there is no condition. */
export const everyRow: RowTest = onColumns([], () => true);

const ofText = (name: string, judge: (value: string) => Verdict): RowTest =>
  column(name, (value) => (typeof value === 'string' ? judge(value) : undefined));

const ofNumber = (name: string, judge: (value: number) => Verdict): RowTest =>
  column(name, (value) => (typeof value === 'number' ? judge(value) : undefined));

/** column = value */
export const equals = (name: string, wanted: unknown): RowTest =>
  column(name, (value) => (typeof value === typeof wanted ? value === wanted : undefined));

/** column >= value */
export const atLeast = (name: string, least: number): RowTest => ofNumber(name, (value) => value >= least);

/** column <= value */
export const atMost = (name: string, most: number): RowTest => ofNumber(name, (value) => value <= most);

/** column = ANY(values) */
export const isAnyOf = (name: string, values: readonly string[]): RowTest => {
  const wanted = new Set(values);
  return ofText(name, (value) => wanted.has(value));
};

/** The text occurs in the column. */
export const contains = (name: string, part: string): RowTest => ofText(name, (value) => value.includes(part));

/** The column starts with the text. */
export const startsWith = (name: string, start: string): RowTest => ofText(name, (value) => value.startsWith(start));

/** The array in the column has one of the values. */
export const hasAnyOf = (name: string, values: readonly (string | number)[]): RowTest => {
  const wanted = new Set<unknown>(values);
  return column(name, (value) => (Array.isArray(value) ? value.some((one) => wanted.has(one)) : undefined));
};

/** The instant in the column is not before the first and not after the last, each in milliseconds. */
export const isBetween = (name: string, first: number, last: number): RowTest =>
  ofText(name, (value) => {
    const instant = Date.parse(value);
    if (instant < first || instant > last) return false;
    // A logged time has microseconds; times that JavaScript cannot read, such as infinity, may be anywhere.
    return instant > first && instant < last ? true : undefined;
  });

/** Days of other lengths are before or after the years of four digits. */
const DAY_LENGTH = 10;

/** The day in the column (YYYY-MM-DD) is not before the first and not after the last. */
export const isDayBetween = (name: string, first = '0001-01-01', last = '9999-12-31'): RowTest =>
  ofText(name, (value) => (value.length === DAY_LENGTH ? value >= first && value <= last : undefined));

/** Meets all tests; undefined where there are none. */
export function meetsAll(tests: readonly (RowTest | undefined)[]): RowTest | undefined {
  const given = tests.filter((test) => test !== undefined);
  const [first, ...others] = given;
  return others.length === 0 ? first : together(given, (row) => every(given, (test) => test(row)));
}

/** Meets one of the tests. */
export const meetsAny = (tests: readonly RowTest[]): RowTest =>
  together(tests, (row) => some(tests, (test) => test(row)));

/** Whether all are true: certain as soon as one is false. */
function every<T>(all: readonly T[], judge: (one: T) => Verdict): Verdict {
  let verdict: Verdict = true;
  for (const one of all) {
    const judged = judge(one);
    if (judged === false) return false;
    verdict &&= judged;
  }
  return verdict;
}

/** Whether one is true: certain as soon as one is. */
export function some<T>(all: readonly T[], judge: (one: T) => Verdict): Verdict {
  let verdict: Verdict = false;
  for (const one of all) {
    const judged = judge(one);
    if (judged) return true;
    if (judged === undefined) verdict = undefined;
  }
  return verdict;
}

/** A test that is made of others is decided by their columns. */
function together(tests: readonly RowTest[], test: (row: NarrowRow) => Verdict): RowTest {
  const columns = tests.map((one) => one.columns);
  return columns.every((known) => known !== undefined) ? onColumns([...new Set(columns.flat())], test) : test;
}

/** A column as conditions name it: `listing.price`, or `lower(agent.name)`. */
export interface ColumnName {
  readonly table: string;
  readonly name: string;
  readonly isFolded: boolean;
}

/** The column of an expression; undefined if the expression is anything else. */
export function columnOf(expression: string): ColumnName | undefined {
  const [, lower, table, name] = /^(lower\()?(\w+)\.(\w+)\)?$/.exec(expression) ?? [];
  return table !== undefined && name !== undefined ? { table, name, isFolded: lower !== undefined } : undefined;
}

const ASCII = /^[ -~]*$/;

/**
 * The test on a row whose column is folded first. Letters beyond ASCII are not folded here: PostgreSQL may know other
 * cases of them.
 */
export const onFolded = (name: string, test: RowTest): RowTest =>
  onColumns([name], (row) => {
    const value = row[name];
    if (typeof value !== 'string') return test(row);
    return ASCII.test(value) ? test({ [name]: fold(value) }) : undefined;
  });
