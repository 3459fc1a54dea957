import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, servicesOn, specStore } from '@testing';
import {
  account,
  agent,
  authSettings,
  BundleFolder,
  exportedLines,
  importLines,
  listing,
} from '../../../test/support/bundle-lines.js';
import { findSources } from './files/bundle-files.js';

const store = specStore();

beforeEach(async () => {
  await emptyTables(store.dataSource);
});

const bundle = {
  suburbs: [{ suburb: 'Richmond', state: 'VIC', postcode: '3121', regionName: 'Greater Melbourne' }],
  accounts: [account(1), account(7, { subsiteDetails: { mainWebsiteID: 1 } })],
  agents: [agent(3), agent(5, { websiteID: 7 })],
  listings: [listing('A'), listing('B', { agents: [{ id: 3 }] })],
};

describe('BundleImporter', () => {
  it('imports everything, and changes nothing on a second import', async () => {
    expect((await importLines(store.dataSource, bundle)).tally).toEqual({
      suburbs: { created: 1 },
      accounts: { created: 2 },
      agents: { created: 2 },
      listings: { created: 2 },
    });
    const before = await everyRow();
    expect((await importLines(store.dataSource, bundle)).tally).toEqual({
      suburbs: { unchanged: 1 },
      accounts: { unchanged: 2 },
      agents: { unchanged: 2 },
      listings: { unchanged: 2 },
    });
    expect(await everyRow()).toEqual(before);
  });

  it('reports invalid lines by file and line number, and imports the others', async () => {
    const { bad, tally } = await importLines(store.dataSource, {
      accounts: [account(1), '{"websiteID":', account(2, { link: 'nowhere', hue: 1 }), '[]', '', account(3)],
      agents: [agent(1, { websiteID: 9 }), agent(2)],
      listings: [listing('A'), listing('B', { status: 'lost' }), listing('C', { agents: [{ id: 2 }, { id: 9 }] })],
    });
    expect(bad).toEqual([
      'accounts.ndjson:2: line: is not JSON',
      'accounts.ndjson:3: link: must begin with https:// or http://: the scheme is missing',
      'accounts.ndjson:3: hue: is not a known field',
      'accounts.ndjson:4: line: must be an object',
      'agents.ndjson:1: websiteID: must be an account that exists',
      'listings.ndjson:2: status: must be one of current, sold, leased, withdrawn, offmarket',
      'listings.ndjson:3: agents[1].id: must be an agent that exists',
    ]);
    expect(tally).toEqual({
      accounts: { created: 2, rejected: 3 },
      agents: { created: 1, rejected: 1 },
      listings: { created: 1, rejected: 2 },
    });
  });

  it('names the required fields of a line', async () => {
    const { bad } = await importLines(store.dataSource, {
      suburbs: ['{}'],
      accounts: ['{}'],
      agents: ['{}'],
      listings: ['{}'],
    });
    expect(bad).toEqual([
      'suburbs.ndjson:1: suburb: is required',
      'suburbs.ndjson:1: state: is required',
      'suburbs.ndjson:1: postcode: is required',
      'accounts.ndjson:1: websiteID: is required',
      'accounts.ndjson:1: name: is required',
      'accounts.ndjson:1: link: is required',
      'agents.ndjson:1: websiteID: is required',
      'agents.ndjson:1: name: is required',
      'agents.ndjson:1: firstname: is required',
      'agents.ndjson:1: lastname: is required',
      'listings.ndjson:1: uniqueID: is required',
      'listings.ndjson:1: listingType: is required',
      'listings.ndjson:1: status: is required',
      'listings.ndjson:1: websiteID: is required',
    ]);
  });

  it('imports everything or nothing with --strict', async () => {
    const before = await everyRow();
    const refused = await importLines(store.dataSource, { ...bundle, listings: [listing('A'), '!'] }, { strict: true });
    expect(refused).toMatchObject({ kept: false, bad: ['listings.ndjson:2: line: is not JSON'] });
    expect(await everyRow()).toEqual(before);
    expect(await importLines(store.dataSource, bundle, { strict: true })).toMatchObject({ kept: true, bad: [] });
  });

  it('rolls back the current file when it is interrupted', async () => {
    const controller = new AbortController();
    const agents = Array.from({ length: 3_000 }, (_, at) => agent(at + 1));
    const imported = importLines(
      store.dataSource,
      { accounts: [account(1)], agents },
      { signal: controller.signal, onProgress: () => controller.abort(new Error('Enough')) },
    );
    await expect(imported).rejects.toThrow('Enough');
    expect(await exportedLines(store.dataSource, 'accounts')).toHaveLength(1);
    expect(await exportedLines(store.dataSource, 'agents')).toEqual([]);
  });

  it('continues the sequences after the imported ids', async () => {
    await importLines(store.dataSource, {
      accounts: [account(50)],
      agents: [agent(60, { websiteID: 50 }), agent(undefined, { websiteID: 50 })],
      listings: [
        listing('A', { websiteID: 50, id: 2, propertyID: 70 }),
        listing('B', { websiteID: 50, address: {} }),
        listing('C', { websiteID: 50, id: 4, propertyID: 70 }),
      ],
    });
    const ids = async (kind: 'agents' | 'listings') =>
      (await exportedLines(store.dataSource, kind)).map(({ id }) => id);
    expect(await ids('agents')).toEqual([60, 61]);
    expect(await ids('listings')).toEqual([2, 4, 5]);
    const [next] = await store.dataSource.query<Record<string, string>[]>(
      `SELECT nextval('accounts_id_seq') AS account, nextval('properties_id_seq') AS property`,
    );
    expect(next).toEqual({ account: '51', property: '72' });
  });

  it('imports a suburbs CSV, merges a suburb in two parts, and changes nothing on a second import', async () => {
    const folder = await BundleFolder.make();
    const path = join(folder.path, 'suburbs.csv');
    const header = 'suburb,postcode,state,local_goverment_area,statistic_area,lat,lng,timezone';
    const inMelbourne = (suburb: string, lat: string) =>
      `${suburb},3121,VIC,Yarra (City),Greater Melbourne,${lat},145,Australia/Melbourne`;
    const rows = [
      ['Richmond', '-37.82'],
      ['Burnley', '-37.83'],
      ['Richmond', '-37.81'],
    ] as const;
    await writeFile(path, [header, ...rows.map(([suburb, lat]) => inMelbourne(suburb, lat)), ''].join('\n'));
    const sources = await findSources([path]);
    const run = async () => (await servicesOn(store.dataSource, authSettings).importer.import(sources)).files[0];
    expect(await run()).toMatchObject({ created: 2, repeated: 1, rejected: 0 });
    expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 2, repeated: 1, rejected: 0 });
    await folder.remove();
  });

  describe('the supplement of a suburbs CSV', () => {
    const header = 'suburb,postcode,state,local_goverment_area,statistic_area,lat,lng,timezone';
    const city = 'Darwin City,800,NT,Darwin (City),Greater Darwin,-12.463,130.843,Australia/Darwin';
    let folder: BundleFolder;

    beforeEach(async () => {
      folder = await BundleFolder.make();
    });

    afterEach(() => folder.remove());

    const run = async (...rows: string[]) => {
      const path = join(folder.path, 'suburbs.csv');
      await writeFile(path, [header, ...rows, ''].join('\n'));
      const sources = await findSources([path]);
      const { files } = await servicesOn(store.dataSource, authSettings).importer.import(sources);
      return files.find(({ file }) => file === `supplement to ${path}`);
    };
    const darwin = async () =>
      (await exportedLines(store.dataSource, 'suburbs')).find(({ slug }) => slug === 'darwin-nt-0800');

    it('adds the places that the file lacks, as ordinary rows, and is reported', async () => {
      const report = await run(city);
      expect(report).toMatchObject({ kind: 'suburbs', updated: 0, unchanged: 0, repeated: 0, rejected: 0 });
      expect(report?.created).toBeGreaterThan(1_000);
      expect(await darwin()).toMatchObject({
        name: 'Darwin NT 0800',
        areaName: 'Darwin',
        regionName: 'Greater Darwin',
        timeZone: 'Australia/Darwin',
        surroundingSuburbs: expect.arrayContaining([{ name: 'Darwin City NT 0800', slug: 'darwin-city-nt-0800' }]),
      });
      const { created = 0 } = report ?? {};
      expect(await run(city)).toMatchObject({ created: 0, updated: 0, unchanged: created, rejected: 0 });
    });

    it('is recomputed when the file has other suburbs', async () => {
      await run(city);
      expect((await run(city, city.replace('Darwin City', 'Larrakeyah')))?.updated).toBeGreaterThan(0);
      expect(await darwin()).toMatchObject({
        surroundingSuburbs: expect.arrayContaining([expect.objectContaining({ slug: 'larrakeyah-nt-0800' })]),
      });
    });

    it('replaces neither a row of the file nor a suburb of another file', async () => {
      const own = {
        suburb: 'Darwin',
        state: 'NT',
        postcode: '0800',
        areaName: 'Own',
        latitude: '-12',
        longitude: '131',
      };
      await importLines(store.dataSource, { suburbs: [own] });
      expect(await run(city)).toMatchObject({ updated: 0, unchanged: 1, rejected: 0 });
      expect(await darwin()).toMatchObject({ areaName: 'Own', latitude: '-12' });
      await run(city.replace('Darwin City', 'Darwin').replace('Greater Darwin', 'File'));
      expect(await darwin()).toMatchObject({ regionName: 'File' });
    });
  });

  it('names a file that is not a suburbs CSV', async () => {
    const folder = await BundleFolder.make();
    const path = join(folder.path, 'prices.csv');
    await writeFile(path, 'suburb,price\n');
    const imported = servicesOn(store.dataSource, authSettings).importer.import(await findSources([path]));
    await expect(imported).rejects.toThrow(/prices\.csv: Not a suburbs CSV: the header lacks postcode/);
    await folder.remove();
  });
});

/** Every row of every table, with the transaction that last wrote it. */
async function everyRow() {
  const tables = ['suburbs', 'accounts', 'credentials', 'agents', 'properties', 'listings', 'listing_documents'];
  const rows = [];
  for (const table of [...tables, 'listing_agents', 'listing_inspections']) {
    rows.push(await store.dataSource.query<object[]>(`SELECT xmin, ctid, * FROM ${table} ORDER BY 3`));
  }
  return rows;
}
