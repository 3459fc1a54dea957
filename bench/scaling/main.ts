/**
 * Prints how much work standbys take off the primary (docs/SCALING.md): processor time for 1,000 uncached lists. With
 * sizes, it prints how the figures of a directory grow.
 */
import { Command } from 'commander';
import { childrenOf, startOwnServer, type OwnServer } from '../../test/system/support/own-server.js';
import { Standby, WITH_STANDBYS } from '../../test/system/support/standby.js';
import { Cleanup } from '../cleanup.js';
import { drawClasses } from '../classes/request-class.js';
import { readFacts } from '../classes/directory-facts.js';
import { Build } from '../directory/build.js';
import { wholeNumber } from '../options.js';
import { fire } from '../run/load.js';
import { whileListingsChange } from '../run/writer.js';
import { processorMs } from '../servers/processor-time.js';
import { startService } from '../servers/service.js';
import { growthOf } from './growth.js';

const STANDBYS = 2;
const WARM_UP = 300;
/** Lists per row. */
const LISTS = 6_000;
const CHANGES_A_SECOND = 20;
/** Lists of the classes that the cache does not have. */
const CLASSES = ['a', 'b', 'c', 'g', 'h', 'p'] as const;

const { listings, sizes } = new Command('bench:scaling')
  .description('Measures the processor time of the primary and of its standbys; with sizes, how figures grow.')
  .option('--listings <N>', 'listings of the directory with standbys', wholeNumber(1_000), 20_000)
  .option('--sizes <LIST>', 'comma-separated numbers of listings', (text) => text.split(',').map(wholeNumber(1_000)))
  .parse()
  .opts<{ listings: number; sizes?: number[] }>();

await Cleanup.around(async (cleanup) => {
  if (sizes) console.log(await growthOf(sizes, cleanup));
  else await measureStandbys(cleanup);
});

async function measureStandbys(cleanup: Cleanup): Promise<void> {
  const primary = await startOwnServer({ ...WITH_STANDBYS, shared_buffers: '512MB' });
  cleanup.add(() => primary.drop());
  console.error(`making a directory of ${listings} listings`);
  await new Build().command(primary.url, 'demo', '--listings', String(listings), '--seed', '1');
  await primary.dataSource.query('VACUUM (ANALYZE)');
  const standbys: Standby[] = [];
  while (standbys.length < STANDBYS) {
    const standby = await Standby.of(primary);
    cleanup.add(() => standby.drop());
    standbys.push(standby);
  }
  console.log('standbys | writes | ms of the primary for 1,000 lists | ms of all standbys | lists/s');
  for (const isWritten of [false, true]) {
    for (let used = 0; used <= STANDBYS; used += 1) {
      await Cleanup.around((inner) => measure(primary, standbys.slice(0, used), isWritten, inner));
    }
  }
}

async function measure(primary: OwnServer, standbys: readonly Standby[], isWritten: boolean, cleanup: Cleanup) {
  const env = { DATABASE_REPLICA_URLS: standbys.map(({ url }) => url).join(',') };
  const { server, pool, operator } = await startService('scaling', new Build(), primary.url, cleanup, { env });
  const drawn = drawClasses(await readFacts(pool), CLASSES, LISTS / 1_000).map(({ fresh }) => fresh);
  // One list of each class in turn, without repetition.
  const paths = Array.from({ length: Math.min(...drawn.map(({ length }) => length)) }, (_, at) =>
    drawn.map((fresh) => ({ path: fresh[at] ?? '' })),
  ).flat();
  const load = { url: server.url, headers: operator, requests: paths, statuses: [200] };
  await fire({ ...load, from: 0, extent: { amount: WARM_UP } });
  const times = () => [
    serverMs(primary.postmaster()),
    standbys.reduce((sum, { postmaster }) => sum + serverMs(postmaster), 0),
  ];
  const before = times();
  const amount = Math.min(paths.length - WARM_UP, LISTS);
  const run = () => fire({ ...load, from: WARM_UP, extent: { amount } });
  const { count, seconds } = await (isWritten ? whileListingsChange(pool, run, CHANGES_A_SECOND) : run());
  const taken = times().map((time, at) => (((time - (before[at] ?? 0)) * 1_000) / count).toFixed(0));
  console.log(
    [standbys.length, isWritten ? `${CHANGES_A_SECOND}/s` : 'none', ...taken, (count / seconds).toFixed(0)].join(' | '),
  );
}

/** Processor time of a PostgreSQL server: its postmaster, its processes, and those that have ended. */
const serverMs = (postmaster: number): number =>
  [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + processorMs(pid), 0) +
  processorMs(postmaster, 'children');
