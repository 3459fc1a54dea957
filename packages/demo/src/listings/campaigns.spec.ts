import { describe, expect, it } from 'vitest';
import type { DemoProperty, PropertyKind } from '../properties/demo-property.js';
import { isStrata } from '../properties/demo-property.js';
import { worthOf, worthThen } from '../properties/worth.js';
import type { Market } from '../places/demo-place.js';
import { Random } from '../random/random.js';
import { choiceOf, WeightedChoice } from '../random/weighted-choice.js';
import { campaignsOf, isLetting, type Campaign } from './campaign.js';
import { endsInAuction, inspectionsOf } from './listing-events.js';
import { pricesOf } from './listing-prices.js';
import { termsOf } from './listing-terms.js';

const now = Date.parse('2026-03-04T03:00:00Z');
const DAY = 86_400_000;
const KINDS: readonly PropertyKind[] = ['dwelling', 'land', 'rural', 'commercial', 'business'];

const market = (state = 'VIC', regionName = 'Greater Melbourne', timeZone = 'Australia/Melbourne'): Market =>
  ({ index: 0, place: { suburb: 'X', state, regionName, timeZone }, priceLevel: 1 }) as Market; // the only field that is read

const property = (kind: PropertyKind, more: Partial<DemoProperty> = {}): DemoProperty =>
  ({ kind, category: 'house', market: market(), worth: 1_000_000, ...more }) as DemoProperty; // the only field that is read

/** The campaigns of many properties of one type. */
const campaigns = (kind: PropertyKind, count = 200): Campaign[][] =>
  Array.from({ length: count }, (_, at) => campaignsOf(new Random(at, kind), property(kind), now));

describe.each(KINDS)('the campaigns of a %s', (kind) => {
  const found = campaigns(kind);

  it('follow each other, without overlap, within eight years', () => {
    for (const some of found) {
      expect(some.length).toBeGreaterThan(0);
      for (const [at, { start, end }] of some.entries()) {
        expect(start).toBeLessThan(end ?? now);
        if (at > 0) expect(some[at - 1]?.end).toBeLessThan(start);
      }
      expect(some.at(0)?.end ?? now).toBeGreaterThanOrEqual(now - 8 * 365.25 * DAY);
    }
  });

  it('are open exactly if they are current, and only the last may be', () => {
    for (const some of found)
      for (const [at, { status, end }] of some.entries()) {
        expect(status === 'current').toBe(end === undefined);
        if (at < some.length - 1) expect(status).not.toBe('current');
      }
  });

  it('end in a sale or a lease according to their terms', () => {
    for (const { listingType, terms, status } of found.flat()) {
      expect(kind === 'dwelling' ? ['residential', 'rental'] : [kind]).toContain(listingType);
      expect(terms === '').toBe(kind !== 'commercial');
      if (status === 'sold') expect(isLetting({ listingType, terms } as Campaign)).toBe(false);
      if (status === 'leased') expect(listingType === 'rental' || ['lease', 'both'].includes(terms)).toBe(true);
    }
  });

  it('have consistent prices, terms and dates', () => {
    for (const [at, campaign] of found.flat().entries()) {
      const random = new Random(at, 'details');
      const auction = endsInAuction(random, property(kind), campaign);
      if (auction) expect([kind === 'business', isLetting(campaign)]).toEqual([false, false]);
      const { price, commercialRent, soldDetails } = pricesOf(random, property(kind), campaign, auction, now);
      expect(price.rent !== undefined).toBe(campaign.listingType === 'rental');
      expect(commercialRent !== undefined).toBe(['lease', 'both'].includes(campaign.terms));
      expect(soldDetails !== undefined).toBe(campaign.status === 'sold');
      if (price.value !== undefined) expect(price.value % 5000).toBe(0);
      expect(price.priceView).toMatch(
        /^(\$|Auction|Offers over \$|Contact agent|Price on request|Expressions of interest)/,
      );
      const terms = termsOf(random, property(kind), campaign, auction);
      if (auction) expect(`${terms.authority}${terms.commercialAuthority}`).toBe('auction');
      expect([terms.landCategory !== '', terms.ruralCategory !== '']).toEqual([kind === 'land', kind === 'rural']);
      for (const { dateFrom, dateTo } of inspectionsOf(random, property(kind), campaign, now)) {
        expect(Date.parse(dateTo)).toBeGreaterThan(Date.parse(dateFrom));
        if (campaign.end !== undefined) expect(Date.parse(dateFrom)).toBeLessThan(campaign.end + DAY);
      }
    }
  });
});

describe('the value of a property', () => {
  /** The mean of many values, to average out chance. */
  const mean = (...[of, kind, category, bedrooms]: [Market, PropertyKind, string, number]): number => {
    const values = Array.from({ length: 400 }, (_, at) =>
      worthOf(new Random(at, 'worth'), of, kind, category, bedrooms),
    );
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

  it('increases with bedrooms, in a capital, and for a house', () => {
    const city = market();
    const three = mean(city, 'dwelling', 'house', 3);
    expect(mean(city, 'dwelling', 'house', 5)).toBeGreaterThan(three);
    expect(mean(market('VIC', 'Rest of Vic.'), 'dwelling', 'house', 3)).toBeLessThan(three);
    expect(mean(city, 'dwelling', 'studio', 0)).toBeLessThan(three / 2);
    expect(mean(market('XX'), 'dwelling', 'house', 3)).toBeGreaterThan(0);
  });

  it('was lower in earlier years', () => {
    expect(worthThen(1_000_000, 0)).toBe(1_000_000);
    expect(worthThen(1_055_000, 365.25 * DAY)).toBeCloseTo(1_000_000);
    expect(worthThen(1_000_000, 8 * 365.25 * DAY)).toBeGreaterThan(600_000);
  });

  it.each([
    ['apartment', true],
    ['studio', true],
    ['house', false],
    ['townhouse', false],
  ])('is the value of a strata unit for a %s: %s', (category, is) => {
    expect(isStrata(category)).toBe(is);
  });
});

describe('weighted choices', () => {
  it('never draw an item of weight 0, and only given items', () => {
    const choice = choiceOf({ never: 0, often: 3, rarely: 1, nor: 0 });
    const drawn = Array.from({ length: 2000 }, (_, at) => choice.draw(new Random(at, 'draw')));
    expect(new Set(drawn)).toEqual(new Set(['often', 'rarely']));
    const often = drawn.filter((name) => name === 'often').length / drawn.length;
    expect(often).toBeGreaterThan(0.7);
    expect(often).toBeLessThan(0.8);
  });

  it('return the only item of a list, and refuse an empty list', () => {
    expect(new WeightedChoice(['a'], () => 1).draw(new Random(1, 'x'))).toBe('a');
    expect(() => new WeightedChoice([], () => 1)).toThrow(RangeError);
  });
});
