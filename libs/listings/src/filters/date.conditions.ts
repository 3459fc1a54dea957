import { anyRow, isBetween, isDayBetween, meetsAll, meetsAny, onColumns, some } from '@app/lists';
import type { NarrowRow, MatchesRow } from '@app/cache';
import { named, oneOf } from '@app/schema';
import { allOf, anyOf, column, sql, type Sql } from '@app/sql';
import { col } from '../finder/listing-columns.js';

export const BASE_DATES = ['inspection', 'auctions', 'updatedAt', 'availableDate', 'listed', 'sold'] as const;
export const baseDateKind = named('BaseDate', 'Date of a listing that date filters use.', oneOf(BASE_DATES));

interface DateColumns {
  /** Start and end, as instants. */
  readonly from: Sql;
  readonly to: Sql;
  /** First and last day in the time zone of the listing (D24); absent: days are UTC days. */
  readonly firstDay?: Sql | undefined;
  readonly lastDay?: Sql | undefined;
}

const DAY_MS = 86_400_000;

const point = (instant: Sql, day?: Sql): DateColumns => ({
  from: instant,
  to: instant,
  firstDay: day,
  lastDay: day,
});

/** The columns of an interval in a table. */
const interval = (table: string): DateColumns => ({
  from: column(`${table}.starts_at`),
  to: column(`${table}.ends_at`),
  firstDay: column(`${table}.first_day`),
  lastDay: column(`${table}.last_day`),
});

/**
 * The columns of each base date: an interval for inspections, an instant for the others. `event` refers to the rows of
 * the list of inspections and auctions.
 */
export const DATE_COLUMNS: Record<(typeof BASE_DATES)[number] | 'event', DateColumns> = {
  event: interval('event'),
  inspection: interval('inspection'),
  auctions: point(col('auction_at'), col('auction_day')),
  updatedAt: point(col('updated_at')),
  availableDate: point(col('available_at'), col('available_day')),
  listed: point(col('firstdate')),
  sold: point(col('sold_at'), col('sold_day')),
};

/** The parameters of `inDateRange`, except `baseDate`. */
export const DATES = ['datefrom', 'dateto', 'dates'] as const;

interface Dates {
  readonly baseDate: keyof typeof DATE_COLUMNS;
  readonly datefrom?: string;
  readonly dateto?: string;
  readonly dates?: readonly string[];
}

/** The condition of `datefrom`, `dateto` and `dates` on the date of `baseDate` (D24); undefined if none is given. */
export function inDateRange({ baseDate, datefrom, dateto, dates }: Dates): Sql | undefined {
  const columns = DATE_COLUMNS[baseDate];
  const { from, to } = columns;
  const conditions: Sql[] = [];
  if (datefrom) conditions.push(isDay(datefrom) ? since(columns, datefrom) : sql`${to} >= ${datefrom}::timestamptz`);
  if (dateto) conditions.push(isDay(dateto) ? until(columns, dateto) : sql`${from} <= ${dateto}::timestamptz`);
  if (dates) conditions.push(onAnyDay(columns, dates));
  if (conditions.length === 0) return undefined;
  const holds = allOf(conditions);
  if (baseDate !== 'inspection') return holds;
  return sql`${col('id')} IN (SELECT inspection.listing_id FROM listing_inspections inspection WHERE ${holds})`;
}

export const isDay = (text: string): boolean => text.length === 10;

/** A UTC day is compared as an interval of instants, so that an index can be used. */
const since = ({ to, lastDay }: DateColumns, day: string): Sql =>
  lastDay ? sql`${lastDay} >= ${day}::date` : sql`${to} >= ${startOf(day)}`;

const until = ({ from, firstDay }: DateColumns, day: string): Sql =>
  firstDay ? sql`${firstDay} <= ${day}::date` : sql`${from} < ${endOf(day)}`;

/** The start of a UTC day, as an expression that the planner can evaluate; it does not evaluate intervals. */
export const startOf = (day: string): Sql => sql`${day}::date::timestamp AT TIME ZONE 'UTC'`;

/** The start of the next UTC day. */
export const endOf = (day: string): Sql => sql`(${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;

function onAnyDay(columns: DateColumns, days: readonly string[]): Sql {
  return anyOf(days.map((day) => allOf([since(columns, day), until(columns, day)])));
}

/** The logged columns of base dates that are instants: the instant, and its day unless it is the UTC day. */
const LOGGED_DATES: Record<Exclude<Dates['baseDate'], 'inspection' | 'event'>, LoggedDate> = {
  auctions: { from: 'auction_at', to: 'auction_at', firstDay: 'auction_day', lastDay: 'auction_day' },
  updatedAt: { from: 'updated_at', to: 'updated_at' },
  listed: { from: 'firstdate', to: 'firstdate' },
  availableDate: { from: 'available_at', to: 'available_at', firstDay: 'available_day', lastDay: 'available_day' },
  sold: { from: 'sold_at', to: 'sold_at', firstDay: 'sold_day', lastDay: 'sold_day' },
};

const LOGGED_INSPECTION: LoggedDate = { from: 'starts_at', to: 'ends_at', firstDay: 'first_day', lastDay: 'last_day' };

/** The names of logged columns. */
type LoggedDate = Record<'from' | 'to', string> & Partial<Record<'firstDay' | 'lastDay', string>>;

/** Whether a logged row meets `inDateRange`. */
export function isDated({ baseDate, ...dates }: Dates): MatchesRow | undefined {
  if (baseDate !== 'inspection' && baseDate !== 'event') return isInRange(LOGGED_DATES[baseDate], dates);
  const overlaps = isInRange(LOGGED_INSPECTION, dates);
  if (!overlaps) return undefined;
  const isInspected = onColumns(
    ['inspections'],
    // Logged as rows.
    ({ inspections }) => (Array.isArray(inspections) ? some(inspections as NarrowRow[], overlaps) : undefined),
  );
  const isAuctioned = baseDate === 'event' && isInRange(LOGGED_DATES.auctions, dates);
  return isAuctioned ? meetsAny([isInspected, isAuctioned]) : isInspected;
}

function isInRange(columns: LoggedDate, { datefrom, dateto, dates }: Omit<Dates, 'baseDate'>): MatchesRow | undefined {
  return meetsAll([
    datefrom ? isSince(columns, datefrom) : undefined,
    dateto ? isUntil(columns, dateto) : undefined,
    dates && meetsAny(dates.map((day) => isOnDay(columns, day))),
  ]);
}

const isSince = ({ to, lastDay }: LoggedDate, first: string): MatchesRow =>
  isDay(first) && lastDay !== undefined
    ? isDayBetween(lastDay, first, undefined)
    : isBetween(to, Date.parse(first), Infinity);

/** A last day is included completely. */
const isUntil = ({ from, firstDay }: LoggedDate, last: string): MatchesRow =>
  isDay(last) && firstDay !== undefined
    ? isDayBetween(firstDay, undefined, last)
    : isBetween(from, -Infinity, Date.parse(last) + (isDay(last) ? DAY_MS : 0));

const isOnDay = (columns: LoggedDate, day: string): MatchesRow =>
  meetsAll([isSince(columns, day), isUntil(columns, day)]) ?? anyRow;

/** The instant in the column is on this UTC day. */
export const isOnUtcDay = (name: string, day: string): MatchesRow => isOnDay({ from: name, to: name }, day);
