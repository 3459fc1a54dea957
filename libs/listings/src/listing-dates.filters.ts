import { allOf, anyOf, raw, sql, type Sql } from '@app/sql';

export const BASE_DATES = ['inspection', 'auctions', 'updatedAt', 'availableDate'] as const;

interface DateColumns {
  /** Start and end, as instants. */
  readonly from: string;
  readonly to: string;
  /** First and last day, in the calendar of these days (D24). */
  readonly firstDay: string;
  readonly lastDay: string;
}

const UTC_DAY = "(listing.updated_at AT TIME ZONE 'UTC')::date";

const point = (instant: string, day: string): DateColumns => ({
  from: instant,
  to: instant,
  firstDay: day,
  lastDay: day,
});

/** The columns of each base date: an interval for inspections, a point in time for the others. */
export const DATE_COLUMNS: Record<(typeof BASE_DATES)[number], DateColumns> = {
  inspection: {
    from: 'inspection.starts_at',
    to: 'inspection.ends_at',
    firstDay: 'inspection.first_day',
    lastDay: 'inspection.last_day',
  },
  auctions: point('listing.auction_at', 'listing.auction_day'),
  updatedAt: point('listing.updated_at', UTC_DAY),
  availableDate: point('listing.available_at', 'listing.available_day'),
};

/** The parameters of `inDateRange`, but for `baseDate`. */
export const DATES = ['datefrom', 'dateto', 'dates'] as const;

interface Dates {
  readonly baseDate: keyof typeof DATE_COLUMNS;
  readonly datefrom?: string;
  readonly dateto?: string;
  readonly dates?: readonly string[];
}

/**
 * The condition of `datefrom`, `dateto` and `dates` on the date named by `baseDate` (D24); `undefined` when none is
 * given.
 */
export function inDateRange({ baseDate, datefrom, dateto, dates }: Dates): Sql | undefined {
  const columns = DATE_COLUMNS[baseDate];
  const { from, to, firstDay, lastDay } = columns;
  const conditions: Sql[] = [];
  if (datefrom)
    conditions.push(isDay(datefrom) ? since(lastDay, datefrom) : sql`${raw(to)} >= ${datefrom}::timestamptz`);
  if (dateto) conditions.push(isDay(dateto) ? until(firstDay, dateto) : sql`${raw(from)} <= ${dateto}::timestamptz`);
  if (dates) conditions.push(onAnyDay(columns, dates));
  if (conditions.length === 0) return undefined;
  const holds = allOf(conditions);
  if (baseDate !== 'inspection') return holds;
  return sql`listing.id IN (SELECT inspection.listing_id FROM listing_inspections inspection WHERE ${holds})`;
}

const isDay = (text: string): boolean => text.length === 10;

/** A day of `updatedAt` is compared as an interval of instants, so that an index can be used. */
function since(column: string, day: string): Sql {
  return column === UTC_DAY ? sql`listing.updated_at >= ${startOf(day)}` : sql`${raw(column)} >= ${day}::date`;
}

function until(column: string, day: string): Sql {
  return column === UTC_DAY ? sql`listing.updated_at < ${endOf(day)}` : sql`${raw(column)} <= ${day}::date`;
}

/** The start of a UTC day, as an expression that the planner can evaluate; it does not evaluate intervals. */
export const startOf = (day: string): Sql => sql`${day}::date::timestamp AT TIME ZONE 'UTC'`;

/** The start of the next day. */
export const endOf = (day: string): Sql => sql`(${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;

function onAnyDay({ firstDay, lastDay }: DateColumns, days: readonly string[]): Sql {
  return anyOf(days.map((day) => allOf([since(lastDay, day), until(firstDay, day)])));
}
