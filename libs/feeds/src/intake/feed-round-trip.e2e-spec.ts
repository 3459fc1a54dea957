import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSources } from '@app/bundles';
import { listingLines, type ListingLine, type ListingLineRow } from '@app/listings';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStore, emptyTables, servicesOn, type TestStore } from '@testing';
import { entryOf, fixture } from '../../../../test/support/feed-entries.js';
import { feedOf, freshStore, importFeedText } from '../../../../test/support/feed-texts.js';

let store: TestStore;
let copy: TestStore;
let folder: string;

beforeAll(async () => {
  [store, copy] = [await createStore(), await createStore()];
});

afterAll(async () => {
  await store.drop();
  await copy.drop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
  await freshStore(store.dataSource);
});

afterEach(() => rm(folder, { recursive: true }));

const ADDRESS = `<address><street>Main Road</street><suburb>Richmond</suburb><state>VIC</state>
  <postcode>3121</postcode></address>`;

/** Exports what is held, makes an empty store of it, and tells what that has. */
async function broughtBack(): Promise<{ before: string; after: string; bad: unknown[] }> {
  await servicesOn(store.dataSource).exporter.export(folder);
  const before = await readFile(join(folder, 'listings.ndjson'), 'utf8');
  const bad: unknown[] = [];
  await emptyTables(copy.dataSource);
  await servicesOn(copy.dataSource).importer.import(await findSources([folder]), {
    onBadLine: (line) => bad.push(line),
  });
  await servicesOn(copy.dataSource).exporter.export(folder);
  return { before, after: await readFile(join(folder, 'listings.ndjson'), 'utf8'), bad };
}

/** The stored listings, without ids and the time of the import. */
async function held({ dataSource }: TestStore): Promise<object[]> {
  const rows = await dataSource.query<ListingLineRow[]>(
    `SELECT ${listingLines.columns.text} FROM listings listing ${listingLines.joins.text} ORDER BY listing.unique_id`,
  );
  return rows.map((row) => {
    const line = JSON.parse(listingLines.line(row)) as ListingLine; // the line that was written
    const { _id, id: __, propertyID: ___, createdAt: ____, updatedAt: _____, ...said } = line;
    return { ...said, address: { ...said.address, _id: '' } };
  });
}

/** The line without what `docs/FEEDS.md` lists. */
function withoutListed(line: object): object {
  const { details, commercialRent, ...others } = line as ListingLine;
  const { region: _, plusSAV: __, priceTax: ___, ...left } = details ?? {};
  return {
    ...others,
    ...(details && { details: left }),
    ...(commercialRent && { commercialRent: { ...commercialRent, tax: '' } }),
  };
}

it('all that a feed says comes back from the exported REAXML, and all that is stored from the bundle', async () => {
  // One of them has an address of its own.
  const feed = fixture('all-kinds')
    .toString()
    .replace(/(?<!res-1)<\/uniqueID>/g, `$&${ADDRESS}`);
  await importFeedText(store.dataSource, feed);
  // As if it had been listed before, and placed by hand.
  await store.dataSource.query(`UPDATE listing_documents SET
    document = regexp_replace(document, '"firstdate":"[^"]*"', '"firstdate":"2020-01-01T00:00:00.000Z"'),
    address = replace(replace(address, '"latitude":""', '"latitude":"-33.8601"'), '"longitude":""', '"longitude":"151.21"')`);
  await store.dataSource.query('UPDATE listings SET is_centre = false WHERE is_centre IS NULL');
  const before = await held(store);
  const path = join(folder, 'out.xml');
  const undated = (lines: object[]) => lines.map((line) => ({ ...line, firstdate: '' }));
  for (const [revision, kinds, leftOut] of [
    ['r1.64', /^(res|rent|holiday|land|rural|com)-/, 1],
    ['r1.61', /^(bus|comland)-/, 0],
  ] as const) {
    expect(await servicesOn(store.dataSource).reaxml.export(12, path, { revision })).toEqual({ lines: 8, leftOut });
    expect(await readFile(path, 'utf8')).toMatch(/^<\?xml[^]*<\/propertyList>\n$/);
    await freshStore(copy.dataSource);
    const { problems } = await servicesOn(copy.dataSource).feeds.import(path, 12);
    expect(problems.filter(({ element }) => element !== 'suburb' && element !== 'listingAgent')).toEqual([]);
    const ofKinds = (lines: object[]) => undated(lines.filter((line) => kinds.test((line as ListingLine).uniqueID)));
    expect(ofKinds(await held(copy))).toEqual(ofKinds(before.map(withoutListed)));
  }
  expect(before).toMatchObject([
    { uniqueID: 'bus-1', soldDetails: { price: 180_000, display: 'range' }, details: { takings: '20000 per week' } },
    { uniqueID: 'com-1', details: { rentPerSquareMetre: { min: 300, max: 350 }, zone: 'B3' } },
    { uniqueID: 'comland-1', authority: 'open', details: { commercialLand: true } },
    { uniqueID: 'holiday-1', details: { holiday: true } },
    { uniqueID: 'land-1', details: { estate: { name: 'Panorama', stage: '5' } } },
    { uniqueID: 'rent-1', details: { bond: 2600, otherRents: [{ price: 2800.5, period: 'monthly', display: true }] } },
    { uniqueID: 'res-1', firstdate: '2020-01-01T00:00:00.000Z', address: { latitude: '-33.8601' } },
    { uniqueID: 'rural-1' },
  ]);
  const bundle = await broughtBack();
  expect(bundle.bad).toEqual([]);
  expect(bundle.after).toBe(bundle.before);
});

