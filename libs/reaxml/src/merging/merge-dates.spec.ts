import type { ListingLine } from '@app/listings';
import { describe, expect, it } from 'vitest';
import { entryOf, readEntry } from '../../../../test/support/feed-entries.js';
import { mergeListing } from './merge-listing.js';

const PLACE = { websiteID: 12, timeZone: 'Australia/Brisbane' };
const AT = '<auction date="2026-03-07T10:00:00"/>';
const DATE = '2026-03-07T00:00:00.000Z';
const SET_SALE = '<authority value="setsale"/>';
const NEXT = '2026-03-08T00:00:00.000Z';

/** The auction and the closing of a listing after entries. */
async function after(kind: string, ...entries: string[]) {
  let line: ListingLine | undefined;
  for (const entry of entries) line = mergeListing(line, await readEntry(entryOf(entry, kind)), PLACE);
  return { auction: line?.auctionDetails.date, closing: line?.details?.closing };
}

const auction = (date?: string) => ({ auction: date, closing: undefined });
const closing = (kind: string, date = DATE) => ({ auction: undefined, closing: { kind, date } });

describe('the date of an auction element', () => {
  it.each(['', 'auction', 'exclusive', 'open', 'sale', 'multilist', 'conjunctional'])(
    'is an auction with the authority "%s"',
    async (value) => {
      expect(await after('residential', `<authority value="${value}"/>${AT}`)).toEqual(auction(DATE));
    },
  );

  it.each(['', 'auction', 'sale', 'forsale'])('is an auction with the commercial authority "%s"', async (value) => {
    expect(await after('commercial', `<commercialAuthority value="${value}"/>${AT}`)).toEqual(auction(DATE));
  });

  it.each([
    ['setsale', 'setSale'],
    ['SetSale', 'setSale'],
    ['Set Sale', 'setSale'],
  ])('is a set sale with the authority %s', async (value, kind) => {
    expect(await after('land', `${AT}<authority value="${value}"/>`)).toEqual(closing(kind));
  });

  it.each([
    ['tender', 'tender'],
    ['eoi', 'eoi'],
    ['EOI', 'eoi'],
    ['offers', 'eoi'],
  ])('is none with the commercial authority %s', async (value, kind) => {
    expect(await after('commercial', `<commercialAuthority value="${value}"/>${AT}`)).toEqual(closing(kind));
  });

  it('is what the merged listing says, whichever entry brings the authority', async () => {
    expect(await after('residential', SET_SALE, AT)).toEqual(closing('setSale'));
    expect(await after('residential', AT, SET_SALE)).toEqual(closing('setSale'));
    expect(await after('residential', AT, SET_SALE, '<authority value="auction"/>')).toEqual(auction(DATE));
    expect(await after('residential', SET_SALE + AT, '<headline>x</headline>')).toEqual(closing('setSale'));
    const [tender, eoi] = ['tender', 'eoi'].map((value) => `<commercialAuthority value="${value}"/>`);
    expect(await after('commercial', `${tender}${AT}`, `${eoi}`)).toEqual(closing('eoi'));
  });

  it('moves and goes', async () => {
    const next = '<auction date="2026-03-08T10:00:00"/>';
    expect(await after('residential', SET_SALE + AT, next)).toEqual(closing('setSale', NEXT));
    expect(await after('residential', SET_SALE + AT, `<authority value="open"/>${next}`)).toEqual(auction(NEXT));
    expect(await after('residential', SET_SALE + AT, '<auction date=""/>')).toEqual(auction());
    expect(await after('residential', AT, '<auction date=""/>')).toEqual(auction());
  });
});

describe('the element setSale', () => {
  it('is a closing of its own, whatever the authority', async () => {
    const set = '<setSale date="2026-03-08T10:00:00"/>';
    expect(await after('residential', set)).toEqual(closing('setSale', NEXT));
    expect(await after('residential', set, '<headline>x</headline>')).toEqual(closing('setSale', NEXT));
    expect(await after('residential', set, AT)).toEqual({ ...closing('setSale', NEXT), auction: DATE });
    expect(await after('residential', set, '<setSale date=""/>')).toEqual(auction());
    expect(await after('residential', SET_SALE + AT, set)).toEqual(closing('setSale', NEXT));
  });

  it('goes with the kind of listing', async () => {
    const before = mergeListing(undefined, await readEntry(entryOf(SET_SALE + AT, 'residential')), PLACE);
    const rental = mergeListing(before, await readEntry(entryOf('', 'rental')), PLACE);
    expect([rental.details, rental.auctionDetails]).toEqual([undefined, {}]);
  });
});
