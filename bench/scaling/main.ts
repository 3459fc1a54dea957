/** Prints what standbys take off the primary (docs/SCALING.md): processor time for 1,000 lists that no cache has. */
import { Command } from 'commander';
import { startOwnServer, type OwnServer } from '../../test/system/support/own-server.js';
import { Standby, WITH_STANDBYS } from '../../test/system/support/standby.js';
import { Cleanup } from '../cleanup.js';
import { drawClasses } from '../classes/draw-classes.js';
import { readFacts } from '../classes/directory-facts.js';
import { Build } from '../directory/build.js';
import { fire } from '../load/load.js';
import { startService } from '../servers/service.js';
import { processorMs } from './processor-time.js';

const STANDBYS = 2;
const WARM_UP = 300;
/** Lists of the classes that the cache does not have. */
const CLASSES = ['a', 'b', 'c', 'g', 'h', 'p'] as const;

interface Row {
  readonly standbys: number;
  readonly writes: string;
  readonly primary: number;
  readonly standby: number;
  readonly rate: number;
}

const { listings, requests, writes } = new Command('bench:scaling')
  .option('--listings <N>', 'listings of the directory', '20000')
  .option('--requests <N>', 'lists of each row', '6000')
  .option('--writes <N>', 'changes of listings in a second, in the second half of the rows', '20')
  .parse()
  .opts<Record<'listings' | 'requests' | 'writes', string>>();

process.exitCode = await Cleanup.around(async (cleanup) => {
  const primary = await startOwnServer({ ...WITH_STANDBYS, shared_buffers: '512MB' });
  cleanup.add(() => primary.drop());
  console.error(`making a directory of ${listings} listings`);
  const build = new Build();
  await build.command(primary.url, 'demo', '--listings', listings, '--seed', '1');
  await primary.dataSource.query('VACUUM (ANALYZE)');
  await printSizes(primary);
  const standbys: Standby[] = [];
  for (let at = 0; at < STANDBYS; at += 1) {
    const standby = await Standby.of(primary);
    cleanup.add(() => standby.drop());
    standbys.push(standby);
  }
  const rows: Row[] = [];
  for (const perSecond of [0, Number(writes)]) {
    for (let used = 0; used <= STANDBYS; used += 1) {
      rows.push(await Cleanup.around((inner) => measure(standbys.slice(0, used), perSecond, inner)));
    }
  }
  print(rows);
  return 0;

  async function measure(used: readonly Standby[], perSecond: number, inner: Cleanup): Promise<Row> {
    const env = { DATABASE_REPLICA_URLS: used.map(({ url }) => url).join(',') };
    const { server, pool, operator } = await startService(build, primary.url, inner, { env });
    const facts = await readFacts(pool);
    const seconds = Number(requests) / 1_000;
    const drawn = drawClasses(facts, CLASSES, seconds).map(({ fresh }) => fresh);
    // One of each class in turn; none comes twice.
    const paths = Array.from({ length: Math.min(...drawn.map(({ length }) => length)) }, (_, at) =>
      drawn.map((fresh) => ({ path: fresh[at] ?? '' })),
    ).flat();
    const load = { url: server.url, headers: operator, requests: paths, statuses: [200] };
    await fire({ ...load, from: 0, extent: { amount: WARM_UP } });
    const writing = writeEvery(perSecond);
    const before = times(used);
    const { count, seconds: taken } = await fire({
      ...load,
      from: WARM_UP,
      extent: { amount: Math.min(paths.length - WARM_UP, Number(requests)) },
    });
    const after = times(used);
    await writing();
    return {
      standbys: used.length,
      writes: perSecond === 0 ? 'none' : `${perSecond}/s`,
      primary: ((after.primary - before.primary) * 1_000) / count,
      standby: ((after.standby - before.standby) * 1_000) / count,
      rate: count / taken,
    };
  }

  function times(used: readonly Standby[]) {
    const standby = used.reduce((sum, { postmaster }) => sum + processorMs(postmaster), 0);
    return { primary: processorMs(primary.postmaster()), standby };
  }

  /** Changes prices of listings. @returns ends it */
  function writeEvery(perSecond: number): () => Promise<void> {
    let price = 1;
    let running: Promise<unknown> = Promise.resolve();
    if (perSecond === 0) return () => Promise.resolve();
    const timer = setInterval(() => {
      price += 1;
      running = primary.dataSource.query('UPDATE listings SET price = $1 WHERE id = $2', [price, (price % 500) + 1]);
    }, 1_000 / perSecond);
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
});

/** Bytes of a listing, by table with its indexes. */
async function printSizes({ dataSource }: Pick<OwnServer, 'dataSource'>): Promise<void> {
  const tables = await dataSource.query<{ name: string; bytes: string }[]>(
    `SELECT relname AS name, round(pg_total_relation_size(oid) / $1::numeric) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY pg_total_relation_size(oid) DESC LIMIT 10`,
    [listings],
  );
  for (const { name, bytes } of tables) console.log(`${name}: ${bytes} bytes`);
}

function print(rows: readonly Row[]): void {
  console.log('standbys | writes | ms of the primary for 1,000 lists | ms of all standbys | lists/s');
  for (const { standbys, writes: written, primary, standby, rate } of rows) {
    console.log([standbys, written, primary.toFixed(0), standby.toFixed(0), rate.toFixed(0)].join(' | '));
  }
}
