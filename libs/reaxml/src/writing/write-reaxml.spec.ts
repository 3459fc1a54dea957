import { ListingLine, normalizeLine } from '@app/listings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walk } from '../../../../test/support/walk.js';
import { ELEMENTS_OF, words } from '../../../../test/feeds/reaxml-elements.js';
import { mergeListing } from '../merging/merge-listing.js';
import { readAll, readPlaced } from '../../../../test/support/feed-entries.js';
import { outgoingListing } from '../../../../test/feeds/outgoing-listings.js';
import type { OutgoingListing } from './markup.js';
import { writeReaxml } from './write-reaxml.js';

const RUNS = walk(20);

async function written(...listings: OutgoingListing[]): Promise<string> {
  let xml = '';
  const source = (async function* () {
    yield* listings;
  })();
  for await (const piece of writeReaxml(source, new Date('2024-05-01T09:00:00Z'))) xml += piece;
  return xml;
}

/** As the store has it. */
const normalized = (line: ListingLine): ListingLine => ({
  ...normalizeLine(line).line,
  isOffMarket: line.status === 'offmarket',
});

describe('a listing that is written and read', () => {
  it('says the same: what REAXML can carry comes back', async () => {
    await fc.assert(
      fc.asyncProperty(outgoingListing, async (listing) => {
        const { line, agents, timeZone } = listing;
        const xml = await written(listing);
        expect(xml).not.toContain('<extraFields');
        const [read] = await readPlaced(xml);
        if (read?.kind !== 'listing') throw new Error(JSON.stringify(read));
        expect(read.notes).toEqual([]);
        expect(read.agents?.put.map(({ value }) => value) ?? []).toEqual(agents);
        const merged = mergeListing(undefined, read, { websiteID: line.websiteID, timeZone });
        expect(normalized(merged)).toEqual(normalized(line));
      }),
      { numRuns: RUNS },
    );
  });

  it('names coordinates, tours and what is off the market as senders do', async () => {
    const [listing] = fc.sample(outgoingListing, { numRuns: 1, seed: 1 });
    if (!listing) throw new Error('There is a sample');
    const { status: _, ...line } = listing.line;
    const said = {
      ...line,
      status: 'current',
      listingType: 'residential',
      isOffMarket: true,
      locationAccuracy: 'exact' as const,
      address: { ...line.address, latitude: '-37.8', longitude: '144.9' },
      vrTourLink: ['https://x.example/tour/1', 'https://x.example/tour/2'],
    };
    const [read] = await readPlaced(await written({ ...listing, line: said }));
    if (read?.kind !== 'listing') throw new Error(JSON.stringify(read));
    const { isOffMarket, locationAccuracy, address, vrTourLink } = said;
    const { latitude, longitude } = address;
    expect(mergeListing(undefined, read, { websiteID: 12, timeZone: listing.timeZone })).toMatchObject({
      isOffMarket,
      locationAccuracy,
      vrTourLink,
      address: { latitude, longitude },
    });
  });

  it('changes nothing of what is held, also where REAXML has no room', async () => {
    const more = {
      vrTourLink: ['https://x.example/tour'],
      partnerLinks: { furnish: ['https://x.example/f'], kitchenStyling: [], panorama: [] },
      videoLinks: ['https://x.example/1', 'https://x.example/2'],
      firstdate: '2020-01-01T00:00:00.000Z',
      isOffMarket: true,
      locationAccuracy: 'suburb' as const,
      propertyID: 5,
      id: 7,
    };
    const place = { latitude: '-37.8', longitude: '144.9', fullAddress: 'The old mill' };
    // Kinds of files are in different elements.
    const files = [
      { id: '1', url: 'https://x.example/p', title: 'Ground floor', type: 'floorplan' },
      { id: 'b', url: 'https://x.example/b', title: 'Brochure', type: 'brochure' },
      { id: 's', url: 'https://x.example/s', title: 'Our statement', type: 'statementOfInformation' },
    ];
    await fc.assert(
      fc.asyncProperty(outgoingListing, async (listing) => {
        const { line, timeZone } = listing;
        const held = normalized({ ...line, ...more, address: { ...line.address, ...place }, documents: files });
        held.isOffMarket = true;
        const videoLinks = line.listingType === 'business' ? held.videoLinks : more.videoLinks;
        const [read] = await readPlaced(await written({ ...listing, line: { ...held, videoLinks } }));
        if (read?.kind !== 'listing') throw new Error(JSON.stringify(read));
        const { isOffMarket, ...merged } = mergeListing(held, read, { websiteID: 12, timeZone });
        expect(isOffMarket).toBe(true);
        expect({ ...normalized(merged as ListingLine), isOffMarket }).toEqual(held);
      }),
      { numRuns: RUNS },
    );
  });
});

it('has the elements of the format in its order', async () => {
  await fc.assert(
    fc.asyncProperty(outgoingListing, async (listing) => {
      const { element } = await entryIn(await written(listing));
      const elements = ELEMENTS_OF[element.name as keyof typeof ELEMENTS_OF]; // it is one of these
      const order = ['agentID', 'uniqueID', ...words(elements)];
      const places = element.children.map(({ name }) => order.indexOf(name));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }),
    { numRuns: RUNS },
  );
});

async function entryIn(xml: string) {
  const [entry] = await readAll(xml);
  if (entry?.kind !== 'entry') throw new Error(entry?.problem);
  return entry;
}

it('begins as REAXML begins, without credentials', async () => {
  expect(await written()).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">\n' +
      '<propertyList date="2024-05-01-09:00:00" username="" password="">\n</propertyList>\n',
  );
});
