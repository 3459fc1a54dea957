import { applyDefaults } from '@app/schema';
import { ListingLine } from '@app/listings';
import fc from 'fast-check';
import { plainText } from '../../libs/reaxml/src/values/plain-text.js';
import { isOver } from '../../libs/reaxml/src/values/status.js';
import { FEATURE_COUNTS, FEATURE_ELEMENTS } from '../../libs/reaxml/src/mapping/features.js';
import { titleOf } from '../../libs/reaxml/src/mapping/media.js';
import { isBeforeLaunch } from '../../libs/reaxml/src/merging/merge-listing.js';
import type { OutgoingListing } from '../../libs/reaxml/src/writing/markup.js';

/** Text that XML can hold, on one line, without outer spaces and markup, which a reader removes. */
const words = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(fc.constantFrom(...'<>&"\' ]'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
      maxLength,
    })
    .map((text) => text.replace(/[\p{Control}\uFFFD-\uFFFF]/gu, '').trim())
    .filter((text) => text.length <= maxLength && text.isWellFormed() && plainText(text) === text);
/** Several lines without what a reader takes for markup, such as `<p\n>`. */
const prose = fc
  .array(words(60), { maxLength: 4 })
  .map((lines) => lines.join('\n').trim())
  .filter((text) => plainText(text) === text);
const filled = (maxLength: number) => words(maxLength).map((text) => text || 'x');

const link = fc.webUrl({ withQueryParameters: true }).map((url) => url.slice(0, 500));
const links = (maxLength: number) => fc.uniqueArray(link, { maxLength });
const amount = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e12, noNaN: true }).map(Math.abs));
const count = fc.nat(32_767);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const instant = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
/**
 * In whole seconds, and not in the hour that occurs twice at the end of daylight saving: inspections cannot express
 * either.
 */
const inspection = fc
  .tuple(fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), fc.nat(3 * 86_400))
  .map(([from, seconds]) => {
    const start = Math.floor(from.getTime() / 1000) * 1000;
    return { dateFrom: new Date(start).toISOString(), dateTo: new Date(start + seconds * 1000).toISOString() };
  })
  .filter((times) => Object.values(times).every((time) => !/T1[3-7]:/.test(time)));

const record = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, value])));

const measure = (unit: string) => maybe(fc.record({ value: amount, unit: fc.constant(unit) }));

/** Streets do not begin with their number, which a reader takes away. */
const address = fc
  .record({
    subNumber: words(10),
    lotNumber: words(10),
    streetNumber: words(10),
    street: words(30),
    suburb: words(30),
    state: fc.constantFrom('VIC', 'NSW', 'Bayern', ''),
    postcode: fc.constantFrom('3121', '0800', ''),
    country: fc.constantFrom('Australia', 'New Zealand', 'Germany'),
    display: fc.boolean(),
    streetview: fc.boolean(),
  })
  .filter(({ streetNumber, street }) => streetNumber === '' || !street.startsWith(streetNumber));

const images = fc
  .uniqueArray(link, { maxLength: 35 })
  .map((urls) => urls.map((url, at) => ({ id: imageId(at), url, type: at === 0 ? 'featured' : 'img' })));

const imageId = (at: number): string =>
  ['m', ...'abcdefghijklnopqrstuvwxyz', ...[...'abcdefghi'].map((letter) => `a${letter}`)][at] ?? '';

const files = (types: readonly string[]) =>
  fc
    .uniqueArray(fc.tuple(link, fc.constantFrom(...types), words(20)), { maxLength: 4, selector: ([url]) => url })
    .map((all) =>
      all
        .map(([url, type, title]) => ({ url, title: type === 'document' ? title : titleOf(type), type }))
        .toSorted((one, other) => types.indexOf(one.type) - types.indexOf(other.type))
        .map((file, at, sorted) => ({ ...file, id: `${at + 1 - sorted.findIndex(({ type }) => type === file.type)}` }))
        .filter(({ type, id }) => type !== 'floorplan' || Number(id) <= 2),
    );

