import { MAX_COUNT, MAX_ID } from '@app/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../../test/support/any-characters.js';
import { listingCard, MOST_BYTES } from './listing-card.js';
import type { ListingCard } from '../dto/listing-card.fields.js';
import type { ListingLine } from './listing.line.js';
import { normalizeLine } from './listing.normalized.js';

const uid = '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11';
const CONTEXT = {
  agents: ['Jane Citizen'],
  slug: '/house/vic/richmond/l1',
  link: 'https://x.example/house/vic/richmond/l1',
};
const ADDRESS = { streetNumber: '4', street: 'Low Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' };

function textOf(fields: object, context = CONTEXT): string {
  const line = {
    websiteID: 12,
    uniqueID: 'L1',
    listingType: 'residential',
    status: 'current',
    address: { ...ADDRESS, latitude: '-37.82314', longitude: '144.99804' },
    ...fields,
  };
  return listingCard({ ...normalizeLine(line as ListingLine).line, id: 7, _id: uid, propertyID: 5 }, context);
}

const cardOf = (fields: object, context = CONTEXT) => JSON.parse(textOf(fields, context)) as ListingCard;

describe('the card of a listing', () => {
  it('has the members of a result list', () => {
    const images = ['m', 'a'].map((id) => ({ id, url: `https://images.example/${id}.jpg` }));
    const features = { bedrooms: 0, bathrooms: 2, garages: 1, carports: 1 };
    expect(cardOf({ images, features, price: { priceView: 'Offers', value: 5 } })).toEqual({
      _id: uid,
      id: 7,
      propertyID: 5,
      websiteID: 12,
      uniqueID: 'L1',
      listingType: 'residential',
      status: 'current',
      address: '4 Low Road, Richmond VIC 3121',
      suburb: 'Richmond',
      latitude: '-37.82314',
      longitude: '144.99804',
      price: 'Offers',
      bedrooms: 0,
      bathrooms: 2,
      parkingSpaces: 2,
      image: 'https://images.example/m.jpg',
      ...CONTEXT,
    });
  });

  it('has neither a hidden address nor data that reveals it', () => {
    const card = cardOf({ address: { ...ADDRESS, display: false, latitude: '-37.82314', longitude: '144.99804' } });
    expect(card).toMatchObject({ address: 'Richmond VIC 3121', suburb: 'Richmond', latitude: '', longitude: '' });
    expect(card).not.toHaveProperty('propertyID');
  });

  it.each([
    ['in words', { price: { priceView: '$1.2m', value: 1_200_000 } }, '$1.2m'],
    ['in words, of one that is hidden', { price: { priceView: 'Ask', value: 1, display: false } }, ''],
    ['of 0', { price: { value: 0 } }, ''],
    ['a rent of 0', { listingType: 'rental', price: { rent: { price: 0, period: 'weekly' } } }, ''],
    ['of a sale', { status: 'sold', price: { priceView: 'Ask' }, soldDetails: { price: 5e5 } }, '$500,000'],
    [
      'of a sale that is not told',
      { status: 'sold', price: { value: 1 }, soldDetails: { price: 5, display: 'no' } },
      '',
    ],
    ['in words, of such a sale', { status: 'sold', price: { priceView: 'Ask', value: 1 } }, 'Ask'],
    ['of a sale, hidden', { status: 'sold', price: { display: false }, soldDetails: { price: 5 } }, ''],
    ['of one that was sold before', { price: { value: 2 }, soldDetails: { price: 5 } }, '$2'],
    ['an amount', { price: { value: 1_200_000 } }, '$1,200,000'],
    ['an amount with cents', { price: { priceView: ' ', value: 9.5 } }, '$9.5'],
    ['a hidden amount', { price: { value: 1, display: false } }, ''],
    ['none', {}, ''],
    ['a rent', { listingType: 'rental', price: { value: 9, rent: { price: 650, period: 'weekly' } } }, '$650 weekly'],
    ['a hidden rent', { listingType: 'rental', price: { rent: { price: 650, display: false } } }, ''],
    ['no rent', { listingType: 'rental', price: { value: 9 } }, ''],
    ['a lease', { listingType: 'commercial', commercialRent: { value: 85_000, period: 'annual' } }, '$85,000 annual'],
    ['a lease with a price', { listingType: 'commercial', commercialRent: { value: 1 }, price: { value: 2 } }, '$2'],
  ])('has the price: %s', (_, fields, price) => {
    expect(cardOf(fields).price).toBe(price);
  });

  it('has coordinates to a millionth of a degree', () => {
    const address = { ...ADDRESS, latitude: '-37.8231412345678', longitude: '144.9' };
    expect(cardOf({ address })).toMatchObject({ latitude: '-37.823141', longitude: '144.9' });
  });

  it('has the whole identifier of the agency or none', () => {
    expect(cardOf({ uniqueID: 'a'.repeat(40) }).uniqueID).toBe('a'.repeat(40));
    expect(cardOf({ uniqueID: 'a'.repeat(41) }).uniqueID).toBe('');
  });

  it('has whole URLs or none, and as many agents as fit', () => {
    const url = (length: number) => `https://x.example/${'a'.repeat(length)}`;
    expect(cardOf({ images: [{ id: 'm', url: url(150) }] }).image).toBe(url(150));
    expect(cardOf({ images: [{ id: 'm', url: url(400) }] }).image).toBe('');
    const long = (length: number) => ({ agents: ['A', 'B'], slug: `/${'a'.repeat(length)}`, link: url(length) });
    expect(cardOf({}, long(100))).toMatchObject(long(100));
    expect(cardOf({}, long(200))).toMatchObject({ ...long(200), slug: '' });
    expect(cardOf({}, long(600))).toMatchObject({ agents: ['A', 'B'], slug: '', link: '' });
    const agents = Array.from({ length: 30 }, (_, at) => `Agent ${at}`);
    const { agents: shown } = cardOf({}, { ...CONTEXT, agents });
    expect(shown).toEqual(agents.slice(0, shown.length));
    expect(shown.length).toBeGreaterThan(10);
  });

  it('stays within its size for any listing, account and agents', () => {
    const anything = fc.oneof(anyCharacters({ maxLength: 500 }), fc.constantFrom('', '\u0001'.repeat(200)));
    const url = fc.oneof(
      fc.constant(''),
      fc.nat({ max: 700 }).map((length) => `https://x.example/${'é'.repeat(length)}`),
    );
    const most = { bedrooms: MAX_COUNT, bathrooms: MAX_COUNT, parkingSpaces: MAX_COUNT };
    const longest = { listingType: 'residential', status: 'offmarket', websiteID: MAX_ID, features: most };
    const drawn = fc.tuple(anything, anything, anything, url, url, fc.array(anything, { maxLength: 6 }));
    fc.assert(
      fc.property(drawn, ([fullAddress, suburb, priceView, image, link, agents]) => {
        const address = { fullAddress, suburb, latitude: `-89.${'1'.repeat(20)}`, longitude: `-179.${'1'.repeat(20)}` };
        const fields = { ...longest, address, price: { priceView }, images: [{ id: 'm', url: image }] };
        const { line } = normalizeLine({ uniqueID: 'L'.repeat(40), ...fields } as unknown as ListingLine);
        const listing = { ...line, id: MAX_ID, _id: uid, propertyID: MAX_ID };
        const card = listingCard(listing, { agents, slug: link.slice(17), link });
        expect(Buffer.byteLength(card)).toBeLessThanOrEqual(MOST_BYTES);
        const { link: shown, agents: named, image: pictured } = JSON.parse(card) as ListingCard;
        if (agents.length > 0) expect(named.length).toBeGreaterThan(0);
        expect([link, '']).toContain(shown);
        expect([image, '']).toContain(pictured);
      }),
      { numRuns: 100 },
    );
  });
});
