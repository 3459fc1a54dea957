import { day, dayOrInstant, named, oneOf, tableKeys } from '@app/schema';
import { sql, type Column, type Sql } from '@app/sql';
import { Matches, Parameter } from './parameter.js';
import { orderBy, type Order } from './order.js';

/** Sort orders of a list whose items have increasing ids and never change. */
const LOG_SORTS = {
  id: 'ASC',
  newest: 'DESC',
} as const;

export type LogSort = keyof typeof LOG_SORTS;

// Object.keys returns strings; they are the names of the sorts.
const logSort = named(
  'LogSort',
  'Order of items with increasing ids. `id`: the oldest first.',
  oneOf(tableKeys(LOG_SORTS)),
);

/** Declares the parameter `sort` of a list of items with increasing ids. */
export const LogOrder = (initial: LogSort = 'newest'): PropertyDecorator =>
  Parameter(logSort, 'Order of the list: by numeric id, the oldest first (`id`) or the newest first.', {
    group: 'Page, order and form',
    initial,
    example: initial === 'id' ? 'newest' : 'id',
  });

/** The order of a list by numeric id. */
export const orderOfLog = (key: Column, sort: LogSort): Order => orderBy([key, LOG_SORTS[sort]]);

const isDay = (value: string): boolean => day.parse(value) !== undefined;
const startOf = (value: string, days = 0): Sql => sql`((${value}::date + ${days}::int)::timestamp AT TIME ZONE 'UTC')`;

/** Filters by time, inclusive. @param what the items, such as "what was done" */
export const Since = (column: Column, what: string): PropertyDecorator =>
  Matches(
    dayOrInstant,
    `Only ${what} at this time or later. A date means its start in UTC.`,
    (value) => sql`${column} >= ${isDay(value) ? startOf(value) : sql`${value}::timestamptz`}`,
    { group: 'Dates and events', example: '2026-03-01' },
  );

/** Filters by time, inclusive. */
export const Until = (column: Column, what: string): PropertyDecorator =>
  Matches(
    dayOrInstant,
    `Only ${what} at this time or before. A date means its end in UTC.`,
    // Responses show times in milliseconds.
    (value) =>
      sql`${column} < ${isDay(value) ? startOf(value, 1) : sql`${value}::timestamptz + interval '1 millisecond'`}`,
    { group: 'Dates and events', example: '2099-12-31' },
  );
