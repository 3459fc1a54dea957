import { validate } from '@app/schema';
import { ListingLine } from '@app/listings';
import { describe, expect, it } from 'vitest';
import { entryOf, readEntry } from '../../../../test/support/feed-entries.js';
import { mergeListing } from './merge-listing.js';

const PLACE = { websiteID: 12, timeZone: 'Australia/Melbourne' };
const LATER = 'modTime="2009-02-01-12:30:00" status="current"';

const RICHMOND = `<address><streetNumber>39</streetNumber><street>Main Road</street><suburb>Richmond</suburb><state>VIC</state>
  <postcode>3121</postcode></address>`;

async function after(before: ListingLine | undefined, inner: string, attributes = LATER, kind = 'residential') {
  return mergeListing(before, await readEntry(entryOf(inner, kind, attributes)), PLACE);
}

const first = () =>
  after(
    undefined,
    `${RICHMOND}<price>500000</price><headline>First</headline><features><bedrooms>3</bedrooms><garages>1</garages>
    <carports>1</carports></features><auction date="2009-02-04-18:30"/><inspectionTimes>
    <inspection>21-Jul-2009 11:00am to 1:00pm</inspection></inspectionTimes><objects><img id="m" url="https://x.example/m"/>
    <floorplan id="1" url="https://x.example/plan"/></objects><media><attachment id="s" usage="statementOfInformation"
    url="https://x.example/soi"/></media>`,
  );

describe('a new listing', () => {
  it('is a line with every leaf in place', async () => {
    const line = await first();
    expect(validate(ListingLine, line)).toEqual([]);
    expect(line).toMatchObject({
      websiteID: 12,
      agentID: 'XNWXNW',
      uniqueID: '1',
      listingType: 'residential',
      status: 'current',
      modtime: '2009-02-01T01:30:00.000Z',
      headline: 'First',
      description: '',
      isOffMarket: false,
      price: { value: 500_000, display: true, priceView: '' },
      auctionDetails: { date: '2009-02-04T07:30:00.000Z' },
      inspectionTimes: [{ dateFrom: '2009-07-21T01:00:00.000Z', dateTo: '2009-07-21T03:00:00.000Z' }],
      address: { country: 'Australia', display: true, fullAddress: '39 Main Road, Richmond VIC 3121' },
    });
  });
});

describe('a known listing', () => {
  it('keeps what an entry does not mention', async () => {
    const before = await first();
    const sold = await after(
      before,
      '<soldDetails><price>580000</price><date>2009-01-10-12:30:00</date></soldDetails>',
      'modTime="2009-03-01" status="sold"',
    );
    expect(sold).toEqual({
      ...before,
      status: 'sold',
      modtime: '2009-02-28T13:00:00.000Z',
      soldDetails: { price: 580_000, date: '2009-01-10T01:30:00.000Z' },
    });
  });

  it('has car spaces that follow its garages, unless they were given', async () => {
    const before = await first();
    before.features.parkingSpaces = 2;
    const garages = '<features><garages>3</garages></features>';
    expect((await after(before, garages)).features.parkingSpaces).toBe(4);
    const spaces = '<carSpaces>0</carSpaces>';
    expect((await after(before, spaces, LATER, 'commercial')).features.parkingSpaces).toBe(0);
    before.features.parkingSpaces = 9;
    expect((await after(before, garages)).features.parkingSpaces).toBe(9);
  });

  it('keeps files that the entry has no container for, and what is known of those that it names', async () => {
    const before = await first();
    expect(before.documents.map(({ type }) => type)).toEqual(['floorplan', 'statementOfInformation']);
    before.documents[0]!.title = 'Ground floor';
    const plan = '<floorplan id="2" url="https://x.example/plan"/>';
    const { documents } = await after(
      before,
      `<objects>${plan}<document id="1" url="https://x.example/d" title="D"/></objects>`,
    );
    expect(documents).toEqual([
      { id: '2', url: 'https://x.example/plan', title: 'Ground floor', type: 'floorplan' },
      { id: '1', url: 'https://x.example/d', title: 'D', type: 'document' },
      before.documents[1],
    ]);
    const without = await after(before, '<objects/>');
    expect(without.documents).toEqual(before.documents);
    expect(without.images).toEqual(before.images);
  });

  it('goes off the market and comes back', async () => {
    const off = await after(await first(), '', 'modTime="2009-03-01" status="offmarket"');
    expect(off.isOffMarket).toBe(true);
    expect((await after(off, '')).isOffMarket).toBe(false);
    const discreet = { ...(await first()), isOffMarket: true };
    expect((await after(discreet, '')).isOffMarket).toBe(true);
  });

  it('keeps further videos beside the one that the format has room for', async () => {
    const before = { ...(await first()), videoLinks: ['https://x.example/1', 'https://x.example/2'] };
    const video = (at: number) => `<videoLink href="https://x.example/${at}"/>`;
    expect((await after(before, video(1))).videoLinks).toEqual(before.videoLinks);
    expect((await after(before, video(3))).videoLinks).toEqual(['https://x.example/3']);
  });
});
