import fc, { type Arbitrary } from 'fast-check';
import { FLAGS, OTHER_FLAGS } from '../../factories/listing.factory.js';
import { consistent } from './consistent.js';
import { dateQueries } from './dates.draws.js';
import {
  countNear,
  exactly,
  flag,
  oneAnd,
  pages,
  partOf,
  partOfAddress,
  some,
  together,
  view,
  type Draw,
  type Draws,
} from './draws.js';
import type { DatedListing, Query, World } from './lines.js';
import { listingOrders } from './listings.order.js';
import { carSpacesOf, floorOf, landOf, priceOf } from './listings.values.js';
import { mapQueries } from './map.draws.js';
import { addressTextsOf, fullAddressOf } from './places.js';
import { LOCATION_NAMES, placeDraws } from './places.draws.js';

const COUNTS = ['bedrooms', 'bathrooms', 'garages', 'carports', 'openSpaces', 'ensuite', 'toilets', 'livingAreas'];

const counts: Draws<DatedListing> = {
  ...Object.fromEntries(COUNTS.map((name) => [name, ({ features }: DatedListing) => countNear(features?.[name])])),
  ...Object.fromEntries(
    ['bedrooms', 'bathrooms'].map((name) => [
      name,
      ({ features }: DatedListing) => oneAnd(countNear(features?.[name]), ['0', '2', '4']),
    ]),
  ),
  carspaces: (listing) => oneAnd(countNear(carSpacesOf(listing)), ['0', '2', '4']),
  ...Object.fromEntries(
    ['min', 'max'].flatMap((bound) => [
      [`${bound}bedrooms`, ({ features }: DatedListing) => countNear(features?.['bedrooms'])],
      [`${bound}bathrooms`, ({ features }: DatedListing) => countNear(features?.['bathrooms'])],
      [`${bound}carspaces`, (listing: DatedListing) => countNear(carSpacesOf(listing))],
    ]),
  ),
};

const priceNear = (listing: DatedListing): Arbitrary<string> => {
  const price = priceOf(listing) ?? 450;
  return fc.constantFrom(price, price + 0.5, price + 1, Math.max(0, price - 0.5), 0, 500_000).map(String);
};

/** A number near an amount, or an unrelated one. */
const amountNear =
  (of: (listing: DatedListing) => number | undefined, other: number): Draw<DatedListing> =>
  (listing) => {
    const amount = of(listing) ?? other;
    return fc.constantFrom(amount, amount + 0.5, Math.max(0, amount - 0.5), 0, other).map(String);
  };

const values: Draws<DatedListing> = Object.fromEntries(
  ['min', 'max'].flatMap((bound) => [
    [`${bound}LandArea`, amountNear(landOf, 450)],
    [`${bound}FloorArea`, amountNear(floorOf, 450)],
    [`${bound}SoldPrice`, amountNear(({ soldDetails }) => soldDetails?.price, 750_000)],
  ]),
);

const numbers = (ids: readonly number[]): string[] => ids.map(String);

