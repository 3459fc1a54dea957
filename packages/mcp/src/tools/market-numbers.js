import { readListingStatistics } from 'agency-directory-client';
import * as z from 'zod';
import { joined } from '../answer.js';
import { placeName, placeOf, surrounding, tool } from '../tool.js';
import { counted, dollars } from '../words.js';

const DESCRIPTION =
  'Houses, units and other homes (no land, farms or shops) on offer at a place, with asking prices or weekly rents, and what was listed, sold or leased by period. Sales and leases are those of one agency only: they are not the whole market.';
const inputSchema = z.object({
  place: placeName,
  surrounding,
  offer: z.enum(['buy', 'rent']).default('buy'),
  bedrooms: z.int().min(0).max(20).optional(),
  period: z.enum(['month', 'quarter', 'year']).default('quarter'),
  periods: z.int().min(1).max(12).default(4),
});

/** "median $700,000 (middle half $600,000 to $800,000)". @param {{ median: number, p25: number, p75: number } | undefined} amounts */
const spread = (amounts) =>
  amounts && `median ${dollars(amounts.median)} (middle half ${dollars(amounts.p25)} to ${dollars(amounts.p75)})`;

export const marketNumbers = tool('market_numbers', 'Market numbers', DESCRIPTION, inputSchema, async (asked, call) => {
  const { place, offer, bedrooms, period, periods } = asked;
  const isRent = offer === 'rent';
  const { inPlace, filters } = await placeOf(call, place, asked.surrounding);
  const listingType = isRent ? /** @type {const} */ ('rental') : /** @type {const} */ ('residential');
  const rooms = bedrooms === undefined ? undefined : [bedrooms];
  const query = { ...filters, listingType: [listingType], bedrooms: rooms, period, periods };
  const { current, series } = (await readListingStatistics({ ...call, query })).data;
  const lines = series
    .toReversed()
    .map(({ from, to, listed, sold, leased, soldPrice, rent, daysOnMarket, auctions }) => {
      const done = isRent ? [`${leased} leased`, spread(rent)] : [`${sold} sold`, spread(soldPrice)];
      const days = daysOnMarket && `${daysOnMarket.median} days on the market`;
      const cleared = auctions.clearance !== undefined && `${auctions.clearance} % of auctions cleared`;
      return `- ${from} to ${to}: ${joined([`${listed} listed`, ...done, days, cleared])}`;
    });
  const asking = spread(isRent ? current.rent : current.price) ?? 'too few for a median';
  const now = `${current.new} new in 7 days, ${current.reduced} reduced, ${current.underOffer} under offer; asking: ${asking}`;
  const homes = counted(current.count, rooms ? `${rooms[0]}-bedroom home` : 'home');
  return joined([`${homes} to ${offer} ${inPlace}`, now, ...lines], '\n');
});
