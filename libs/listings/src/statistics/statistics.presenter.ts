import type {
  AmountQuartiles,
  AmountSpread,
  ListingGroupStatistics,
  ListingStatistics,
  PeriodStatistics,
} from './statistics.fields.js';
import type { StatisticsGroup } from './statistics.kinds.js';
import type { Period } from './statistics-periods.js';

/** Quartiles, and the lowest and the highest amount where they are shown; null: there are few amounts. */
type Spread = readonly number[] | null;

/** What happened in a period. */
interface CountedPeriod extends Pick<PeriodStatistics, 'listed' | 'sold' | 'leased' | 'withdrawn'> {
  /** The number of the period, from 1. */
  readonly at: number;
  readonly soldPrice: Spread;
  readonly rent: Spread;
  readonly days: Spread;
}

/** The numbers of all listings of a search, or of a group. */
export interface StatisticsRow extends Omit<ListingGroupStatistics, 'current' | 'series'> {
  readonly count: number;
  readonly price: Spread;
  readonly rent: Spread;
  /** The periods in which something happened. */
  readonly series: readonly CountedPeriod[];
}

/** @param rows the whole first, then the groups */
export function presentStatistics(
  [whole, ...groups]: readonly StatisticsRow[],
  periods: readonly Period[],
  by: StatisticsGroup | undefined,
): ListingStatistics {
  const present = (row: StatisticsRow) => statisticsOf(row, periods);
  if (!whole) throw new Error('Statistics of no listings have a row as well');
  const { total, current, series } = present(whole);
  return { total, current, series, ...(by && { groups: groups.map(present) }) };
}

function statisticsOf(
  { total, count, price, rent, series, ...names }: StatisticsRow,
  periods: readonly Period[],
): ListingGroupStatistics {
  const counted = new Map(series.map((one) => [one.at, one]));
  return {
    ...names,
    total,
    current: { count, price: spread(price), rent: spread(rent) },
    series: periods.map((period, at) => periodOf(period, counted.get(at + 1))),
  };
}

function periodOf({ from, to }: Period, counted: CountedPeriod | undefined): PeriodStatistics {
  const { listed = 0, sold = 0, leased = 0, withdrawn = 0, soldPrice = null, rent = null, days = null } = counted ?? {};
  const daysOnMarket = quartiles(days);
  return {
    from,
    to,
    listed,
    sold,
    leased,
    withdrawn,
    soldPrice: quartiles(soldPrice),
    rent: quartiles(rent),
    daysOnMarket: daysOnMarket && { median: daysOnMarket.median },
  };
}

function quartiles(amounts: Spread): AmountQuartiles | undefined {
  const [p25 = 0, median = 0, p75 = 0] = amounts ?? [];
  return amounts ? { median, p25, p75 } : undefined;
}

function spread(amounts: Spread): AmountSpread | undefined {
  const [lowest = 0, highest = 0] = amounts?.slice(3) ?? [];
  const middle = quartiles(amounts);
  return middle && { ...middle, lowest, highest };
}
