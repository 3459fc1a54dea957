import { describe, expect, it } from 'vitest';
import {
  listingSlug,
  presentListing,
  presentListingItem,
  presentPropertyItemListing,
  presentPropertyListing,
  type ListingRow,
} from './listing.presenter.js';

const slugValues = { category: 'house', 'address.state': 'vic', 'address.suburb': 'richmond', uniqueID: 'abc-1' };

const row: ListingRow = {
  document: '"id":1',
  address: '{"suburb":"Richmond"}',
  propertyUid: 'p',
  agents: '[]',
  website: '{"websiteID":12}',
  websiteID: 12,
  websiteUid: 'w',
  websiteLink: 'https://x.example/',
  slugTemplate: null,
  staleListing: false,
  staleAccount: null,
  slugValues,
};

const slugOf = (template: string, values = slugValues): string =>
  listingSlug({ ...row, slugTemplate: template, slugValues: values });

describe('the slug of a listing (D29)', () => {
  it.each([
    ['', '/house/vic/richmond/abc-1'],
    ['/buy/{uniqueID}', '/buy/abc-1'],
    ['/{uniqueID}/{uniqueID}', '/abc-1/abc-1'],
    ['/plain', '/plain'],
    ['/', '/'],
  ])('of the template "%s" is %s', (template, slug) => {
    expect(slugOf(template)).toBe(slug);
  });

  it('leaves out the parts that have no value', () => {
    expect(slugOf('', { ...slugValues, 'address.state': '', 'address.suburb': '' })).toBe('/house/abc-1');
  });

  it('is the default one when the account has none for its type', () => {
    expect(listingSlug(row)).toBe('/house/vic/richmond/abc-1');
  });
});

describe('the representations of a listing', () => {
  const common = {
    id: 1,
    agents: [],
    slug: '/house/vic/richmond/abc-1',
    link: 'https://x.example/house/vic/richmond/abc-1',
  };
  const [address, website] = [{ suburb: 'Richmond' }, { websiteID: 12 }];

  it.each([
    ['single', presentListing, { address, website }],
    ['list item', presentListingItem, { address: { _id: 'p', ...address }, website }],
    ["property's listing", presentPropertyListing, { address, website: { _id: 'w', ...website } }],
    ["property's item", presentPropertyItemListing, { websiteID: 12, address: { _id: 'p', ...address }, website }],
  ])('as a %s: who carries an _id (D33)', (_, present, own) => {
    expect(JSON.parse(present(row))).toEqual({ ...common, ...own });
  });
});
