import { NOW } from '@app/schema';
import type { ListingStatisticsQuery } from './statistics.filters.js';
import type { StatisticsPeriod } from './statistics.kinds.js';

/** The first and the last day of a period. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const MONTHS: Readonly<Record<StatisticsPeriod, number>> = { month: 1, quarter: 3, year: 12 };
const MONTHS_OF_YEAR = 12;
/** The calendar repeats itself. */
const CYCLE = 400;

/** The calendar periods of a series, the oldest first; none before the year 1. */
export function periodsOf({
  period,
  periods,
  until,
}: Pick<ListingStatisticsQuery, 'period' | 'periods' | 'until'>): Period[] {
  const length = MONTHS[period];
  const day = until === NOW ? new Date().toISOString() : until;
  const month = Number(day.slice(0, 4)) * MONTHS_OF_YEAR + Number(day.slice(5, 7)) - 1;
  const last = month - (month % length);
  return Array.from({ length: periods }, (_, at) => last - (periods - 1 - at) * length)
    .filter((first) => first >= MONTHS_OF_YEAR)
    .map((first) => ({ from: `${monthText(first)}-01`, to: lastDay(first + length - 1) }));
}

/** @param month the number of months since the year 0 */
function monthText(month: number): string {
  const [year, ofYear] = [Math.floor(month / MONTHS_OF_YEAR), (month % MONTHS_OF_YEAR) + 1];
  return `${String(year).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}`;
}

function lastDay(month: number): string {
  const end = new Date(
    Date.UTC(CYCLE * 5 + (Math.floor(month / MONTHS_OF_YEAR) % CYCLE), (month % MONTHS_OF_YEAR) + 1, 0),
  );
  return `${monthText(month)}-${end.getUTCDate()}`;
}
