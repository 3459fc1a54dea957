import { describe, expect, it } from 'vitest';
import type { ListingLine } from './listing.line.js';
import { listingRows } from './listing.record.js';
import { normalizeLine } from './listing.normalized.js';

const AT = '2026-03-01T00:00:00.000Z';
const identity = { id: 1, uid: 'u', propertyId: 2, firstdate: AT, modtime: AT, createdAt: AT, updatedAt: AT };

/** The row of a line with the given fields, and defaults for the others. */
function rowOf(fields: object) {
  const line = { websiteID: 1, uniqueID: 'L1', listingType: 'residential', status: 'current', ...fields };
  return listingRows(normalizeLine(line as ListingLine), identity, undefined).listing;
}

const weeklyWith = (priceView: string) => ({
  listingType: 'rental',
  price: { priceView, rent: { price: 2430, period: 'weekly' } },
});

const rentBy = (period: string) => rowOf({ listingType: 'rental', price: { rent: { price: 410, period } } }).price;

describe('the price of filters and sorts (D22)', () => {
  const price = { value: 9, rent: { price: 5 } };
  const commercialRent = { value: 7 };
  it.each([
    ['a rental: its rent', { listingType: 'rental', price }, 5],
    ['a rental without rent: none', { listingType: 'rental', price: { value: 9 } }, null],
    ['a sale: its value', { price }, 9],
    [
      'a lease without value: its rent',
      { listingType: 'commercial', commercialListingType: 'lease', commercialRent },
      7,
    ],
    [
      'sale or lease without value: its rent',
      { listingType: 'commercial', commercialListingType: 'both', commercialRent },
      7,
    ],
    [
      'a lease with value: that',
      { listingType: 'commercial', commercialListingType: 'lease', commercialRent, price },
      9,
    ],
    [
      'a commercial sale without value: none',
      { listingType: 'commercial', commercialListingType: 'sale', commercialRent },
      null,
    ],
    ['a business without value: none', { listingType: 'business', commercialRent }, null],
    ['none: 0', { price: { value: 0 } }, null],
    ['a fortnightly rental', { listingType: 'rental', price: { rent: { price: 1300, period: 'fortnightly' } } }, 650],
    ['a monthly rental', { listingType: 'rental', price: { rent: { price: 2600, period: 'monthly' } } }, 600],
    ['a rental by the calendar month', { listingType: 'rental', price: { rent: { price: 2600, period: 'pcm' } } }, 600],
    ['a yearly rental', { listingType: 'rental', price: { rent: { price: 52_000, period: 'annual' } } }, 1000],
    ['a rental of no period', { listingType: 'rental', price: { rent: { price: 500 } } }, 500],
    [
      'a range of rents by the night',
      { listingType: 'rental', price: { rent: { period: 'night' } }, details: { priceRange: { min: 400, max: 450 } } },
      null,
    ],
    ['a weekly rent that is one of a night by its words', weeklyWith('From $2,430 per night'), null],
    ['one of a night beside a weekly rent, in words', weeklyWith('$2,430 per night, $9,000 per week'), null],
    ['a rent for several nights, in words', weeklyWith('$2,430 for 3 nights'), null],
    ['a weekly rent beside one of a night', weeklyWith('$400 per night'), 2430],
    ['a weekly rent beside one of a night, in words', weeklyWith('$2,430 per week, $400 per night'), 2430],
    ['a lease with a price of 0', { listingType: 'commercial', price: { value: 0 }, commercialRent: { value: 9 } }, 9],
  ])('of %s', (_, fields, expected) => {
    const row = rowOf(fields);
    expect([row.price, row.priceTo]).toEqual([expected, null]);
  });

  it('of a rental by a night, a day or an unknown period is none', () => {
    const periods = [
      'night',
      'nightly',
      'per night',
      'p.n.',
      'a night',
      'day',
      'Daily',
      'weekend',
      '3 nights',
      'season',
    ];
    expect(periods.map((period) => rentBy(period))).toEqual(periods.map(() => null));
    expect(['p/week', 'a week', 'Weeks', ' '].map((period) => rentBy(period))).toEqual([410, 410, 410, 410]);
  });
});

describe('counts (D21)', () => {
  it.each([
    [{ garages: 1, carports: 2, openSpaces: 3 }, 6],
    [{ garages: 1 }, 1],
    [{ carports: 0 }, 0],
    [{ garages: 1, parkingSpaces: 9 }, 9],
    [{ garages: 1, parkingSpaces: 0 }, 0],
    [{ garages: 32_767, carports: 1 }, 32_767],
    [{}, null],
  ])('of %o make %s car spaces', (features, carSpaces) => {
    expect(rowOf({ features }).carSpaces).toBe(carSpaces);
  });

  it('are absent, not 0, if they were never supplied', () => {
    const { bedrooms, bathrooms, garages, livingAreas } = rowOf({ features: { bedrooms: 0 } });
    expect([bedrooms, bathrooms, garages, livingAreas]).toEqual([0, null, null, null]);
  });
});

describe('case-folded columns', () => {
  it('are folded character by character, like lower() (D5)', () => {
    const address = { street: 'ΟΔΟΣ İÉ', suburb: 'Kew', state: 'VIC', postcode: '3101' };
    const { street, fullAddress, category } = rowOf({ address, category: 'HOUSE' });
    expect([street, fullAddress, category]).toEqual([
      'οδοσ ié\n οδος ie ',
      'οδοσ ié, kew vic 3101\n οδος ie kew vic 3101 ',
      'house',
    ]);
  });
});
