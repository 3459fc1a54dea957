import { readdir, stat } from 'node:fs/promises';
import { generateDirectory } from '@app/demo';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, servicesOn, type TestStore } from '@testing';
import { authSettings, BundleFolder, listing } from '../../../test/support/bundle-lines.js';
import { findSources } from './files/bundle-files.js';
import { generatedSource } from './files/file-source.js';
import { BUNDLE_KINDS } from './files/line-source.js';

let store: TestStore;
let folder: BundleFolder;

beforeEach(async () => {
  store = await createStore();
  folder = await BundleFolder.make();
});

afterEach(async () => {
  await folder.remove();
  await store.drop();
});

async function fill(target: TestStore): Promise<void> {
  const made = generateDirectory({ accounts: 3, listings: 60, now: new Date() });
  const odd = listing('ODD', {
    websiteID: 2,
    headline: '“Zoë’s” \\ "quote"\t🏠\u2028\u0001',
    price: { value: 0.1 },
    soldDetails: { date: '2026-01-01T00:00:00.000Z', price: 1e14 },
    address: { suburb: 'Nowhere', state: 'ZZ' },
  });
  const sources = BUNDLE_KINDS.map((kind) =>
    generatedSource(kind, kind === 'listings' ? [...made[kind], odd] : made[kind]),
  );
  await servicesOn(target.dataSource, authSettings).importer.import(sources, { strict: true });
}

describe('BundleExporter', () => {
  it('writes a bundle that changes nothing in its own database and creates the same bytes in an empty one', async () => {
    await fill(store);
    const { exporter, importer } = servicesOn(store.dataSource, authSettings);
    await exporter.export(folder.path);
    const { files } = await importer.import(await findSources([folder.path]));
    expect(files.map(({ created, updated, rejected }) => created + updated + rejected)).toEqual([0, 0, 0, 0]);
    const [copy, again] = [await createStore(), await BundleFolder.make()];
    const report = await servicesOn(copy.dataSource, authSettings).importer.import(await findSources([folder.path]));
    expect(report.files.map(({ kind, created, rejected }) => [kind, created, rejected])).toEqual([
      ['suburbs', 400, 0],
      ['accounts', 3, 0],
      ['agents', 15, 0],
      ['listings', 61, 0],
    ]);
    await servicesOn(copy.dataSource, authSettings).exporter.export(again.path);
    for (const kind of BUNDLE_KINDS) expect(await again.read(kind)).toBe(await folder.read(kind));
    await again.remove();
    await copy.drop();
  });

  it('writes every file with access for its owner only, and leaves no temporary file', async () => {
    const files = await servicesOn(store.dataSource, authSettings).exporter.export(folder.path);
    expect(files.map(({ file, lines }) => [file, lines])).toEqual(BUNDLE_KINDS.map((kind) => [`${kind}.ndjson`, 0]));
    expect((await readdir(folder.path)).sort()).toEqual(BUNDLE_KINDS.map((kind) => `${kind}.ndjson`).sort());
    expect((await stat(folder.file('accounts'))).mode & 0o777).toBe(0o600);
  });

  it('reports secrets that were sealed with another key', async () => {
    await fill(store);
    const exported = servicesOn(store.dataSource, { ...authSettings, secretsKey: Buffer.alloc(32) }).exporter.export(
      folder.path,
    );
    await expect(exported).rejects.toThrow(/encrypted with another SECRETS_KEY/);
    expect(await readdir(folder.path)).toEqual([]);
  });
});
