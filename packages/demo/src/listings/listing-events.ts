import type { DemoListingLine } from '../listing-line.js';
import { instantAt, localDayNumber, saturdayFrom, saturdayUntil } from '../places/local-time.js';
import { isCity } from '../properties/categories.js';
import type { DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';
import { isLetting, type Campaign } from './campaign.js';

const MINUTE = 60_000;
const OPENING = 9 * 60;
const CLOSING = 15 * 60;

/** Whether a campaign ends with an auction: common in cities, rare elsewhere. */
export function endsInAuction(random: Random, { market }: DemoProperty, campaign: Campaign): boolean {
  if (campaign.listingType === 'business' || isLetting(campaign)) return false;
  return random.chance(isCity(market) ? 0.28 : 0.08);
}

/** The auction, on a Saturday in local time: in the coming weeks, or when the campaign ended. */
export function auctionOf(
  random: Random,
  { market }: DemoProperty,
  { end }: Campaign,
  now: number,
): DemoListingLine['auctionDetails'] {
  const { timeZone } = market.place;
  const day =
    end === undefined
      ? saturdayFrom(localDayNumber(timeZone, now) + 1 + 7 * random.integer(0, 4))
      : saturdayUntil(localDayNumber(timeZone, end));
  return { date: new Date(instantAt(timeZone, day, timeOfDay(random))).toISOString() };
}

/** Inspections on Saturdays in local time; most current listings have a future one, and any may have past ones. */
export function inspectionsOf(
  random: Random,
  property: DemoProperty,
  campaign: Campaign,
  now: number,
): DemoListingLine['inspectionTimes'] {
  const { timeZone } = property.market.place;
  const share = property.kind === 'dwelling' ? 1 : 0.3;
  const today = localDayNumber(timeZone, now);
  const from = localDayNumber(timeZone, campaign.start);
  const until = campaign.end === undefined ? today - 1 : localDayNumber(timeZone, campaign.end);
  const days: number[] = [];
  if (random.chance(0.6 * share)) days.push(...saturdaysUntil(until, from, random.integer(1, 2)));
  if (campaign.end === undefined && random.chance(0.75 * share))
    days.push(...saturdaysAfter(today, random.integer(1, 2)));
  const minutes = timeOfDay(random);
  const length = campaign.listingType === 'rental' ? 15 : 30;
  return days.map((day) => {
    const dateFrom = instantAt(timeZone, day, minutes);
    return { dateFrom: new Date(dateFrom).toISOString(), dateTo: new Date(dateFrom + length * MINUTE).toISOString() };
  });
}

function saturdaysUntil(until: number, from: number, count: number): number[] {
  const last = saturdayUntil(until);
  return Array.from({ length: count }, (_, nth) => last - 7 * (count - 1 - nth)).filter((day) => day >= from);
}

function saturdaysAfter(today: number, count: number): number[] {
  const first = saturdayFrom(today + 1);
  return Array.from({ length: count }, (_, nth) => first + 7 * nth);
}

function timeOfDay(random: Random): number {
  return OPENING + 15 * random.integer(0, (CLOSING - OPENING) / 15 - 1);
}
