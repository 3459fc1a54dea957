import { hiddenIn, MAX_COUNT } from '@app/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../../test/support/any-characters.js';
import { MOST_BYTES, storedCard, wholeCard } from './listing-card.js';
import type { ListingCard } from '../dto/listing-card.fields.js';
import { ListingLine } from './listing.line.js';
import { normalizeLine } from './listing.normalized.js';

const uid = '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11';
const TIMES = { firstdate: '2026-02-27T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z' };
const CONTEXT = {
  agents: [{ id: 31, name: 'Jane Citizen', profileImage: '' }],
  website: { websiteID: 12, name: 'Harbour', logo: { light: '', dark: '', override: '' } },
  slug: '/house/vic/richmond/l1',
  link: 'https://x.example/house/vic/richmond/l1',
};
const ADDRESS = { streetNumber: '4', street: 'Low Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' };

const lineOf = (fields: object): ListingLine =>
  normalizeLine({
    websiteID: 12,
    uniqueID: 'L1',
    listingType: 'residential',
    status: 'current',
    address: { ...ADDRESS, latitude: '-37.82314', longitude: '144.99804' },
    ...fields,
  } as ListingLine).line;

function textOf(fields: object, { agents, website, ...context } = CONTEXT, line = lineOf(fields)): string {
  return wholeCard({
    identity: `"_id":"${uid}","id":7`,
    stored: storedCard(line, hiddenIn(ListingLine, line), TIMES),
    agents: JSON.stringify(agents).slice(1, -1),
    website: JSON.stringify(website),
    ...context,
  });
}

const cardOf = (fields: object, context = CONTEXT) => JSON.parse(textOf(fields, context)) as ListingCard;

