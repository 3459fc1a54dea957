import { filtersOf, Parameter, parametersOf, redeclare } from '@app/lists';
import { dayInstantOrNow, NOW, upTo } from '@app/schema';
import { ListingsQuery } from '../filters/listings.query.js';
import {
  MOST_GROUPS,
  statisticsGroup,
  statisticsPeriod,
  type StatisticsGroup,
  type StatisticsPeriod,
} from './statistics.kinds.js';

const MOST_PERIODS = 20;

/** The filters of the list, except filters that depend on the time of day; each status has its own count. */
class StatisticsFilters extends filtersOf(ListingsQuery) {
  override status = ['all'];
}

redeclare(
  StatisticsFilters,
  [...parametersOf(StatisticsFilters).values()].filter(({ name, volatile }) => name !== 'status' && !volatile),
);

/** The parameters of statistics (B60). */
export class ListingStatisticsQuery extends StatisticsFilters {
  @Parameter(statisticsPeriod, 'Length of the calendar periods of the series.', {
    group: 'Page, order and form',
    initial: 'month',
    example: 'quarter',
  })
  period: StatisticsPeriod;

  @Parameter(upTo(MOST_PERIODS), 'Number of periods of the series.', {
    group: 'Page, order and form',
    initial: 12,
    example: 8,
  })
  periods: number;

  @Parameter(
    dayInstantOrNow,
    'A day in the last period, or a time on a UTC day. With `now`, the last period is the current one (UTC).',
    { group: 'Dates and events', initial: NOW, example: '2026-03-31' },
  )
  until: string;

  @Parameter(
    statisticsGroup,
    `Adds the same statistics for groups: the ${MOST_GROUPS} with the most listings. Listings without the value are in no group.`,
    { group: 'Page, order and form', example: 'bedrooms' },
  )
  by?: StatisticsGroup;
}
