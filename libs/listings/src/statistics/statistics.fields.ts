import { amount, count, day, Field, id, ListOf, Nested, tally, text } from '@app/schema';
import { listingType } from '../dto/listing.kinds.js';
import { MOST_GROUPS, NEW_DAYS } from './statistics.kinds.js';

const words = text(200);

const FEW = 'Absent if there are fewer than three.';
const given = { notNullable: true } as const;

/** The median of a number of days. */
export class DaysMedian {
  @Field(tally, 'Number of listings of which they are known.', { ...given, example: 16 }) count: number;
  @Field(amount, 'The median, in days.', { ...given, example: 41 }) median: number;
}

/** The quartiles of amounts, in whole dollars: a quarter of them is below `p25`, and a quarter above `p75`. */
export class AmountQuartiles {
  @Field(tally, 'Number of amounts.', { ...given, example: 17 }) count: number;
  @Field(amount, 'The median, between the two middle amounts if their number is even.', { ...given, example: 912_500 })
  median: number;
  @Field(amount, 'The first quartile, by linear interpolation.', { ...given, example: 740_000 }) p25: number;
  @Field(amount, 'The third quartile, by linear interpolation.', { ...given, example: 1_180_000 }) p75: number;
}

/** The spread of asking prices or rents. */
export class AmountSpread extends AmountQuartiles {
  @Field(amount, 'The lowest amount.', { ...given, example: 395_000 }) lowest: number;
  @Field(amount, 'The highest amount.', { ...given, example: 2_950_000 }) highest: number;
}

/** Auctions with a known outcome. */
export class AuctionStatistics {
  @Field(tally, 'Auctions that took place: the listing was sold or passed in.', { ...given, example: 8 }) held: number;
  @Field(tally, 'Sales at, before or after the auction.', { ...given, example: 7 }) sold: number;
  @Field(tally, 'Auctions at which the listing was passed in.', { ...given, example: 2 }) passedIn: number;
  @Field(tally, 'Auctions that were withdrawn.', { ...given, example: 1 }) withdrawn: number;
  @Field(
    count,
    'Clearance rate: sales in per cent of sales, listings passed in and withdrawn auctions. Absent without auctions.',
    { optional: true, notNullable: true, example: 70 },
  )
  clearance?: number;
}

/** Statistics of current listings. */
export class CurrentStatistics {
  @Field(tally, 'Number of current listings. Always exact.', { ...given, example: 84 }) count: number;
  @Field(tally, `Listed in the last ${NEW_DAYS} days (UTC), as \`listed\` counts.`, { ...given, example: 9 })
  new: number;
  @Field(tally, 'With a reduced price, as `priceReduced` finds them.', { ...given, example: 6 }) reduced: number;
  @Field(tally, 'Under offer, as `underOffer` finds them.', { ...given, example: 5 }) underOffer: number;
  @Nested(() => AmountSpread, `Prices of listings for sale, in Australian dollars. ${FEW}`, { optional: true })
  price?: AmountSpread;
  @Nested(() => AmountSpread, `Weekly rents of rentals, without holiday homes, in Australian dollars. ${FEW}`, {
    optional: true,
  })
  rent?: AmountSpread;
}

/** Statistics of a period. */
export class PeriodStatistics {
  @Field(day, 'The first day.', { ...given, example: '2026-03-01' }) from: string;
  @Field(day, 'The last day.', { ...given, example: '2026-03-31' }) to: string;
  @Field(
    tally,
    'Listings whose first date is in the period, without those that were on offer before they came to this directory.',
    { ...given, example: 31 },
  )
  listed: number;
  @Field(tally, 'Number of sales, without sales that fell through.', { ...given, example: 18 }) sold: number;
  @Field(tally, 'Number of leases.', { ...given, example: 12 }) leased: number;
  @Field(tally, 'Number of withdrawals.', { ...given, example: 2 }) withdrawn: number;
  @Nested(() => AuctionStatistics, 'The auctions with a known outcome.') auctions: AuctionStatistics;
  @Nested(() => AmountQuartiles, `Prices of the sales, in Australian dollars. ${FEW}`, { optional: true })
  soldPrice?: AmountQuartiles;
  @Nested(() => AmountQuartiles, `Weekly rents of rentals that were leased and still are. ${FEW}`, {
    optional: true,
  })
  rent?: AmountQuartiles;
  @Nested(
    () => DaysMedian,
    `Days from the first date to the sale, or to a lease that lasts, of listings that were current here before. ${FEW}`,
    { optional: true },
  )
  daysOnMarket?: DaysMedian;
}

/** The statistics of some listings. */
class Statistics {
  @Field(tally, 'Number of listings that match every filter, of every status. Always exact.', {
    notNullable: true,
    example: 412,
  })
  total: number;
  @Nested(() => CurrentStatistics, 'Statistics of the current listings.') current: CurrentStatistics;
  @ListOf(() => PeriodStatistics, 'The periods, the oldest first.') series: PeriodStatistics[];
}

/** The statistics of a group, with the fields that identify it. */
export class ListingGroupStatistics extends Statistics {
  @Field(words, 'Name of the suburb.', { optional: true, notNullable: true, example: 'Hurstville' }) suburb?: string;
  @Field(words, 'State of the suburb.', { optional: true, notNullable: true, example: 'NSW' }) state?: string;
  @Field(words, 'Postcode of the suburb, or of the group.', { optional: true, notNullable: true, example: '2220' })
  postcode?: string;
  @Field(listingType, 'Type of the listings.', { optional: true, notNullable: true, example: 'residential' })
  listingType?: string;
  @Field(words, 'Category of the homes, in lower case.', { optional: true, notNullable: true, example: 'house' })
  category?: string;
  @Field(count, 'Number of bedrooms.', { optional: true, notNullable: true, example: 3 }) bedrooms?: number;
  @Field(id, 'Numeric id of the agent.', { optional: true, notNullable: true, example: 31 }) agent?: number;
  @Field(id, 'Numeric id of the account.', { optional: true, notNullable: true, example: 1 }) websiteID?: number;
  @Field(words, 'Name of the agent or the account.', { optional: true, notNullable: true, example: 'Jane Citizen' })
  name?: string;
}

/** The statistics of all listings of a search, and of groups of them. */
export class ListingStatistics extends Statistics {
  @ListOf(() => ListingGroupStatistics, 'The groups, the largest `total` first. Absent without `by`.', {
    optional: true,
    max: MOST_GROUPS,
  })
  groups?: ListingGroupStatistics[];
}