/** Words of a listing and places, in any order; sometimes a word that the listing does not have. */
export function wordQueries(
  { address, uniqueID, ...listing }: DatedListing,
  agency: string,
  people: readonly string[] = [],
): Arbitrary<string> {
  const { headline, description } = listing as { headline?: string; description?: string };
  const { suburb = '', state = '', postcode = '', street = '' } = address;
  const texts = [headline, description, uniqueID, agency, fullAddressOf(address), street, ...people];
  const words = texts.flatMap((text) => (text ?? '').match(/[\p{Letter}\p{Number}\p{Mark}'’]+/gu) ?? []);
  const places = [suburb, `${suburb} ${state}`, `${suburb} ${state} ${postcode}`, postcode, 'Greater Melbourne', 'kew'];
  const one = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('garden', ...words) },
    { weight: 2, arbitrary: fc.constantFrom(...places.filter((place) => /\w/.test(place))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'garden',
        'views',
        'nothing',
        'nsw',
        '12',
        'road',
        'pool',
        'study',
        'house',
        'construction',
      ),
    },
  );
  return fc.array(one.chain(exactly), { minLength: 1, maxLength: 3 }).map((drawn) => drawn.join(', '));
}

const identifiersOf = (agent?: { readonly id: number; readonly _id: string }): string[] =>
  agent ? [String(agent.id), agent._id] : [];

/** Draws values for each parameter of the list of listings. */
export function listingDraws(world: World): Draws<DatedListing> {
  const { listings, agents, accounts } = world;
  const agentOf = (listing: DatedListing) => agents.find(({ id }) => id === listing.agents[0]?.id) ?? agents[0];
  const agencyOf = ({ websiteID }: DatedListing) =>
    accounts.find((account) => account.websiteID === websiteID)?.name ?? '';
  const peopleOf = (listing: DatedListing) =>
    agents.filter(({ id }) => listing.agents.some((agent) => agent.id === id)).map(({ name }) => name);
  const ids = [...numbers(listings.map(({ id }) => id)), ...listings.map(({ _id }) => _id)];
  const day = (instant: string) => fc.constantFrom(instant.slice(0, 10), instant.slice(0, 10), '2026-03-05');
  return {
    ...counts,
    ...values,
    ...Object.fromEntries(OTHER_FLAGS.map((name) => [name, flag])),
    ...Object.fromEntries(FLAGS.map((name) => [name, flag])),
    anyFeature: () => oneAnd(fc.constantFrom(...FLAGS, ...OTHER_FLAGS), ['gym', 'holiday', 'tennisCourt']),
    ...placeDraws(world, ({ address }: DatedListing) => address),
    status: ({ status }) =>
      fc.constantFrom(status, status, 'ALL', 'current', 'sold', `${status},sold`, 'leased,Current'),
    listingType: ({ listingType }) => oneAnd(exactly(listingType), ['rental', 'land', 'commercial']),
    id: ({ id }) => fc.constant(String(id)),
    s: (listing) => wordQueries(listing, agencyOf(listing), peopleOf(listing)),
    ids: ({ id, _id }) => oneAnd(fc.constantFrom(String(id), _id.toUpperCase()), ids),
    excludeids: ({ id, _id }) => oneAnd(fc.constantFrom(String(id), _id.toUpperCase()), ids),
    category: ({ category }) => oneAnd(exactly(category ?? ''), ['house', 'Apartment']),
    businessCategory: ({ businessCategory }) => oneAnd(exactly(businessCategory?.[0] ?? 'Rural'), ['Retail', 'none']),
    commercialCategory: ({ commercialCategory }) => oneAnd(exactly(commercialCategory?.[0] ?? 'Offices'), ['Retail']),
    landCategory: ({ landCategory }) => oneAnd(exactly(landCategory ?? ''), ['Residential']),
    ruralCategory: ({ ruralCategory }) => oneAnd(exactly(ruralCategory ?? ''), ['Dairy']),
    commercialListingType: () => fc.constantFrom('sale', 'lease', 'Lease'),
    minPrice: priceNear,
    maxPrice: priceNear,
    uniqueID: ({ uniqueID }) => fc.constant(uniqueID),
    uniqueIDs: ({ uniqueID }) => oneAnd(fc.constant(uniqueID), ['Shared 1', 'Shared 2', 'U_1%']),
    agentID: ({ agentID }) => fc.constant(agentID),
    websiteID: ({ websiteID }) =>
      fc.constantFrom(websiteID, ...accounts.map((account) => account.websiteID)).map(String),
    agent: (listing) =>
      fc.oneof(
        fc.constantFrom(...identifiersOf(agentOf(listing)), agentOf(listing)?.slug ?? ''),
        partOf(agentOf(listing)?.name ?? ''),
        fc.constant('007'),
      ),
    agents: (listing) =>
      oneAnd(
        fc
          .constantFrom(agentOf(listing)?.name, agentOf(listing)?.slug, ...identifiersOf(agentOf(listing)))
          .chain((text) => exactly(text ?? '')),
        agents.map(({ slug }) => slug),
      ),
    agentSlug: (listing) => exactly(agentOf(listing)?.slug ?? ''),
    address: ({ address }) => partOfAddress(addressTextsOf(address).at(-1) ?? ''),
    street: ({ address }) => partOfAddress(address.street ?? ''),
    isInspections: flag,
    isAuctions: flag,
    accuracy: () => fc.constantFrom('exact', 'suburb'),
    isOffMarket: flag,
    updatedAt: ({ updatedAt }) => day(updatedAt),
    createdAt: ({ createdAt }) => day(createdAt),
    surroundingsuburb: flag,
    sort: () => fc.constantFrom(...Object.keys(listingOrders(world.now))),
    view,
  };
}

/** Queries of the list of listings: a few filters, a place, dates, an order, a page. */
export function listingQueries(world: World): Arbitrary<Query> {
  const draws = listingDraws(world);
  const apart = new Set([...LOCATION_NAMES, ...FLAGS, 'surroundingsuburb', 'sort', 'status', 'view']);
  const filters = Object.keys(draws).filter((name) => !apart.has(name));
  const listing = fc.constantFrom(...world.listings);
  const sometimes = (query: Arbitrary<Query>) => fc.oneof(query, fc.constant({}));
  const status = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ status: 'all' }) },
    some(draws, ['status'], listing, 1),
  );
  // Most queries draw all parameters for the same listing, so that they find something.
  return fc
    .oneof(
      { weight: 4, arbitrary: listing.map((one) => fc.constant(one)) },
      { weight: 1, arbitrary: fc.constant(listing) },
    )
    .chain((thing) =>
      together(
        status,
        some(draws, filters, thing, 3),
        sometimes(some(draws, FLAGS, thing, 2)),
        sometimes(some(draws, [...LOCATION_NAMES, 'surroundingsuburb', 'surroundingsuburb'], thing, 3)),
        sometimes(dateQueries(thing)),
        some(draws, ['sort', 'view'], thing, 2),
        fc.oneof(
          { weight: 1, arbitrary: mapQueries(thing.map(({ address }) => address)) },
          { weight: 2, arbitrary: fc.constant({}) },
        ),
        pages,
      ),
    )
    .map(consistent);
}

/** The parameters of a query that select listings, without those of pages and items. */
export function filtersAlone({ page: _page, limit: _limit, sort: _sort, view: _view, ...filters }: Query): Query {
  return filters;
}
