import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { startOwnServer, type OwnServer } from '../../test/system/support/own-server.js';
import { Standby, WITH_STANDBYS } from '../../test/system/support/standby.js';
import { Cleanup } from '../cleanup.js';
import { Build, DATA, operatorEnvironment } from '../directory/build.js';
import { wholeNumber } from '../options.js';
import { Program, Server } from '../servers/program.js';
import { operatorKeys, QUIET } from '../servers/service.js';
import { Caller, Faults } from './caller.js';
import { Deliveries, readStream, startReceiver } from './deliveries.js';
import { createAccount, startExports, startFeeds, startInboxFiles, startReads, startWrites } from './loads.js';
import { growthOf, takeSample, type Sample } from './samples.js';

/** Megabytes of each process: heap, as Node.js sets it in a container of this memory, and total. */
const [HEAP_MB, MEMORY_MB] = [256, 512];
const SAMPLE_MS = 5_000;
/** In a shorter run growth cannot be recognized, because caches fill until its end. */
const FLAT_MINUTES = 10;
const STANDBY_AWAY_MS = 5_000;
const INBOX_ENDS_WITHIN_MS = 20_000;
const HOOK = 'the hook';
/** Parts of the load that must all complete at least once. */
const PARTS = ['answers', 'not modified', 'reads after writes', 'feeds', 'files of the inbox', 'exports', 'samples'];

const { minutes, listings } = new Command('soak')
  .description('Runs everything at once for a long time: nothing may fail, grow or be stale (bench/README.md).')
  .option('--minutes <N>', 'how long', wholeNumber(1), 30)
  .option('--listings <N>', 'listings of the directory', wholeNumber(1_000), 20_000)
  .parse()
  .opts<{ minutes: number; listings: number }>();

async function soak(cleanup: Cleanup): Promise<boolean> {
  const folder = join(DATA, 'soak', new Date().toISOString().slice(0, 16).replace(':', ''));
  const inbox = join(folder, 'inbox');
  await mkdir(inbox, { recursive: true });
  const database = await startOwnServer({ ...WITH_STANDBYS, shared_buffers: '256MB', max_wal_size: '1GB' });
  cleanup.add(() => database.drop());
  const build = new Build();
  await build.command(database.url, 'demo', '--listings', String(listings));
  const standby = await Standby.of(database);
  cleanup.add(() => standby.drop());

  const faults = new Faults();
  const names = ['service 0', 'service 1'];
  const deliveries = new Deliveries(faults, [HOOK, ...names]);
  const receiver = await startReceiver(HOOK, deliveries, cleanup);
  const environment = operatorEnvironment(database.url);
  const operator = operatorKeys(environment);
  const variables = {
    ...environment,
    ...QUIET,
    HOOKS_ALLOW: receiver,
    RESPONSE_CACHE_MB: '64',
    DATABASE_REPLICA_URLS: standby.url,
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  };
  const log = (name: string) => ({ log: join(folder, `${name}.log`) });
  const servers: Server[] = [];
  for (const name of names)
    servers.push(await Server.start(name, build.program('start'), variables, cleanup, log(name)));
  const inboxArgs = [...build.program('directory'), 'inbox', inbox];
  const programs = [...servers, new Program('inbox', inboxArgs, variables, cleanup, log('inbox'))];

  const caller = new Caller(servers.map(({ url }) => url), operator, faults); // prettier-ignore
  const writing = await createAccount(caller, 'Soak writes');
  const feeding = await createAccount(caller, 'Soak feeds');
  const filing = await createAccount(caller, 'Soak inbox');
  const hooks = [{ name: 'Soak', url: `${receiver}/hook`, trigger: 'all' }];
  await caller.call(0, 'PUT', `/api/v1/websites/${writing.websiteID}`, { keys: writing.keys, body: { hooks } });

  const [over, late] = [new AbortController(), new AbortController()];
  const streams = servers.map((server) => readStream(server, operator, deliveries, late.signal));
  const loads = [
    ...(await startReads(caller, database.url, over.signal)),
    startWrites(caller, writing, deliveries, over.signal),
    startFeeds(caller, feeding, over.signal),
    startInboxFiles(caller, filing, inbox, over.signal),
    startExports(caller, over.signal),
    disturb(database, standby, faults),
  ];
  const samples: Sample[] = [];
  for (const end = faults.now + minutes * 60_000; faults.now < end; await sleep(SAMPLE_MS)) {
    deliveries.check();
    startAgain(programs, faults);
    // No readings are taken while a server restarts.
    const sample = await takeSample(programs, database.adminUrl, standby).catch(() => undefined);
    if (!sample) continue;
    samples.push(sample);
    caller.count('samples');
  }
  over.abort();
  await Promise.all(loads);
  await deliveries.end();
  late.abort();
  await Promise.all(streams);

  for (const part of PARTS) if (!caller.done[part]) faults.add('not done', part);
  const growth = growthOf(samples);
  for (const [name, { highest, grows }] of Object.entries(growth)) {
    if (grows && minutes >= FLAT_MINUTES) faults.add('grows', name);
    if (name.endsWith(' memory') && highest >= MEMORY_MB) faults.add('memory', `${name}: ${highest} MB`);
  }
  const lines = [Object.keys(samples[0] ?? {}), ...samples.map((sample) => Object.values(sample))];
  await writeFile(join(folder, 'samples.csv'), lines.join('\n'));
  await writeFile(join(folder, 'faults.json'), JSON.stringify(faults.list, null, 2));
  console.table(growth);
  console.table({ ...caller.done, 'failures that restarts excuse': faults.excused });
  console.table(faults.list.slice(0, 40));
  console.log(`${faults.list.length} faults in ${minutes} minutes: ${folder}`);
  return faults.list.length === 0;
}

/** Restarts the server twice, and the standby once in between; a restart of the standby excuses no failure. */
async function disturb(database: OwnServer, standby: Standby, faults: Faults): Promise<void> {
  await sleep(minutes * 60_000 * 0.3);
  await faults.during(() => database.restart('fast'));
  await sleep(minutes * 60_000 * 0.2);
  await standby.stop();
  await sleep(STANDBY_AWAY_MS);
  await standby.start();
  await sleep(minutes * 60_000 * 0.2);
  await faults.during(() => database.restart('fast'));
}

/** Restarts the inbox as a supervisor does. */
function startAgain(programs: readonly Program[], faults: Faults): void {
  for (const program of programs.filter(({ hasEnded }) => hasEnded)) {
    // The inbox ends when it loses the database: docs/FEEDS.md.
    const since = program instanceof Server ? faults.now : faults.now - INBOX_ENDS_WITHIN_MS;
    faults.addFailure(since, 'ended', `${program.name}: see its log`);
    program.start();
  }
}

process.exitCode = (await Cleanup.around(soak)) ? 0 : 1;
