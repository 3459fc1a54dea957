import { describe, expect, it } from 'vitest';
import type { ListingLine } from './listing.line.js';
import { normalizeLine } from './listing.normalized.js';

const date = '2026-03-07T00:00:00.000Z';
const lineOf = (fields: object) =>
  normalizeLine({
    websiteID: 1,
    uniqueID: 'x',
    listingType: 'residential',
    status: 'current',
    ...fields,
  } as ListingLine);

describe('normalizing the closing of a line', () => {
  it.each([
    [{ auctionDetails: { date } }, { date }, undefined],
    [{ authority: 'setsale', auctionDetails: { date } }, {}, { kind: 'setSale', date }],
    [{ listingType: 'commercial', commercialAuthority: 'offers', auctionDetails: { date } }, {}, { kind: 'eoi', date }],
    // A commercial authority applies to commercial properties.
    [{ commercialAuthority: 'tender', auctionDetails: { date } }, { date }, undefined],
    [{ details: { closing: { kind: 'tender', date } } }, {}, { kind: 'tender', date }],
    [{ details: { closing: { kind: 'auction', date } } }, { date }, undefined],
    [{ details: { closing: { kind: 'tender' } } }, {}, undefined],
    [{ details: { closing: { date } } }, {}, undefined],
  ])('%j', (fields, auction, closing) => {
    const { line } = lineOf(fields);
    expect([line.auctionDetails, line.details?.closing]).toEqual([auction, closing]);
  });

  it('is idempotent', () => {
    const details = { terms: 'Cash', region: 'Inner' };
    const { line, digest } = lineOf({ authority: 'setsale', auctionDetails: { date }, details });
    expect(normalizeLine(structuredClone(line)).digest).toBe(digest);
    expect(lineOf({ authority: 'setsale', details: { ...details, closing: { kind: 'setSale', date } } }).digest).toBe(
      digest,
    );
  });
});

describe('amounts of 0', () => {
  it('are removed', () => {
    const rent = { price: 0, period: 'weekly' };
    const { line } = lineOf({
      price: { value: 0, rent },
      commercialRent: { value: 0, period: 'annual' },
      soldDetails: { price: 0, range: { min: 0, max: 0 } },
      details: { priceRange: { min: 0, max: 0 }, otherRents: [rent, { price: 5, period: 'daily' }], bond: 0 },
    });
    expect([line.price.value, line.price.rent?.price, line.commercialRent?.value, line.soldDetails]).toEqual([
      undefined,
      undefined,
      undefined,
      {},
    ]);
    expect(line.details).toEqual({
      otherRents: [
        { period: 'weekly', display: true },
        { price: 5, period: 'daily', display: true },
      ],
      bond: 0,
    });
  });
});
