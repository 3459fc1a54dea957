/** Writes to a directory while servers are measured, by order of the bench: see `Writer`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as Bundles from '@app/bundles';
import type * as Config from '@app/config';
import type * as Persistence from '@app/persistence';
import type * as Nest from '@nestjs/core';
import { changeOf, type Line } from './changes.js';

const COMMITS_A_SECOND = 10;
/** Every so many-th of the first current listings changes, again and again. */
const SPREAD = 20;
const LINES = 4_000;

const [root = '', serviceUrl = '', keys = '{}'] = process.argv.slice(2);

/** The import of the commit that is built at `root`. */
async function openImport(): Promise<(path: string) => Promise<void>> {
  const { resolve } = createRequire(join(root, 'package.json'));
  const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(path).href)) as T; // named by the caller
  const library = <T>(name: string) => load<T>(join(root, `dist/libs/${name}/src/index.js`));
  await load(resolve('reflect-metadata'));
  const { NestFactory } = await load<typeof Nest>(resolve('@nestjs/core'));
  const { BundleImporter, BundlesModule, findSources } = await library<typeof Bundles>('bundles');
  const { loadSettings, SettingsModule } = await library<typeof Config>('config');
  const { createDataSource, PersistenceModule } = await library<typeof Persistence>('persistence');
  const settings = loadSettings(process.env);
  const url = process.env['DATABASE_URL'] ?? '';
  // Builds before 0.9.0 have options in the place of a data source.
  const earlier = () => load<{ storeOptions: typeof createDataSource }>(join(root, 'dist/apps/store-options.js'));
  const create = createDataSource ?? (await earlier()).storeOptions;
  const imports = [PersistenceModule.forRoot(create(url, settings)), SettingsModule.forRoot(settings), BundlesModule];
  const module = { module: class WriterModule {}, imports };
  const context = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  const importer = context.get<Bundles.BundleImporter>(BundleImporter);
  return async (path) => {
    const onBadLine = ({ field, reason }: Bundles.BadLine) => {
      throw new Error(`${field}: ${reason}`);
    };
    await importer.import(await findSources([path]), { onBadLine });
  };
}

/** Lines of the service's export. */
async function readLines(): Promise<Line[]> {
  const headers = JSON.parse(keys) as Record<string, string>; // written by `Writer`
  const { body } = await fetch(`${serviceUrl}/api/v1/export/listings.ndjson?status=current`, { headers });
  const input = Readable.from(body ?? []);
  const lines: Line[] = [];
  let number = 0;
  for await (const text of createInterface({ input })) {
    const line = JSON.parse(text) as Line; // a line of a bundle, or its end
    if (number++ % SPREAD === 0 && !('end' in line)) lines.push(line);
    if (lines.length === LINES) break;
  }
  // The rest of a large export is not read: its statement ends.
  input.destroy();
  return lines;
}

const importFile = await openImport();
const lines = await readLines();
const folder = await mkdtemp(join(tmpdir(), 'bench-writer-'));
const file = join(folder, 'listings.ndjson');
let next = 0;
let writing = Promise.resolve(0);
let ending = new AbortController();

/** Commits changes until the signal. @returns how many */
async function write({ signal }: AbortController): Promise<number> {
  let commits = 0;
  for (let due = performance.now(); !signal.aborted; due += 1000 / COMMITS_A_SECOND) {
    await sleep(Math.max(0, due - performance.now()));
    await writeFile(file, `${JSON.stringify(changeOf(next++, lines))}\n`);
    await importFile(file);
    commits++;
  }
  return commits;
}

process.on('message', (order: 'begin' | 'end') => {
  if (order === 'begin') return void (writing = write((ending = new AbortController())));
  ending.abort();
  void writing.then((commits) => process.send?.(commits));
});
// A failed import ends the process as an unhandled rejection; the channel closes when the bench is killed.
for (const event of ['disconnect', 'SIGTERM'] as const) {
  process.once(event, () => void rm(folder, { recursive: true, force: true }).finally(() => process.exit()));
}
process.send?.('ready');
