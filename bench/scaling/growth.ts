import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClassKey } from '../classes/request-class.js';
import { Cleanup } from '../cleanup.js';
import { benchDirectory, inFolder } from '../directory/bench-directory.js';
import { Build } from '../directory/build.js';
import { databaseOf, DatabaseServer, queryOnce } from '../directory/database-server.js';
import { measureAll } from '../run/measure.js';
import { number } from '../run/report.js';
import { Side } from '../run/side.js';

const run = promisify(execFile);
const CLASSES: ClassKey[] = ['a', 'b', 'c', 'e', 'g', 'h', 'j', 'u', 'mix'];
const SECONDS = 3;
/** New listings that are imported, and then removed. */
const IMPORTED = 20_000;
/** Changed prices, in transactions of a thousand. */
const CHANGED = 100_000;
const INDEX = 'growth ON listings (status, price DESC NULLS LAST, id)';

/** The lines of a bundle. */
interface Line {
  readonly uniqueID: string;
  readonly address: object;
}

/** The figures of one size, by their labels. */
type Figures = Record<string, number>;

/**
 * A table of figures for directories of several sizes, with their growth as an exponent: 1 grows like the number of
 * listings, 0 does not grow. The next run generates a measured directory again, because its listings have changed.
 */
export async function growthOf(sizes: readonly number[], cleanup: Cleanup): Promise<string> {
  const server = await DatabaseServer.start(cleanup);
  const found: Figures[] = [];
  for (const size of sizes) found.push(await measureSize(server, size));
  const rows = Object.keys(found[0] ?? {}).map((name) => {
    const values = found.map((figures) => figures[name] ?? 0);
    return [name, ...values.map(number), exponent(sizes, values).toFixed(2)];
  });
  return [['', ...sizes.map((size) => size.toLocaleString('en')), 'exponent'], ...rows]
    .map((cells) => cells.join(' | '))
    .join('\n');
}

/** The growth between the first size and the last. */
const exponent = (sizes: readonly number[], values: readonly number[]): number =>
  Math.log((values.at(-1) ?? 0) / (values[0] ?? 0)) / Math.log((sizes.at(-1) ?? 0) / (sizes[0] ?? 0));

async function measureSize(server: DatabaseServer, listings: number): Promise<Figures> {
  const build = new Build();
  const url = await benchDirectory(server, build, listings);
  const disk = await queryOnce(url, 'SELECT pg_database_size(current_database()) AS bytes');
  const figures: Figures = { 'kB of disk a listing': Number(Object.values(disk[0] ?? {})[0]) / listings / 1024 };
  await Cleanup.around(async (inner) => {
    const side = await Side.open('service', build, url, false, server, inner);
    const options = { listings, seconds: SECONDS, rounds: 1, classes: CLASSES, imports: 0 };
    const measured = await measureAll({ ...options, states: ['never', 'again'] }, [side], inner);
    for (const state of ['never', 'again'] as const) {
      for (const key of CLASSES) {
        figures[`${key} ${state}, requests/s`] = measured.rate(key, state, 'service') ?? 0;
        figures[`${key} ${state}, × floor`] = measured.ratio(key, state, 'floor') ?? 0;
      }
    }
    figures['memory of the service, MB'] = side.service.server.memory('VmHWM');
  });
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    figures[name] = (performance.now() - begun) / 1000;
  };
  await timed(`import of ${number(IMPORTED)} new listings, s`, () => importNew(server, build, url));
  await timed('an index of three columns, s', () => queryOnce(url, `CREATE INDEX CONCURRENTLY ${INDEX}`));
  await queryOnce(url, 'DROP INDEX growth');
  await backUp(server, url, timed);
  await server.note(databaseOf(url), 'changed');
  await timed(`${number(CHANGED)} changes of prices, s`, async () => {
    for (let from = 0; from < CHANGED; from += 1_000) {
      await queryOnce(url, `UPDATE listings SET price = price + 1 WHERE id BETWEEN ${from} AND ${from + 999}`);
    }
  });
  await timed('VACUUM (ANALYZE) after them, s', () => queryOnce(url, 'VACUUM (ANALYZE)'));
  return figures;
}

/** The listings of another directory as new ones. The import is a trial: it stores nothing. */
async function importNew(server: DatabaseServer, build: Build, url: string): Promise<void> {
  const other = await benchDirectory(server, build, IMPORTED);
  await inFolder(async (folder) => {
    await build.command(other, 'export', folder);
    const file = join(folder, 'listings.ndjson');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, lines.map(asNew).join('\n'));
    await build.command(url, 'import', '--dry-run', file);
  });
}

function asNew(line: string): string {
  const listing = JSON.parse(line) as Line; // a line of a bundle
  const address = { ...listing.address, _id: undefined };
  const uniqueID = `${listing.uniqueID} new`;
  return JSON.stringify({ ...listing, id: undefined, _id: undefined, propertyID: undefined, uniqueID, address });
}

async function backUp(
  server: DatabaseServer,
  url: string,
  timed: (name: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const restored = await server.create('bench_restored');
  await inFolder(async (folder) => {
    const file = join(folder, 'dump');
    await timed('pg_dump, s', () => run('pg_dump', ['--format=custom', `--file=${file}`, url]));
    console.error(`a dump of ${number((await stat(file)).size / 1024 ** 2)} MB`);
    await timed('pg_restore, s', () =>
      run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${restored}`, file]),
    );
  });
  await server.drop('bench_restored');
}
