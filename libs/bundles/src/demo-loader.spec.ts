import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../test/support/store.js';
import { authSettings, exportedLines, importLines } from './bundle.support.js';
import { servicesOn } from '../../../test/support/services.js';

let store: TestStore;

beforeEach(async () => {
  store = await createStore();
});

afterEach(() => store.drop());

describe('DemoLoader', () => {
  it('fills an empty directory, once', async () => {
    const runs = await Promise.all([1, 2].map(() => servicesOn(store.dataSource, authSettings).demo.load()));
    const files = runs.find((run) => run !== undefined);
    expect(runs).toContain(undefined);
    expect(files?.map(({ file, created, rejected }) => [file, created, rejected])).toEqual([
      ['suburbs', 400, 0],
      ['accounts', 12, 0],
      ['agents', 60, 0],
      ['listings', 2_000, 0],
    ]);
  });

  it('uses the suburbs of the database', async () => {
    const suburb = { suburb: 'Richmond', state: 'VIC', postcode: '3121', latitude: '-37.82', longitude: '145' };
    await importLines(store.dataSource, { suburbs: [suburb] });
    const files = await servicesOn(store.dataSource, authSettings).demo.load({ listings: 20, accounts: 2 });
    expect(files?.map(({ file, created }) => [file, created])).toEqual([
      ['accounts', 2],
      ['agents', 10],
      ['listings', 20],
    ]);
    const listings = await exportedLines(store.dataSource, 'listings');
    expect(new Set(listings.map(({ address }) => (address as { fullSuburb: string }).fullSuburb))).toEqual(
      new Set(['Richmond VIC 3121']),
    );
  });

  it('generates unpredictable keys, unless a seed is given', async () => {
    const keysOf = async (seed?: number) => {
      const fresh = await createStore();
      await servicesOn(fresh.dataSource, authSettings).demo.load({
        listings: 0,
        accounts: 2,
        ...(seed !== undefined && { seed }),
      });
      const accounts = await exportedLines(fresh.dataSource, 'accounts');
      await fresh.drop();
      return accounts.map(({ accessKey, secretKey }) => [accessKey, secretKey]);
    };
    expect(await keysOf()).not.toEqual(await keysOf());
    expect((await keysOf()).flat().join()).not.toContain('demo');
    expect(await keysOf(1)).toEqual(await keysOf(1));
  });
});
