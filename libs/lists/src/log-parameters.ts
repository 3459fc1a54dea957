import { day, dayOrInstant, named, oneOf, tableKeys } from '@app/schema';
import { sql, type Column, type Sql } from '@app/sql';
import { Matches } from './parameter.js';
import { orderBy, type Order } from './order.js';

/** The sort orders of a list whose items have increasing ids and never change. */
const LOG_SORTS = {
  id: 'ASC',
  newest: 'DESC',
} as const;

export type LogSort = keyof typeof LOG_SORTS;

// Object.keys is typed as texts; these are the names of the sorts.
export const logSort = named(
  'LogSort',
  'Order of items that are numbered as they come. `id`: the oldest first.',
  oneOf(tableKeys(LOG_SORTS)),
);

/** The order of a list by its numeric ids. */
export const orderOfLog = (key: Column, sort: LogSort): Order => orderBy([key, LOG_SORTS[sort]]);

const isDay = (value: string): boolean => day.parse(value) !== undefined;
const startOf = (value: string, days = 0): Sql => sql`((${value}::date + ${days}::int)::timestamp AT TIME ZONE 'UTC')`;

/** Only what happened at a time or later. @param what of the list: "what was done" */
export const Since = (column: Column, what: string): PropertyDecorator =>
  Matches(
    dayOrInstant,
    `Only ${what} at this time or later. A date means its start in UTC.`,
    (value) => sql`${column} >= ${isDay(value) ? startOf(value) : sql`${value}::timestamptz`}`,
    { example: '2026-03-01' },
  );

/** Only what happened at a time or before. */
export const Until = (column: Column, what: string): PropertyDecorator =>
  Matches(
    dayOrInstant,
    `Only ${what} at this time or before. A date means its end in UTC.`,
    // Times are shown in milliseconds.
    (value) =>
      sql`${column} < ${isDay(value) ? startOf(value, 1) : sql`${value}::timestamptz + interval '1 millisecond'`}`,
    { example: '2099-12-31' },
  );