const CONTENT = {
  common: {
    agentID: filled(50),
    uniqueID: filled(50),
    headline: words(100),
    description: prose,
    externalLinks: links(3),
    address,
    images,
    modtime: fc
      .date({ min: new Date('2000-01-02'), max: new Date('2024-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString().replace(/\d{3}Z$/, '000Z')),
  },
  sale: {
    underOffer: fc.boolean(),
    soldDetails: maybe(fc.record({ price: amount, date: instant })),
    price: fc.record({ value: maybe(amount), display: fc.boolean(), priceView: words(50) }),
  },
  features: fc
    .tuple(
      record(
        FEATURE_COUNTS.filter((name) => name !== 'parkingSpaces'),
        maybe(count),
      ),
      record(
        FEATURE_ELEMENTS.filter((name) => !['furnished', 'petFriendly', 'smokers'].includes(name)),
        fc.boolean(),
      ),
      // A text that means no is none.
      fc.record({ otherFeatures: prose.filter((text) => !/^\W*(n|no|none|false|0)\W*$/i.test(text)) }),
    )
    .map((parts) => Object.assign({}, ...parts) as object),
  landDetails: fc.record({ area: measure('squareMeter'), frontage: measure('meter') }),
  buildingDetails: fc.record({ area: measure('squareMeter'), energyRating: words(20) }),
  eco: record(['greyWaterSystem', 'waterTank', 'solarPanels', 'solarHotWater'], fc.boolean()),
  auctionDetails: fc.record({ date: maybe(instant) }),
  inspectionTimes: fc.uniqueArray(inspection, { maxLength: 3, selector: ({ dateFrom }) => dateFrom }),
  attached: files(['floorplan', 'document', 'agentPhoto']),
  documents: files(['floorplan', 'document']),
  authority: fc.constantFrom('', 'auction', 'exclusive', 'open', 'setsale'),
};

const { common, sale, features, landDetails, buildingDetails, auctionDetails, inspectionTimes } = CONTENT;
const { eco: ecoFriendly, attached, documents, authority } = CONTENT;
/** 0 bedrooms are a studio in a home alone. */
const noStudio = features.map((all) => ({
  ...all,
  ...('bedrooms' in all && all.bedrooms === 0 && { bedrooms: undefined }),
}));
const videoLinks = links(1);
/** What residential, rental and rural listings share. */
const dwelling = { features, landDetails, buildingDetails, inspectionTimes, ecoFriendly, videoLinks };

const sold = fc.constantFrom('current', 'sold', 'withdrawn', 'offmarket');
const leased = fc.constantFrom('current', 'leased', 'withdrawn', 'offmarket');
const either = fc.oneof(sold, leased);

/** What REAXML can carry of each listing type. */
const KINDS = {
  residential: {
    ...sale,
    status: sold,
    authority,
    ...dwelling,
    category: fc.constantFrom('', 'House', 'DuplexSemi-detached', 'Other'),
    auctionDetails,
    documents: attached,
    newConstruction: fc.boolean(),
  },
  rental: {
    status: leased,
    price: fc.record({
      priceView: words(50),
      rent: maybe(
        fc.record({
          price: maybe(amount),
          period: fc.constantFrom('weekly', 'monthly'),
          display: fc.boolean(),
          available: maybe(instant),
        }),
      ),
    }),
    ...dwelling,
    category: fc.constantFrom('', 'House', 'DuplexSemi-detached', 'Other'),
    documents,
    newConstruction: fc.boolean(),
  },
  land: {
    ...sale,
    status: sold,
    authority,
    landCategory: fc.constantFrom('', 'Residential'),
    features: noStudio,
    landDetails,
    auctionDetails,
    inspectionTimes,
    videoLinks,
    documents: attached,
  },
  rural: {
    ...sale,
    status: sold,
    authority,
    ...dwelling,
    features: noStudio,
    ruralCategory: fc.constantFrom('', 'Dairy', 'MixedFarming'),
    auctionDetails,
    documents: attached,
    ruralFeatures: fc.oneof(
      prose,
      fc.constantFrom('Fencing: good\nServices: mains', 'Improvements: shed', 'Services: a: b\nFencing: c'),
    ),
  },
  commercial: {
    ...sale,
    status: either,
    landDetails,
    buildingDetails,
    auctionDetails,
    videoLinks,
    documents,
    commercialAuthority: fc.constantFrom('', 'tender', 'eoi', 'offers', 'auction'),
    exclusivity: fc.constantFrom('', 'open'),
    commercialListingType: fc.constantFrom('', 'sale', 'lease', 'both'),
    tenancy: fc.constantFrom('', 'vacant'),
    outgoings: words(50),
    commercialRent: maybe(fc.record({ value: maybe(amount), period: fc.constant('annual'), tax: fc.constant('') })),
    commercialCategory: fc.uniqueArray(filled(30), { maxLength: 3 }),
    features: fc.record({ parkingSpaces: maybe(count) }),
  },
  business: {
    ...sale,
    status: either,
    documents,
    exclusivity: fc.constantFrom('', 'exclusive'),
    businessCategory: fc.uniqueArray(filled(30), { maxLength: 3 }),
  },
};

const agent = fc.record({
  name: fc.constantFrom('Jane Citizen', "Bo O'Chan", 'Zoë <Łuk> & Sons'),
  email: fc.constantFrom('', 'jane@harbour.example', 'bo+1@x.example'),
  telephones: fc.uniqueArray(
    fc.record({ number: fc.stringMatching(/^[1-9][0-9]{5,9}$/), type: fc.constantFrom('BH', 'AH', 'mobile') }),
    {
      selector: ({ number }) => number,
      maxLength: 3,
    },
  ),
  profileVisibility: fc.boolean(),
});

const timeZone = fc.constantFrom('Australia/Melbourne', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Australia/Perth');

const outgoing = (listingType: keyof typeof KINDS): fc.Arbitrary<OutgoingListing> =>
  fc
    .record({
      content: fc.record<Record<string, unknown>>({ ...common, ...KINDS[listingType] }),
      agents: fc.uniqueArray(agent, { selector: ({ name }) => name, maxLength: 3 }),
      timeZone,
    })
    .map(({ content, ...others }) => ({
      ...others,
      line: applyDefaults(ListingLine, {
        ...content,
        ...(isOver(String(content['status'])) && { underOffer: false }),
        listingType,
        websiteID: 12,
        isOffMarket: content['status'] === 'offmarket',
        ...(isBeforeLaunch(String(content['status'])) && { feed: { neverCurrent: true } }),
      }),
    }));

/** Listings of every type with all fields that REAXML can carry. */
export const outgoingListing: fc.Arbitrary<OutgoingListing> = fc.oneof(
  ...(Object.keys(KINDS) as (keyof typeof KINDS)[]).map(outgoing), // keys of this very object
);
