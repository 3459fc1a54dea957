import { NOW } from '@app/schema';
import type { ListingStatisticsQuery } from './statistics.query.js';
import type { StatisticsPeriod } from './statistics.kinds.js';

export type StatisticsTimes = Pick<ListingStatisticsQuery, 'period' | 'periods' | 'until'>;

/** The first and the last day of a period: `YYYY-MM-DD`. */
interface Period {
  readonly from: string;
  readonly to: string;
}

const MONTHS: Readonly<Record<StatisticsPeriod, number>> = { month: 1, quarter: 3, year: 12 };
const DAY = 'YYYY-MM-DD'.length;

/** The calendar periods of a series, the oldest first, from year 1 on. @param today the UTC day for `now` */
export function periodsOf({ period, periods, until }: StatisticsTimes, today: string): Period[] {
  const last = new Date(until === NOW ? today : until);
  const length = MONTHS[period];
  const month = Math.floor(last.getUTCMonth() / length) * length;
  return Array.from({ length: periods }, (_, at) => month - (periods - 1 - at) * length)
    .map((first) => ({ from: dayIn(last, first, 1), to: dayIn(last, first + length, 0) }))
    .filter(({ from }) => /^\d/.test(from) && from >= '0001');
}

/** A day of a month, counted from January of the year of a date. `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function dayIn(date: Date, month: number, day: number): string {
  const found = new Date(0);
  found.setUTCFullYear(date.getUTCFullYear(), month, day);
  return found.toISOString().slice(0, DAY);
}
