import { listInspections, listListingCards } from 'agency-directory-client';
import * as z from 'zod';
import { clipped, joined, listed, Unanswerable } from '../answer.js';
import { paging, placeName, placeOf, surrounding, textUpTo, tool } from '../tool.js';
import { counted, dateOf, DAYS, factsOf, priceOf, timeOf } from '../words.js';

/** @import { ListingCard, ListListingCardsData } from 'agency-directory-client' */
/** @import { Call } from '../tool.js' */
/** @typedef {NonNullable<ListListingCardsData['query']>} Query */

const DESCRIPTION =
  'Lists homes to buy, to rent or sold, with address, price, rooms, next open times and link. All conditions must hold. "Two-bedroom units under 800,000 near Hurstville, open on Saturday" is: place Hurstville, surrounding true, type unit, minbedrooms 2, maxbedrooms 2, maxPrice 800000, open_from saturday.';

const OTHERS = /** @type {const} */ (['land', 'rural', 'commercial', 'business']);
/** The categories of homes that people call so. @type {Readonly<Record<string, string[]>>} */
const CATEGORIES = {
  house: ['House', 'Terrace', 'Villa', 'DuplexSemi-detached'],
  unit: ['Unit', 'Apartment', 'Flat', 'Studio', 'ServicedApartment'],
  townhouse: ['Townhouse', 'Terrace', 'Villa', 'DuplexSemi-detached'],
};
const SORTS = /** @type {const} */ (['newest', 'price-asc', 'price-desc', 'distance', 'inspection-asc', 'auction-asc']);
const FEATURES =
  'airConditioning balcony builtInRobes courtyard deck dishwasher ductedHeating floorboards fullyFenced furnished gym openFirePlace outdoorEnt petFriendly poolInGround priceReduced secureParking shed solarPanels study tennisCourt waterTank'.split(
    ' ',
  );
const count = z.int().min(0).max(20).optional();
const amount = z.int().min(0).max(1e9).optional().describe('Dollars; for rents, dollars a week');
const date = z.union([z.iso.date(), z.enum(DAYS)]).optional();
const km = z.number().min(0.1).max(100).optional();
const features = z.array(z.enum(FEATURES)).max(10).default([]).describe('All of them');
const inputSchema = z.object({
  offer: z.enum(['buy', 'rent', 'sold']).default('buy').describe('Sold homes are those of one agency only'),
  place: placeName.optional(),
  surrounding,
  radius_km: km.describe('Within this distance of a suburb, instead of surrounding'),
  words: textUpTo(200).optional().describe('Words of the address, description, agency or agent'),
  type: z.enum(['house', 'unit', 'townhouse', ...OTHERS]).optional(),
  minbedrooms: count.describe('For exactly two bedrooms, set both bounds to 2'),
  maxbedrooms: count,
  minbathrooms: count,
  mincarspaces: count,
  minPrice: amount,
  maxPrice: amount,
  features,
  open_from: date.describe('Open for inspection on this day, or from this day on if open_to is given'),
  open_to: date,
  sort: z.enum(SORTS).optional(),
  ...paging,
});
/** @typedef {z.infer<typeof inputSchema>} Asked */

/** @param {Asked} asked @returns {Query} */
function kindsOf({ offer, type, features: flags }) {
  const isLet = offer === 'rent';
  const other = OTHERS.find((name) => name === type);
  return {
    status: [offer === 'sold' ? 'sold' : 'current'],
    listingType: other ? [other] : isLet ? ['rental'] : ['residential', 'land', 'rural'],
    category: type && CATEGORIES[type],
    commercialListingType: type === 'commercial' ? (isLet ? 'lease' : 'sale') : undefined,
    ...Object.fromEntries(flags.map((name) => [name, true])),
  };
}

/** The days of the open times. @param {Asked} asked */
function daysOf({ open_from, open_to }) {
  const datefrom = dateOf(open_from ?? 'today');
  return open_from || open_to ? { datefrom, dateto: open_to ? dateOf(open_to, datefrom) : datefrom } : undefined;
}

/** The coming times of homes, each in its own time zone. @param {Call} call @param {readonly ListingCard[]} homes @param {ReturnType<typeof daysOf>} [days] */
export async function timesOf(call, homes, days) {
  const query = { ids: homes.map(({ id }) => String(id)), limit: 100, ...days };
  const { data: times } = (await listInspections({ ...call, query })).data;
  return homes.map(({ id }) => times.filter(({ listing }) => listing.id === id).map(timeOf));
}

/** @param {ListingCard} home @param {readonly string[]} times */
function linesOf(home, times) {
  const away = home.distance !== undefined && `${(home.distance / 1000).toFixed(1)} km away`;
  const coming = joined([...times.slice(0, 3), times.length > 3 && `${times.length - 3} more times`], '; ');
  const page = `${home.link || 'read_home has the link'} (id ${home.id})`;
  const facts = joined([factsOf(home), away, home.website.name]);
  return joined([`${clipped(home.address)} - ${clipped(priceOf(home))}`, facts, coming, page], '\n');
}

export const searchHomes = tool('search_homes', 'Search homes', DESCRIPTION, inputSchema, async (asked, call) => {
  // The other conditions have the names of the directory's parameters.
  const { offer, type: _type, features: _features, open_from: _from, open_to: _to, ...others } = asked;
  const { place: text, surrounding: around, radius_km, words: s, minPrice, maxPrice, ...given } = others;
  const isSold = offer === 'sold';
  const prices = isSold ? { minSoldPrice: minPrice, maxSoldPrice: maxPrice } : { minPrice, maxPrice };
  const place = text ? await placeOf(call, text, around && !radius_km) : undefined;
  if (radius_km && !place?.latitude) throw new Unanswerable('radius_km needs a suburb as place; use surrounding.');
  const near = radius_km && place && { near: `${place.latitude},${place.longitude}`, radius: radius_km * 1000 };
  const days = daysOf(asked);
  const open = days && { baseDate: /** @type {const} */ ('inspection'), ...days };
  /** @type {Query['sort']} */
  const sort = days ? 'inspection-asc' : near ? 'distance' : isSold ? 'sold-desc' : 'newest';
  const query = { sort, s, ...prices, ...given, ...kindsOf(asked), ...(near || place?.filters), ...open };
  const { data: homes, total, totalPage } = (await listListingCards({ ...call, query })).data;
  const times = homes.length > 0 && !isSold ? await timesOf(call, homes, days) : [];
  const where = near ? `within ${radius_km} km of ${place.text}` : place?.inPlace;
  const when = days && `open from ${days.datefrom} to ${days.dateto}`;
  const head = joined([`${counted(total, 'home')} ${isSold ? 'sold' : `to ${offer}`}`, where, when]);
  const items = homes.map((home, at) => linesOf(home, times[at] ?? []));
  return listed(head, items, totalPage > 1 && `Page ${asked.page} of ${totalPage}`);
});
