import { applyDefaults } from '@app/schema';
import { ListingLine } from '@app/listings';
import { describe, expect, it } from 'vitest';
import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';
import { asKind, lostPaths } from './leave-kind.js';
import { firstAddress, hasMoved, movedAddress } from './merge-listing.js';
import { withInstants } from './merge-dates.js';

const entry = (more: Partial<FeedListing> = {}): FeedListing => ({
  kind: 'listing',
  number: 1,
  position: { line: 1, column: 1 },
  suburb: { line: 1, column: 1 },
  coordinates: { line: 1, column: 1, element: 'address' },
  agentID: 'HARB',
  uniqueID: 'a',
  listingType: 'residential',
  status: 'current',
  patch: {},
  times: {},
  items: {},
  notes: [],
  ...more,
});

const lineOf = (fields: object): ListingLine =>
  applyDefaults(ListingLine, {
    websiteID: 12,
    uniqueID: 'a',
    listingType: 'residential',
    status: 'current',
    ...fields,
  });

describe('a listing that changes its kind', () => {
  const home = lineOf({
    authority: 'exclusive',
    category: 'House',
    price: { value: 900_000, priceView: 'Offers over $900,000' },
    features: { bedrooms: 3 },
    soldDetails: { price: 1 },
    details: { priceRange: { min: 1, max: 2 } },
  });

  it('keeps what belongs to the property, and loses what only the old kind has', () => {
    const rental = asKind(home, 'rental');
    expect(rental.features.bedrooms).toBe(3);
    expect(rental.category).toBe('House');
    expect([rental.authority, rental.price.value, rental.price.priceView]).toEqual(['', undefined, '']);
    expect(lostPaths(home, rental)).toEqual(
      expect.arrayContaining(['authority', 'price.value', 'price.priceView', 'soldDetails', 'details.priceRange']),
    );
  });

  it.each([
    ['rental', 'residential', { price: { rent: { price: 500, period: 'weekly' } } }, ['price.rent']],
    [
      'commercial',
      'land',
      { commercialRent: { value: 5, period: 'annual' }, tenancy: 'vacant' },
      ['tenancy', 'commercialRent'],
    ],
    ['rental', 'residential', { details: { bond: 5 } }, ['details.bond']],
    ['rental', 'residential', {}, []],
    ['commercial', 'business', { commercialCategory: ['Offices'], exclusivity: 'open' }, ['commercialCategory']],
  ] as const)('from %s to %s with %j has lost %j', (listingType, kind, fields, lost) => {
    const before = lineOf({ listingType, ...structuredClone(fields) });
    expect(lostPaths(before, asKind(before, kind)).sort()).toEqual([...lost].sort());
  });

  it('keeps the wording of its price while it stays for sale', () => {
    const land = asKind(home, 'land');
    expect(land.price).toMatchObject({ value: 900_000, priceView: 'Offers over $900,000' });
    expect([land.category, lostPaths(home, land)]).toEqual(['', ['category']]);
  });

  it('is the same line when the kind is the same', () => {
    expect(asKind(home, 'residential')).toBe(home);
    expect(lostPaths(home, home)).toEqual([]);
  });
});

