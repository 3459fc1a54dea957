import { describe, expect, it } from 'vitest';
import {
  listingSlug,
  presentListing,
  presentListingItem,
  presentPropertyListing,
  type WholeListingRow,
} from './listing.presenter.js';

const slugValues = { category: 'house', 'address.state': 'vic', 'address.suburb': 'richmond', uniqueID: 'abc-1' };

const row: WholeListingRow = {
  listingID: 1,
  listingUid: 'l',
  propertyID: 5,
  websiteID: 12,
  document: '"headline":"Light"',
  timeZone: 'Australia/Melbourne',
  suburbLatitude: null,
  suburbLongitude: null,
  address: '{"suburb":"Richmond"}',
  propertyUid: 'p',
  locationAccuracy: 'exact',
  slugValues: slugValues,
  uid: 'w',
  link: 'https://x.example',
  slugTemplate: null,
  website: '{"websiteID":12}',
  agents: '{"id":31}',
};

describe('the slug of a listing (D29)', () => {
  it.each([
    ['', '/house/vic/richmond/abc-1'],
    ['/buy/{uniqueID}', '/buy/abc-1'],
    ['/{uniqueID}/{uniqueID}', '/abc-1/abc-1'],
    ['/plain', '/plain'],
    ['/', '/'],
  ])('from the template "%s" is %s', (template, slug) => {
    expect(listingSlug(template, slugValues)).toBe(slug);
  });

  it('leaves out parts without a value', () => {
    expect(listingSlug('', { ...slugValues, 'address.state': '', 'address.suburb': '' })).toBe('/house/abc-1');
  });

  it('is the default slug if the account has no template for the type', () => {
    expect(listingSlug(null, slugValues)).toBe('/house/vic/richmond/abc-1');
  });
});

describe('the representations of a listing', () => {
  const common = {
    _id: 'l',
    id: 1,
    propertyID: 5,
    headline: 'Light',
    timeZone: 'Australia/Melbourne',
    agents: [{ id: 31 }],
    slug: '/house/vic/richmond/abc-1',
    link: 'https://x.example/house/vic/richmond/abc-1',
    locationAccuracy: 'exact',
  };
  const [address, website] = [{ suburb: 'Richmond' }, { websiteID: 12 }];

  it.each([
    ['single', presentListing, { address, website }],
    ['list item', presentListingItem, { address: { _id: 'p', ...address }, website }],
    ["property's listing", presentPropertyListing, { address, website: { _id: 'w', ...website } }],
  ])('have for a %s the members with an _id (D33)', (_, present, own) => {
    expect(JSON.parse(present(row))).toEqual({ ...common, ...own });
  });

  it('have locationAccuracy if the address has coordinates', () => {
    expect(JSON.parse(presentListing({ ...row, locationAccuracy: null }))).not.toHaveProperty('locationAccuracy');
  });

  it('have the coordinates of the suburb, without property and locationAccuracy, if the address is hidden', () => {
    const hidden = { propertyID: null, propertyUid: null, locationAccuracy: null };
    const shown = presentListingItem({ ...row, ...hidden, suburbLatitude: -37.8, suburbLongitude: 145 });
    expect(JSON.parse(shown)).toMatchObject({
      address: { suburb: 'Richmond', latitude: '-37.8', longitude: '145' },
      locationAccuracy: 'suburb',
    });
    expect(JSON.parse(shown)).not.toHaveProperty('propertyID');
    expect(JSON.parse(presentListingItem({ ...row, ...hidden }))).not.toHaveProperty('locationAccuracy');
  });

  it('use the slug template of the account for the listing type', () => {
    const shown = presentListing({ ...row, slugTemplate: '/buy/{uniqueID}' });
    expect(JSON.parse(shown)).toMatchObject({ slug: '/buy/abc-1', link: 'https://x.example/buy/abc-1' });
  });
});
