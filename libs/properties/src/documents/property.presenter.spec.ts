import { ListingAddress } from '@app/address';
import { applyDefaults } from '@app/schema';
import { describe, expect, it } from 'vitest';
import { presentProperty, presentPropertyItem, type PropertyRow } from './property.presenter.js';

const ADDRESS: Record<string, unknown> = {
  ...applyDefaults(ListingAddress, {}),
  fullAddress: '3/39 "Main" Road, Richmond VIC 3121',
};
const row: PropertyRow = {
  placeID: 5001,
  placeAddress: JSON.stringify(ADDRESS),
  placeAccuracy: null,
  bedrooms: 3,
  bathrooms: null,
  carSpaces: 0,
  createdAt: new Date('2026-03-02T00:00:00.001Z'),
  updatedAt: new Date('2026-03-05T00:00:00.999Z'),
};
const present = (changes: Partial<PropertyRow>, listings: readonly string[] = []) =>
  JSON.parse(presentProperty({ ...row, ...changes }, listings)) as Record<string, unknown>;

describe('a property', () => {
  it('has its stored address, dates in milliseconds, and no listing field without a listing', () => {
    expect(present({})).toEqual({
      id: 5001,
      address: ADDRESS,
      features: { bedrooms: 3, parkingSpaces: 0 },
      createdAt: '2026-03-02T00:00:00.001Z',
      updatedAt: '2026-03-05T00:00:00.999Z',
      listings: [],
    });
  });

  it('omits a count that was never supplied, and shows 0 (D21)', () => {
    expect(present({ bedrooms: null, carSpaces: null })['features']).toEqual({});
    expect(present({ bedrooms: 0, bathrooms: 0, carSpaces: 0 })['features']).toEqual({
      bedrooms: 0,
      bathrooms: 0,
      parkingSpaces: 0,
    });
  });

  it('shows one listing with its websiteID in lists, and every listing in a single read (D33)', () => {
    const item = presentPropertyItem({ ...row, websiteID: 12 }, '{"id":1}');
    expect(JSON.parse(item)).toMatchObject({ id: 5001, listings: { websiteID: 12, id: 1 } });
    expect(present({}, ['{"id":1}', '{"id":2}'])['listings']).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
