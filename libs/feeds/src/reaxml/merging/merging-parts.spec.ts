import { applyDefaults } from '@app/schema';
import { ListingLine } from '@app/listings';
import { describe, expect, it } from 'vitest';
import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';
import { hasAddress, joinEntries } from './join-entries.js';
import { asKind, lostPaths, patchAsKind } from './leave-kind.js';
import { firstAddress, hasMoved, movedAddress } from './merge-listing.js';
import { withInstants } from './with-instants.js';

const entry = (more: Partial<FeedListing> = {}): FeedListing => ({
  kind: 'listing',
  number: 1,
  position: { line: 1, column: 1 },
  suburb: { line: 1, column: 1 },
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
  }) as unknown as ListingLine; // fields of a line

describe('two entries of one listing', () => {
  const joined = (earlier: Partial<FeedListing>, later: Partial<FeedListing>) =>
    joinEntries(entry(earlier), entry(later));

  it('are the later one where there is no earlier one', () => {
    const later = entry({ patch: { headline: 'h' } });
    expect(joinEntries(undefined, later)).toBe(later);
  });

  it.each<[ListingPatch, ListingPatch, ListingPatch]>([
    [{ headline: 'a' }, {}, { headline: 'a' }],
    [{ headline: 'a' }, { headline: 'b' }, { headline: 'b' }],
    [{ headline: 'a' }, { headline: null }, { headline: null }],
    [{ price: { value: 1 } }, { price: { priceView: 'p' } }, { price: { value: 1, priceView: 'p' } }],
    [{ price: { value: 1 } }, { price: null }, { price: null }],
    [{ price: null }, { price: { value: 1 } }, { price: { value: 1 } }],
    [{ videoLinks: ['a', 'b'] }, { videoLinks: ['c'] }, { videoLinks: ['c'] }],
    [{ features: { bedrooms: 3 } }, { features: { bedrooms: 0 } }, { features: { bedrooms: 0 } }],
  ])('%j and %j are %j', (earlier, later, patch) => {
    const before = structuredClone(earlier);
    expect(joined({ patch: earlier }, { patch: later }).patch).toEqual(patch);
    expect(earlier).toEqual(before);
  });

  it('keep the spelling that came first, and everything else of the later one', () => {
    const both = joined(
      { agentID: 'harb', status: 'current', number: 1 },
      { agentID: 'HARB', status: 'sold', number: 7 },
    );
    expect(both).toMatchObject({ agentID: 'harb', status: 'sold', number: 7 });
  });

  it('keep the agents, the time and the dates that the later one does not mention', () => {
    const put = [{ id: '1', value: { name: 'Jane', email: '', telephones: [] } }];
    const agents = { cleared: [], removed: [], put };
    const first = { agents, modTime: '2024-01-01T00:00:00', times: { auction: '2024-02-01T00:00:00', sold: null } };
    expect(joined(first, {})).toMatchObject(first);
    const second = {
      agents: { cleared: [''], removed: [], put: [] },
      modTime: '2024-01-02T00:00:00',
      times: { auction: null },
    };
    expect(joined(first, second)).toMatchObject({ ...second, times: { auction: null, sold: null } });
  });

  it('lose what only the earlier kind has', () => {
    const both = joined(
      { listingType: 'rental', patch: { headline: 'h', price: { rent: { price: 5 } } } },
      { listingType: 'residential', patch: { price: { value: 9 } } },
    );
    expect(both.patch).toEqual({ headline: 'h', price: { value: 9 } });
  });

  it('have an address when either names a street or a suburb', () => {
    expect(hasAddress(entry())).toBe(false);
    expect(hasAddress(entry({ patch: { address: { postcode: '3121' } } }))).toBe(false);
    expect(hasAddress(entry({ patch: { address: { suburb: '' } } }))).toBe(false);
    expect(
      hasAddress(joined({ patch: { address: { suburb: 'Kew' } } }, { patch: { address: { postcode: '3101' } } })),
    ).toBe(true);
  });
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

  it('loses the same from data that is held back', () => {
    const patch: ListingPatch = { authority: 'exclusive', price: { value: 1 }, headline: 'h' };
    const before = structuredClone(patch);
    expect(patchAsKind(patch, 'residential', 'rental')).toEqual({ price: {}, headline: 'h' });
    expect(patchAsKind(patch, 'residential', 'residential')).toBe(patch);
    expect(patchAsKind({ price: null }, 'residential', 'rental')).toEqual({ price: null });
    expect(patch).toEqual(before);
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
