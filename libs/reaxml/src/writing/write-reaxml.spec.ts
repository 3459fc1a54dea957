import { ListingLine, normalizeLine } from '@app/listings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walk } from '../../../../test/support/walk.js';
import { mergeListing } from '../merging/merge-listing.js';
import { readPlaced } from '../../../../test/support/feed-entries.js';
import { DTD_FILE, dtds, DtdValidator } from '../../../../test/support/reaxml-dtd.js';
import { outgoingListing } from '../../../../test/feeds/outgoing-listings.js';
import type { OutgoingListing } from './markup.js';
import { goneElement, hasElement, reaxmlElement, writeReaxml } from './write-reaxml.js';
import { REVISIONS, type Revision } from './revisions.js';

const RUNS = walk(20);

const faultsOf = (xml: string, revision: Revision): string[] =>
  DTD_FILE.isMissing ? [] : new DtdValidator(dtds()[revision]).faultsOf(xml);

/** The document, in the latest revision that has an element for all. */
async function written(...listings: OutgoingListing[]): Promise<string> {
  const revision = REVISIONS.find((one) => listings.every(({ line }) => hasElement(line, one))) ?? 'r1.64';
  let xml = '';
  const source = (async function* () {
    yield* listings;
  })();
  for await (const piece of writeReaxml(source, revision, new Date('2024-05-01T09:00:00Z'))) xml += piece;
  expect(faultsOf(xml, revision)).toEqual([]);
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
        // r1.61, the revision of businesses, has no visibility of profiles.
        const shown = (one: object) =>
          line.listingType === 'business' ? { ...one, profileVisibility: undefined } : one;
        expect(read.agents?.put.map(({ value }) => value) ?? []).toEqual(agents.map(shown));
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
      { id: '1', url: 'https://x.example/b', title: 'Brochure', type: 'brochure' },
      { id: '2', url: 'https://x.example/s', title: 'Our statement', type: 'statementOfInformation' },
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

it.skipIf(DTD_FILE.isMissing)(`is valid, whatever a bundle says${DTD_FILE.why}`, () => {
  const word = fc.oneof(
    fc.constantFrom('', 'm', 'M', '1', 'zz', 'left', 'House', 'eoi', 'a--b'),
    fc.string({ maxLength: 12 }),
  );
  const words = fc.array(word, { maxLength: 6 });
  const range = fc.record({ min: fc.nat(), max: fc.nat() });
  const file = fc.record({
    id: word,
    url: fc.webUrl(),
    title: word,
    type: fc.constantFrom('floorplan', 'agentPhoto', 'brochure', 'm'),
  });
  const image = fc.record({ id: word, url: fc.webUrl(), type: fc.constantFrom('featured', 'img', 'plan') });
  const details = fc.record(
    {
      crossOver: word,
      depths: fc.array(fc.record({ side: word, value: fc.nat() })),
      estate: fc.record({ stage: word }),
      project: fc.record({ order: word }),
      streetDirectory: fc.record({ type: word }, { requiredKeys: [] }),
      heating: word,
      hotWaterService: word,
      idealFor: words,
      views: words,
      highlights: words,
      otherRents: fc.array(fc.record({ price: fc.nat(), period: word, display: fc.boolean() })),
      businessLeases: fc.array(fc.record({ price: fc.nat(), period: word })),
      businessSubCategory: fc.array(fc.record({ category: word, name: word })),
      outgoingsPeriod: word,
      rentPerSquareMetre: range,
      priceRange: range,
      landAreaRange: range,
      auctionOutcome: fc.record({ result: word }),
      closing: fc.record({
        kind: fc.constantFrom('tender', 'eoi', 'setSale'),
        date: fc.constant('2024-05-01T00:00:00.000Z'),
      }),
      commercialLand: fc.boolean(),
      holiday: fc.boolean(),
      availabilityLink: fc.webUrl(),
      plusSAV: fc.boolean(),
      newlyBuilt: fc.boolean(),
      region: word,
    },
    { requiredKeys: [] },
  );
  const more = fc.record(
    {
      listingType: fc.constantFrom('residential', 'rental', 'land', 'rural', 'commercial', 'business'),
      status: fc.constantFrom('current', 'sold', 'leased', 'withdrawn', 'offmarket'),
      category: word,
      authority: word,
      commercialAuthority: word,
      tenancy: word,
      commercialCategory: words,
      businessCategory: words,
      modtime: fc.constant(undefined),
      images: fc.array(image, { maxLength: 40 }),
      documents: fc.array(file, { maxLength: 14 }),
      videoLinks: fc.array(fc.webUrl(), { maxLength: 3 }),
      soldDetails: fc.record(
        { price: fc.nat(), range, display: fc.constantFrom('yes', 'no', 'range'), plusSAV: fc.boolean() },
        { requiredKeys: [] },
      ),
      ruralFeatures: fc.constantFrom('Services: a\nFencing: b\nServices: c', 'x'),
      details,
    },
    { requiredKeys: ['listingType', 'details'] },
  );
  const agent = fc.record({
    name: word,
    email: word,
    telephones: fc.array(fc.record({ number: word, type: word }), { maxLength: 3 }),
    profileVisibility: fc.boolean(),
    uniqueListingAgentID: word,
    agentID: word,
    order: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(outgoingListing, more, fc.array(agent, { maxLength: 7 }), (listing, given, agents) => {
      const line = { ...listing.line, ...given } as ListingLine;
      for (const revision of REVISIONS) {
        const element = reaxmlElement({ ...listing, line, agents }, revision);
        const xml = `<propertyList date="" username="" password="">${element}</propertyList>`;
        expect(faultsOf(xml, revision)).toEqual([]);
      }
    }),
    { numRuns: walk(50) },
  );
});

describe('what a revision does not have', () => {
  const [sample] = fc.sample(outgoingListing, { numRuns: 1, seed: 1 });
  const listed = (given: Partial<ListingLine>, revision: Revision): string => {
    if (!sample) throw new Error('There is a sample');
    return reaxmlElement({ ...sample, line: { ...sample.line, ...given } }, revision);
  };

  it('is an element: a comment names the listing', () => {
    const business = { listingType: 'business', agentID: 'A--1', uniqueID: '--7->' };
    expect(listed(business, 'r1.64')).toBe('<!-- A-&#45;1 -&#45;7-&gt;: r1.64 has no element business -->');
    expect(listed(business, 'r1.61')).toMatch(/^<business .*<uniqueID>--7-&gt;<\/uniqueID>/);
    const gone = { listingType: 'business', agentID: 'A', uniqueID: '7' };
    expect(goneElement(gone, new Date(), 'r1.64')).toBe('<!-- A 7: r1.64 has no element business -->');
  });

  it('is a kind: commercial land is commercial', () => {
    const land = { listingType: 'commercial', authority: 'auction', details: { commercialLand: true } };
    expect(listed(land, 'r1.64')).toMatch(/^<commercial .*<commercialAuthority value="auction"\/>/);
    expect(listed(land, 'r1.61')).toMatch(/^<commercialLand .*<authority value="auction"\/>/);
    expect(listed({ ...land, listingType: 'land' }, 'r1.61')).toMatch(/^<land /);
  });

  it.each<[string, string, Revision, string]>([
    ['rental', 'sold', 'r1.64', 'leased'],
    ['land', 'leased', 'r1.64', 'sold'],
    ['commercial', 'leased', 'r1.61', 'leased'],
    ['rental', 'deleted', 'r1.64', 'deleted'],
    ['rental', 'deleted', 'r1.61', 'withdrawn'],
  ])('is a status: a %s that is %s in %s is %s', (listingType, status, revision, expected) => {
    expect(listed({ listingType, status }, revision)).toContain(` status="${expected}">`);
    expect(goneElement({ listingType, agentID: 'A', uniqueID: '7' }, new Date(), revision)).toContain(
      revision === 'r1.64' ? 'status="deleted"' : 'status="withdrawn"',
    );
  });

  it.each([
    [650, 'weekly', '<rent period="week" display="no">650</rent>'],
    [650, '', '<rent period="week" display="no">650</rent>'],
    [1301, 'fortnightly', '<rent period="week" display="no">650.5</rent>'],
    [2600, 'monthly', '<rent period="month" display="no">2600</rent>'],
    [26_000, 'yearly', '<rent period="week" display="no">500</rent>'],
    [24_000, 'annual', '<rent period="month" display="no">2000</rent>'],
    [24_001, 'annual', ''],
    [430, 'nightly', ''],
    [430, 'per fortnight or so', ''],
  ])('is a rent: %d %s is "%s", and the words of a hidden rent are left out with it', (amount, period, rent) => {
    const given = { price: amount, period, display: false };
    const xml = listed(
      { listingType: 'rental', details: {}, price: { display: true, priceView: 'Ask', rent: given } },
      'r1.64',
    );
    expect(/<rent .*<\/rent>/.exec(xml)?.[0] ?? '').toBe(rent);
    expect(xml.includes('Ask')).toBe(rent !== '');
  });

  it.each([
    ['setSale', 'setsale', 'land', '', true],
    ['setSale', 'setsale', 'commercial', '', false],
    ['tender', 'tender', 'land', '', false],
    ['eoi', '', 'commercial', 'Expressions of interest', true],
    ['eoi', '', 'commercial', 'offers', true],
  ])('is an authority, without which a %s would be an auction', (kind, authority, listingType, other, isWritten) => {
    const closing = { kind, date: '2024-05-01T00:00:00.000Z' };
    const line = { listingType, authority, commercialAuthority: other, auctionDetails: {}, details: { closing } };
    expect(listed(line, 'r1.64').includes('<auction ')).toBe(isWritten);
  });

  it.each([
    [{ price: 5, range: { min: 1, max: 9 } }, '<price display="no">5<range><min>1</min><max>9</max></range></price>'],
    [{ price: 5, range: { min: 1, max: 9 }, display: 'range' }, '<soldPrice display="range">5</soldPrice>'],
    [{ price: 5, display: 'no' }, '<soldPrice display="no">5</soldPrice>'],
    [{ price: 5, display: 'no', plusSAV: true }, '<price display="no">5</price>'],
    [{ display: 'no' }, '<soldPrice display="no"/>'],
  ])('is a part of a sale: %j', (soldDetails, expected) => {
    const xml = listed({ listingType: 'land', soldDetails: { display: 'no', ...soldDetails } }, 'r1.64');
    expect(xml).toContain(`<soldDetails>${expected}</soldDetails>`);
  });
});

it('begins as REAXML begins, without credentials', async () => {
  expect(await written()).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">\n' +
      '<!-- REAXML r1.64 -->\n' +
      '<propertyList date="2024-05-01-09:00:00" username="" password="">\n</propertyList>\n',
  );
});