it('an export wants an account', async () => {
  const { reaxml } = servicesOn(store.dataSource);
  await expect(reaxml.export(999_999, join(folder, 'none.xml'))).rejects.toThrow('no account 999999');
});

it('an area or a frontage beyond what can be kept is left out whole', async () => {
  const { problems } = await importFeedText(
    store.dataSource,
    feedOf(
      entryOf(`${ADDRESS}<landDetails><area unit="hectare">9e99</area><frontage unit="meter">1e300</frontage></landDetails>
        <buildingDetails><area unit="square">999999999999999</area></buildingDetails>`),
    ),
  );
  expect(new Set(problems.map(({ element }) => element))).toEqual(new Set(['area', 'frontage']));
  const { before, after, bad } = await broughtBack();
  expect(bad).toEqual([]);
  expect(JSON.parse(before)).toMatchObject({ landDetails: {}, buildingDetails: { energyRating: '' } });
  expect(before).not.toContain('"unit"');
  expect(after).toBe(before);
});

const number = fc.oneof(
  fc.constantFrom('9e99', '1e300', '0', '-1', '0.000001', '999999999999999', '9999999999999999', '3', '1,200.50', ''),
  fc.double({ min: 0, noNaN: true }).map(String),
);
const said = fc.oneof(number, fc.constantFrom('many', '2009-01-01', '9999-12-31-23:59:59', 'yes', 'x'.repeat(9000)));

/** Elements that hold numbers, dates and texts, with whatever a sender may write. */
const ELEMENTS: readonly ((text: string) => string)[] = [
  (text) => `<price>${text}</price>`,
  (text) => `<priceView>${text}</priceView>`,
  (text) => `<rent period="${text.slice(0, 60)}">${text}</rent>`,
  (text) => `<commercialRent tax="${text.slice(0, 60)}">${text}</commercialRent>`,
  (text) => `<landDetails><area unit="acre">${text}</area><frontage>${text}</frontage></landDetails>`,
  (text) =>
    `<buildingDetails><area unit="squareMeter">${text}</area><energyRating>${text}</energyRating></buildingDetails>`,
  (text) => `<features><bedrooms>${text}</bedrooms><garages>${text}</garages></features>`,
  (text) => `<soldDetails><price>${text}</price><date>${text}</date></soldDetails>`,
  (text) => `<dateAvailable>${text}</dateAvailable>`,
  (text) => `<auction date="${text}"/>`,
  (text) => `<inspectionTimes><inspection>${text}</inspection></inspectionTimes>`,
  (text) => `<headline>${text}</headline>`,
  (text) => `<images><img id="${text}" url="https://x.example/1"/></images>`,
  (text) => `<objects><document id="${text}" title="${text}" url="https://x.example/2"/></objects>`,
  (text) => `<businessCategory><name>${text}</name></businessCategory>`,
];

const entry = fc
  .tuple(
    fc.constantFrom('residential', 'rental', 'land', 'rural', 'commercial', 'business'),
    fc.subarray(ELEMENTS.map((_, at) => at)),
    fc.array(said, { minLength: ELEMENTS.length, maxLength: ELEMENTS.length }),
  )
  .map(([kind, chosen, texts]) =>
    entryOf(ADDRESS + chosen.map((at) => ELEMENTS[at]?.(texts[at] ?? '')).join(''), kind),
  );

it('whatever a feed says, the bundle of what was kept comes back whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 15, maxLength: 15 }), async (entries) => {
      const named = entries.map((xml, at) => xml.replace('<uniqueID>1<', `<uniqueID>${at}<`));
      await importFeedText(store.dataSource, feedOf(...named));
      const { before, after, bad } = await broughtBack();
      expect(bad).toEqual([]);
      expect(after).toBe(before);
    }),
    { numRuns: 5 },
  );
});
