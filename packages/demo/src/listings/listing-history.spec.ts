import { describe, expect, it } from 'vitest';
import { generateDirectory } from '../generate-directory.js';

const now = new Date('2026-03-04T03:00:00Z');
const directory = generateDirectory({ listings: 2_000, now });
const listings = new Map([...directory.listings].map((listing) => [listing.id, listing]));
const histories = [...directory.histories];

describe('the history of a generated listing', () => {
  it('covers the last two years, between the first date and the last change', () => {
    expect(histories.length).toBeGreaterThan(300);
    for (const { listingID, at } of histories) {
      const { firstdate = '', modtime = '' } = listings.get(listingID) ?? {};
      expect(at > firstdate && at <= modtime && modtime > '2024-03-03').toBe(true);
    }
    const keys = histories.map(({ listingID, at, kind }) => `${listingID} ${at} ${kind}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('includes reduced prices, also as text', () => {
    const reductions = histories.flatMap(({ listingID, before: { price } }) => {
      const reduced = listings.get(listingID)?.price;
      return price && reduced ? [{ former: price, reduced }] : [];
    });
    expect(reductions.length).toBeGreaterThan(50);
    expect(reductions.some(({ reduced }) => reduced.rent)).toBe(true);
    for (const { former, reduced } of reductions) {
      const [then = 0, today = 0] = [former, reduced].map(({ rent, value }) => rent?.price ?? value);
      expect(then).toBeGreaterThan(today);
      expect(former.priceView).toContain(`$${then.toLocaleString('en-AU')}`);
      expect(former.priceView).not.toContain(`$${today.toLocaleString('en-AU')}`);
    }
  });

  it('ends with the present state', () => {
    const last = new Map(
      histories.flatMap(({ listingID, before }) => (before.status ? [[listingID, before.status]] : [])),
    );
    for (const [listingID, before] of last) {
      const { status } = listings.get(listingID) ?? {};
      expect({ status, before }).toEqual({ status, before: status === 'current' ? 'withdrawn' : 'current' });
    }
    const ended = [...listings.values()].filter(
      ({ status, modtime }) => status !== 'current' && modtime > '2024-03-06',
    );
    expect(ended.filter(({ id }) => !last.has(id))).toEqual([]);
  });
});
