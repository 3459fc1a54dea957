import { named, oneOf } from '@app/schema';

export const STATISTICS_PERIODS = ['month', 'quarter', 'year'] as const;
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];

export const statisticsPeriod = named('StatisticsPeriod', 'Length of a calendar period.', oneOf(STATISTICS_PERIODS));

export const STATISTICS_GROUPS = [
  'suburb',
  'postcode',
  'listingType',
  'category',
  'bedrooms',
  'agent',
  'websiteID',
] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

export const statisticsGroup = named(
  'StatisticsGroupBy',
  'The property by which listings are grouped.',
  oneOf(STATISTICS_GROUPS),
);

/** Maximum number of groups in a response. */
export const MOST_GROUPS = 50;

/** Listings offered for fewer days are new. */
export const NEW_DAYS = 7;

/** Fewer amounts have no median, because it would reveal too much about single listings. */
export const FEWEST_AMOUNTS = 3;
