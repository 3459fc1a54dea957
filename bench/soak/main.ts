import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommanderError } from 'commander';
import { Cleanup } from '../cleanup.js';
import { Caller } from './caller.js';
import { disturb } from './disturbances.js';
import { Faults } from './faults.js';
import { Deliveries } from './loads/deliveries.js';
import { startExports } from './loads/exports.js';
import { startFeeds, startInboxFiles } from './loads/feeds.js';
import { createAccount } from './loads/load.js';
import { startReads } from './loads/reads.js';
import { startReceiver } from './loads/receiver.js';
import { readStream } from './loads/streams.js';
import { startWrites } from './loads/writes.js';
import { readOptions, type SoakOptions } from './options.js';
import { memoryChart, reportOf } from './report.js';
import { Sampler } from './samples.js';
import { INBOX, openScene, type Scene } from './scene.js';
import { assertionsOf } from './verdict.js';

const SAMPLE_MS = 5_000;
/** Shorter runs have at least so many samples. */
const LEAST_SAMPLES = 60;
const LAST_DELIVERIES_MS = 10_000;
const INBOX_ENDS_WITHIN_MS = 20_000;

const HOOK = 'the hook';
const STREAMS = ['the stream of service 0', 'the stream of service 1'] as const;

async function soak(options: SoakOptions, cleanup: Cleanup): Promise<boolean> {
  const faults = new Faults();
  const deliveries = new Deliveries(faults, [HOOK, ...STREAMS]);
  const receiver = await startReceiver(HOOK, deliveries, cleanup);
  const scene = await openScene(options, receiver, cleanup);
  const { folder, database, standby, processes } = scene;
  const caller = new Caller(scene.urls, scene.operator, faults);
  const file = join(folder, 'samples.csv');
  const sampler = new Sampler(processes, { primary: database.adminUrl, standby: standby.url }, file, cleanup);
  await run(options, scene, { caller, deliveries, sampler, hook: `${receiver}/hook` });

  const { samples } = sampler;
  const done = { ...caller.done, 'changes, to the hook and both streams': deliveries.expected };
  const assertions = assertionsOf({ samples, faults: faults.list, done }, options.memory);
  await writeFile(join(folder, 'memory.svg'), memoryChart(samples, options.memory));
  await writeFile(join(folder, 'faults.json'), JSON.stringify(faults.list, null, 2));
  const isLimited = processes.every((process) => process.isLimited);
  const facts = [
    `${options.minutes} minutes`,
    `${faults.excused} failures that restarts excuse`,
    `memory ${isLimited ? 'limited by the system' : 'not limited by the system'}`,
  ];
  console.log(`${reportOf(assertions, faults.list)}\n\n${facts.join('; ')}.\n${folder}`);
  return assertions.every(({ holds }) => holds);
}

interface Instruments {
  readonly caller: Caller;
  readonly deliveries: Deliveries;
  readonly sampler: Sampler;
  /** The URL of the receiver. */
  readonly hook: string;
}

async function run({ minutes }: SoakOptions, scene: Scene, { caller, deliveries, sampler, hook }: Instruments) {
  const { faults } = caller;
  const { processes } = scene;
  const writing = await createAccount(caller, 'Soak writes');
  const feeding = await createAccount(caller, 'Soak feeds');
  const filing = await createAccount(caller, 'Soak inbox');
  const hooks = [{ name: 'Soak', url: hook, trigger: 'all' }];
  await caller.call(0, 'PUT', `/api/v1/websites/${writing.websiteID}`, { keys: writing.keys, body: { hooks } });
  const [over, late] = [new AbortController(), new AbortController()];
  const streams = scene.urls.map((url, at) =>
    readStream(url, scene.operator, { name: STREAMS[at] ?? '', deliveries, faults, over: late.signal }),
  );
  const reads = await startReads(caller, scene.database.url, over.signal);
  faults.begin();
  const loads = [
    ...reads,
    startWrites(caller, writing, deliveries, over.signal),
    startFeeds(caller, feeding, over.signal),
    startInboxFiles(caller, filing, scene.inbox, over.signal),
    startExports(caller, over.signal),
    disturb(minutes, scene.database, scene.standby, { faults, over: over.signal }),
  ];
  const everyMs = Math.min(SAMPLE_MS, (minutes * 60_000) / LEAST_SAMPLES);
  while (faults.now < minutes * 60_000) {
    await sampler.take(faults.now / 1000);
    deliveries.check();
    await sleep(everyMs);
    for (const process of processes) {
      if (!process.hasEnded) continue;
      const what = `the process ${process.name}: see its log`;
      // The inbox ends when it has lost the database, and its supervisor starts it again: docs/FEEDS.md.
      if (process.name === INBOX) faults.addFailure(faults.now - INBOX_ENDS_WITHIN_MS, 'ended', what);
      else faults.add('ended', what);
      process.start();
    }
  }
  over.abort();
  await Promise.all(loads);
  for (let waited = 0; !deliveries.areComplete && waited < LAST_DELIVERIES_MS; waited += 100) await sleep(100);
  deliveries.end();
  late.abort();
  await Promise.all(streams);
}

try {
  const options = readOptions(process.argv);
  if (!(await Cleanup.around((cleanup) => soak(options, cleanup)))) process.exitCode = 1;
} catch (error) {
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) console.error(error);
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
}
