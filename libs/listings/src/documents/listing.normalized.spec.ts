import { describe, expect, it } from 'vitest';
import type { ListingLine } from './listing.line.js';
import { normalizeLine } from './listing.normalized.js';

const normalized = (fields: object) =>
  normalizeLine({
    websiteID: 1,
    uniqueID: 'L1',
    listingType: 'residential',
    status: 'current',
    ...fields,
  } as ListingLine);

describe('a normalized line', () => {
  it('has address texts (D6), instants in UTC (D10), and each agent once', () => {
    const { line } = normalized({
      address: { streetNumber: '3', street: 'High St', suburb: 'Kew', state: 'VIC', postcode: '3101' },
      auctionDetails: { date: '2026-03-07T9:30:0+11:00' },
      agents: [{ id: 1 }, { id: 2 }, { id: 1, profileVisibility: false }],
    });
    expect(line.address.fullAddress).toBe('3 High St, Kew VIC 3101');
    expect(line.auctionDetails.date).toBe('2026-03-06T22:30:00.000Z');
    expect(line.agents.map(({ id, profileVisibility }) => [id, profileVisibility])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it('is independent of the order of its members, and idempotent', () => {
    const { line, digest } = normalized({ features: { bedrooms: 3, garages: 1 }, price: { value: 1 } });
    expect(normalized({ price: { value: 1 }, features: { garages: 1, bedrooms: 3 } }).digest).toBe(digest);
    expect(normalizeLine(line).digest).toBe(digest);
  });

  it('differs with every field', () => {
    const others = [
      {},
      { price: { value: 1 } },
      { features: { bedrooms: 2 } },
      { features: { gym: true } },
      { agents: [{ id: 1 }] },
      { agents: [{ id: 1, profileVisibility: false }] },
      { agents: [{ id: 1 }, { id: 2 }] },
      { agents: [{ id: 2 }, { id: 1 }] },
      { soldDetails: { price: 1 } },
      { address: { display: false } },
      { address: { latitude: '1' } },
      { websiteID: 2 },
    ];
    expect(new Set(others.map((other) => normalized(other).digest)).size).toBe(others.length);
  });

  it('ignores generated values, ids and dates', () => {
    const made = {
      slug: '/x',
      link: 'https://x.example',
      website: { name: 'X' },
      id: 9,
      modtime: '2026-03-01T00:00:00Z',
    };
    expect(normalized(made).digest).toBe(normalized({}).digest);
  });
});