describe('the address of a listing', () => {
  const { address: empty } = lineOf({});
  const kew = { ...empty, streetNumber: '3', street: 'High St', suburb: 'Kew', state: 'VIC', postcode: '3101' };
  const placed = { ...kew, ...firstAddress(kew, {}), _id: 'p', latitude: '-37.8', longitude: '145' };

  it.each([
    ['VIC', undefined, 'Australia'],
    ['Victoria', undefined, 'Australia'],
    ['Auckland', undefined, ''],
    ['VIC', 'New Zealand', 'New Zealand'],
  ])('in %s, said to be in %s, is in %s', (state, country, name) => {
    const given: ListingPatch = country ? { address: { country } } : {};
    expect(firstAddress({ ...kew, state }, given).country).toBe(name);
  });

  it('keeps its coordinates and its property while it is the same place', () => {
    const shouted = { ...placed, street: ' HIGH  ST ' };
    expect(hasMoved(placed, shouted)).toBe(false);
    expect(movedAddress(placed, shouted, {})).toMatchObject({ _id: 'p', latitude: '-37.8' });
  });

  it.each([
    ['Richmond', '3121', true],
    ['KEW', '3101', false],
  ])('without a street moves with its suburb: %s', (suburb, postcode, moves) => {
    const vague = { ...placed, streetNumber: '', street: '' };
    expect(hasMoved(vague, { ...vague, suburb, postcode })).toBe(moves);
  });

  it('loses both when it moves, unless the entry says where', () => {
    const moved = { ...placed, streetNumber: '5' };
    expect(movedAddress(placed, moved, {})).toMatchObject({
      _id: '',
      latitude: '',
      longitude: '',
      fullAddress: '5 High St, Kew VIC 3101',
    });
    const given: ListingPatch = { address: { latitude: '1', longitude: '2' } };
    expect(movedAddress(placed, moved, given)).toMatchObject({ _id: '', latitude: '1', longitude: '2' });
  });
});

describe('the dates of an entry', () => {
  it('become instants by the time of the suburb', () => {
    const local = '2024-07-01T09:00:00';
    const times = { auction: local, sold: local, available: local, leaseEnd: local, outcome: local };
    const dated = withInstants(
      entry({ times: { ...times, inspections: [{ from: local, to: '2024-07-01T09:30:00' }] } }),
      'Australia/Perth',
    );
    const instant = '2024-07-01T01:00:00.000Z';
    expect(dated).toEqual({
      auctionDetails: { date: instant },
      soldDetails: { date: instant },
      price: { rent: { available: instant } },
      details: { currentLeaseEndDate: instant, auctionOutcome: { date: instant } },
      inspectionTimes: [{ dateFrom: instant, dateTo: '2024-07-01T01:30:00.000Z' }],
    });
  });

  it('of an inspection in the hour that daylight saving skips never end before they begin', () => {
    const inspections = [
      { from: '2026-10-04T02:30:00', to: '2026-10-04T03:00:00' },
      { from: '2026-10-04T01:30:00', to: '2026-10-04T02:30:00' },
      { from: '2026-10-04T03:30:00', to: '2026-10-03T16:00:00Z' },
    ];
    expect(withInstants(entry({ times: { inspections } }), 'Australia/Sydney').inspectionTimes).toEqual([
      { dateFrom: '2026-10-03T16:30:00.000Z', dateTo: '2026-10-03T17:00:00.000Z' },
      { dateFrom: '2026-10-03T15:30:00.000Z', dateTo: '2026-10-03T16:30:00.000Z' },
      { dateFrom: '2026-10-03T16:30:00.000Z', dateTo: '2026-10-03T16:30:00.000Z' },
    ]);
  });

  it('are absent when they are not given, and null when they are taken away', () => {
    expect(withInstants(entry(), 'Australia/Perth')).toEqual({});
    expect(withInstants(entry({ times: { auction: null, inspections: [] } }), 'Australia/Perth')).toEqual({
      auctionDetails: { date: null },
      inspectionTimes: [],
    });
  });

  it('stand beside what the entry says otherwise, and change nothing of it', () => {
    const patch: ListingPatch = { price: { value: 1, rent: { price: 5 } }, soldDetails: { price: 2 } };
    const before = structuredClone(patch);
    const times = { available: '2024-01-01T00:00:00', sold: null };
    expect(withInstants(entry({ patch, times }), 'UTC')).toEqual({
      price: { value: 1, rent: { price: 5, available: '2024-01-01T00:00:00.000Z' } },
      soldDetails: { price: 2, date: null },
    });
    expect(patch).toEqual(before);
  });
});
