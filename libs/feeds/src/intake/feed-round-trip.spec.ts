import { exportBundle, findSources, importBundle } from '@app/intake';
import fc from 'fast-check';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testSettings } from '../../../../test/support/settings.js';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { entryOf } from '../reaxml/reading.support.js';
import { feedOf, freshStore, takeIn } from './feed.support.js';

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
  await exportBundle(store.dataSource, testSettings, folder);
  const before = await readFile(join(folder, 'listings.ndjson'), 'utf8');
  const bad: unknown[] = [];
  await copy.dataSource.query(
    'TRUNCATE suburbs, accounts, credentials, agents, properties, listings, listing_events RESTART IDENTITY CASCADE',
  );
  await importBundle(copy.dataSource, testSettings, await findSources([folder]), {
    onBadLine: (line) => bad.push(line),
  });
  await exportBundle(copy.dataSource, testSettings, folder);
  return { before, after: await readFile(join(folder, 'listings.ndjson'), 'utf8'), bad };
}

it('an area or a frontage beyond what can be kept is left out whole', async () => {
  const { problems } = await takeIn(
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

it('what was stored without its value before is none after the migration', async () => {
  const measures = `<landDetails><area unit="squareMeter">1</area><frontage>2</frontage></landDetails>
    <buildingDetails><area unit="squareMeter">3</area></buildingDetails>`;
  const frontage = '<landDetails><frontage>2</frontage></landDetails>';
  const named = (id: string, xml: string) => entryOf(ADDRESS + xml).replace('>1<', `>${id}<`);
  await takeIn(store.dataSource, feedOf(named('a', measures), named('b', frontage), named('c', '')));
  await store.dataSource.query(
    `UPDATE listing_documents SET document = regexp_replace(document, '"value":[123],("unit")', '\\1', 'g')`,
  );
  const runner = store.dataSource.createQueryRunner();
  await store.dataSource.migrations.find(({ constructor }) => constructor.name.startsWith('DropMeasures'))?.up(runner);
  await runner.release();
  const { before, after, bad } = await broughtBack();
  expect(bad).toEqual([]);
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

it('whatever a feed says, the bundle of what was kept comes back whole', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 15, maxLength: 15 }), async (entries) => {
      const named = entries.map((xml, at) => xml.replace('<uniqueID>1<', `<uniqueID>${at}<`));
      await takeIn(store.dataSource, feedOf(...named));
      const { before, after, bad } = await broughtBack();
      expect(bad).toEqual([]);
      expect(after).toBe(before);
    }),
    { numRuns: 10 },
  );
});