describe('the card of a listing', () => {
  it('has the fields of a result list', () => {
    const images = ['m', 'a'].map((id) => ({ id, url: `https://images.example/${id}.jpg` }));
    const features = { bedrooms: 0, bathrooms: 2, garages: 1, carports: 1 };
    const times = ['2026-02-28', '2026-03-08', '2026-03-07'].map((day) => ({
      dateFrom: `${day}T00:00:00.000Z`,
      dateTo: `${day}T01:00:00.000Z`,
    }));
    const card = cardOf({
      images,
      features,
      price: { priceView: 'Offers', value: 5 },
      category: 'House',
      inspectionTimes: times,
      landDetails: { area: { value: 612 } },
      documents: [{ id: '1', url: 'https://x.example/1.pdf', type: 'floorplan' }],
      details: { depositTaken: true },
    });
    expect(card).toEqual({
      _id: uid,
      id: 7,
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
      images: 2,
      category: 'House',
      landArea: 612,
      underOffer: false,
      depositTaken: true,
      hasFloorplan: true,
      hasVideo: false,
      hasTour: false,
      listed: TIMES.firstdate,
      inspectionTimes: [times[2], times[1]],
      ...CONTEXT,
    });
  });

  it('has the fields of a sale or a lease only as far as they are shown', () => {
    const soldDetails = { price: 5, date: '2026-03-01T00:00:00.000Z' };
    expect(cardOf({ status: 'sold', soldDetails }).sold).toEqual(soldDetails);
    expect(cardOf({ status: 'leased', soldDetails }).leased).toEqual(soldDetails);
    expect(cardOf({ status: 'sold', soldDetails: { ...soldDetails, display: 'no' } }).sold).toEqual({
      date: soldDetails.date,
    });
    expect(cardOf({ status: 'sold', soldDetails, price: { display: false } }).sold).toEqual({ date: soldDetails.date });
    expect(cardOf({ soldDetails })).not.toHaveProperty('sold');
  });

  it('has neither a hidden address nor data that reveals it', () => {
    const card = cardOf({ address: { ...ADDRESS, display: false, latitude: '-37.82314', longitude: '144.99804' } });
    expect(card).toMatchObject({ address: 'Richmond VIC 3121', suburb: 'Richmond', latitude: '', longitude: '' });
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
  ])('has the price %s', (_, fields, price) => {
    expect(cardOf(fields).price).toBe(price);
  });

  it('rounds coordinates to a millionth of a degree', () => {
    const address = { ...ADDRESS, latitude: '-37.8231412345678', longitude: '144.9' };
    expect(cardOf({ address })).toMatchObject({ latitude: '-37.823141', longitude: '144.9' });
  });

  it('has the whole identifier of the agency, or none', () => {
    expect(cardOf({ uniqueID: 'a'.repeat(40) }).uniqueID).toBe('a'.repeat(40));
    expect(cardOf({ uniqueID: 'a'.repeat(41) }).uniqueID).toBe('');
  });

  it('has complete URLs or none, at most six inspections, and always the website', () => {
    const url = (length: number) => `https://x.example/${'a'.repeat(length)}`;
    expect(cardOf({ images: [{ id: 'm', url: url(150) }] }).image).toBe(url(150));
    expect(cardOf({ images: [{ id: 'm', url: url(900) }] }).image).toBe('');
    const agents = [31, 32].map((id) => ({ id, name: 'A'.repeat(40), profileImage: url(100) }));
    const logo = { light: url(60), dark: url(60), override: url(60) };
    const context = { ...CONTEXT, agents, website: { websiteID: 12, name: 'B'.repeat(80), logo } };
    const inspectionTimes = Array.from({ length: 9 }, (_, at) => ({
      dateFrom: `2026-03-0${at + 1}T00:00:00.000Z`,
      dateTo: `2026-03-0${at + 1}T01:00:00.000Z`,
    }));
    expect(cardOf({ inspectionTimes }).inspectionTimes).toHaveLength(6);
    const full = cardOf({ inspectionTimes, images: [{ id: 'm', url: url(100) }] }, context);
    expect(full.website).toEqual(context.website);
    expect([full.slug, full.link]).toEqual([CONTEXT.slug, CONTEXT.link]);
    expect(full.agents).toEqual(agents.slice(0, 1));
    expect(cardOf({}, { ...CONTEXT, link: url(2_000) }).link).toBe('');
  });

  it('stays within its size limit for any listing, account and agents', () => {
    const anything = fc.oneof(anyCharacters({ maxLength: 500 }), fc.constantFrom('', '\u0001'.repeat(200)));
    const url = fc.oneof(
      fc.constant(''),
      fc.nat({ max: 1_500 }).map((length) => `https://x.example/${'é'.repeat(length)}`),
    );
    const most = { bedrooms: MAX_COUNT, bathrooms: MAX_COUNT, parkingSpaces: MAX_COUNT };
    const longest = { status: 'offmarket', features: most };
    const drawn = fc.tuple(anything, anything, anything, url, url, fc.nat({ max: 2 }), fc.nat({ max: 20 }));
    fc.assert(
      fc.property(drawn, ([fullAddress, suburb, priceView, image, link, people, times]) => {
        const address = { fullAddress, suburb, latitude: `-89.${'1'.repeat(20)}`, longitude: `-179.${'1'.repeat(20)}` };
        const inspectionTimes = Array.from({ length: times }, () => ({
          dateFrom: '2026-03-07T00:00:00.000Z',
          dateTo: '2026-03-07T01:00:00.000Z',
        }));
        const fields = {
          ...longest,
          address,
          price: { priceView },
          images: [{ id: 'm', url: image }],
          inspectionTimes,
        };
        const agents = Array.from({ length: people }, () => ({
          id: 31,
          name: 'A'.repeat(40),
          profileImage: 'b'.repeat(130),
        }));
        const logo = { light: 'c'.repeat(80), dark: 'c'.repeat(80), override: 'c'.repeat(80) };
        const website = { websiteID: 12, name: 'd'.repeat(80), logo };
        const card = textOf({ uniqueID: 'L'.repeat(40), ...fields }, { agents, website, slug: link.slice(17), link });
        expect(Buffer.byteLength(card)).toBeLessThanOrEqual(MOST_BYTES);
        const { link: shown, image: pictured } = JSON.parse(card) as ListingCard;
        expect([link, '']).toContain(shown);
        expect([image, '']).toContain(pictured);
      }),
      { numRuns: 100 },
    );
  });
});
