import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, servicesOn, type TestStore } from '@testing';
import { oldestPendingSeconds } from '@app/hooks';
import { SqlExecutor } from '@app/sql';
import {
  account,
  agent,
  authSettings,
  BundleFolder,
  exportedLines,
  importLines,
} from '../../../test/support/bundle-lines.js';
import type { DemoOptions } from './demo-loader.js';
import { generatedSource } from './files/file-source.js';
import { BUNDLE_KINDS, type BundleKind } from './files/line-source.js';

const SMALL = { seed: 7, date: '2026-01-15', accounts: 3, listings: 30 };

let store: TestStore;

beforeEach(async () => {
  store = await createStore();
});

afterEach(() => store.drop());

describe('DemoLoader', () => {
  it('fills an empty directory, and only an empty one', async () => {
    const { demo } = servicesOn(store.dataSource, authSettings);
    const runs = await Promise.all([1, 2].map(() => demo.load(SMALL)));
    const files = runs.find((run) => run !== undefined);
    expect(runs).toContain(undefined);
    expect(files?.map(({ file, created, rejected }) => [file, created, rejected])).toEqual([
      ['suburbs', 400, 0],
      ['accounts', 3, 0],
      ['agents', 15, 0],
      ['listings', 30, 0],
    ]);
  });

  it('disables the hooks, whose receivers do not exist, so that no message waits', async () => {
    const { demo } = servicesOn(store.dataSource, authSettings);
    const executor = SqlExecutor.of(store.dataSource);
    await demo.load(SMALL);
    const states = () => store.dataSource.query<object[]>('SELECT state, reason FROM hook_states');
    const disabled = { state: 'disabled', reason: 'The receiver of a demo hook does not exist.' };
    expect(await states()).toEqual([disabled]);
    expect(await oldestPendingSeconds(executor)).toBe(0);
    await store.dataSource.query(`UPDATE hook_states SET state = 'active'`);
    // Messages are read once no older transaction of the server is open, also one of another database.
    await expect.poll(() => oldestPendingSeconds(executor)).toBeGreaterThan(0);
    await demo.reset(SMALL);
    expect(await states()).toEqual([disabled]);
    expect(await oldestPendingSeconds(executor)).toBe(0);
  });

  it('uses the suburbs in the database', async () => {
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

  it('creates the same export for the same seed and date, byte for byte except for the random keys', async () => {
    const { demo } = servicesOn(store.dataSource, authSettings);
    await demo.load(SMALL);
    const [one, same] = await Promise.all([exportFrom(store), exportOf(SMALL)]);
    expect(withoutKeys(same)).toEqual(withoutKeys(one));
    const keys = [...one.accounts.matchAll(KEYS), ...same.accounts.matchAll(KEYS)].map(([, , key]) => key);
    expect(new Set(keys).size).toBe(4 * 3);
  });
});

describe('a reset', () => {
  it('restores a changed demo directory, with the keys of its accounts', async () => {
    const { demo, importer, writers } = servicesOn(store.dataSource, authSettings);
    await demo.load(SMALL);
    const before = await exportFrom(store);
    await importer.import([generatedSource('agents', [agent(undefined, { name: 'Test Person' })])]);
    await SqlExecutor.of(store.dataSource).transaction((executor) => writers.listings.remove(executor, [1, 2, 3]));
    await store.dataSource.query(`UPDATE accounts SET name = 'Changed' WHERE id = 1; DELETE FROM agents WHERE id = 2`);
    expect(await exportFrom(store)).not.toEqual(before);
    const files = await demo.reset(SMALL);
    expect(files?.map(({ file, created, unchanged, rejected }) => [file, created, unchanged, rejected])).toEqual([
      ['suburbs', 400, 0, 0],
      ['accounts', 3, 0, 0],
      ['agents', 15, 0, 0],
      ['listings', 30, 0, 0],
    ]);
    const after = await exportFrom(store);
    expect(BUNDLE_KINDS.filter((kind) => after[kind] !== before[kind])).toEqual([]);
    const runs = await store.dataSource.query<object[]>('SELECT id, website_id FROM feed_runs');
    expect(runs).toEqual([{ id: 1, website_id: 1 }]);
  });

  it('refuses a directory that is empty, imported, or has imported accounts', async () => {
    const { demo, importer } = servicesOn(store.dataSource, authSettings);
    expect(await demo.reset(SMALL)).toBeUndefined();
    await demo.load(SMALL);
    await importer.import([generatedSource('accounts', [account(50)])]);
    const before = await exportFrom(store);
    expect(await demo.reset(SMALL)).toBeUndefined();
    expect(await exportFrom(store)).toEqual(before);
  });

  it('changes nothing if it is interrupted', async () => {
    const { demo } = servicesOn(store.dataSource, authSettings);
    await demo.load(SMALL);
    const before = await exportFrom(store);
    const interruption = new AbortController();
    const onProgress = ({ file }: { readonly file: string }) => {
      if (file === 'listings') interruption.abort(new Error('Interrupted'));
    };
    await expect(demo.reset({ ...SMALL, listings: 2_000, signal: interruption.signal, onProgress })).rejects.toThrow(
      'Interrupted',
    );
    expect(await exportFrom(store)).toEqual(before);
  });
});

/** The keys in a line of an account. */
const KEYS = /"(accessKey|secretKey)":"([^"]+)"/g;

type Bundle = Record<BundleKind, string>;

const withoutKeys = (bundle: Bundle): Bundle => ({ ...bundle, accounts: bundle.accounts.replaceAll(KEYS, '"$1":""') });

/** The files of an export, as text. */
async function exportFrom({ dataSource }: TestStore): Promise<Bundle> {
  const folder = await BundleFolder.make();
  try {
    await servicesOn(dataSource, authSettings).exporter.export(folder.path);
    const texts = await Promise.all(BUNDLE_KINDS.map(async (kind) => [kind, await folder.read(kind)] as const));
    return Object.fromEntries(texts) as Bundle; // of every kind
  } finally {
    await folder.remove();
  }
}

/** The export of a directory that is generated for it. */
async function exportOf(options: DemoOptions): Promise<Bundle> {
  const fresh = await createStore();
  try {
    await servicesOn(fresh.dataSource, authSettings).demo.load(options);
    return await exportFrom(fresh);
  } finally {
    await fresh.drop();
  }
}
