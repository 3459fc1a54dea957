import { readFacts } from '../classes/directory-facts.js';
import { drawClasses } from '../classes/draw-classes.js';
import type { RequestClass } from '../classes/request-class.js';
import type { Cleanup } from '../cleanup.js';
import type { BenchOptions } from '../options.js';
import { FLOOR, USUAL } from '../places.js';
import { ServerProcess } from '../servers/server-process.js';
import { keysOfAccount } from '../servers/service.js';
import { compareAll, type Known } from './agreement.js';
import { Measurements, type BuildResult, type Row } from './results.js';
import type { Side } from './side.js';
import { isFresh, statesOf, type State } from './states.js';
import { Target, TOGETHER, type TargetName } from './target.js';

/** The code of a server is slow for so long after its start: in all, and of each class. */
const COLD_SECONDS = 10;
const LEAST_SECONDS = 3;
/** Of warm-up and end, beside the seconds of a measurement. */
const MARGIN_SECONDS = 0.5;

type Sides = readonly [own: Side, baseline?: Side];

/** Compares the responses of the servers, and measures each class on each of them. */
export async function measureAll(
  options: BenchOptions,
  sides: Sides,
  cleanup: Cleanup,
): Promise<{ rows: Row[]; builds: BuildResult[] }> {
  const { rounds, seconds, listings } = options;
  const states = statesOf(options.states, options.commits);
  const targets = await startTargets(sides, cleanup);
  const warmUp = Math.max(LEAST_SECONDS, COLD_SECONDS / options.classes.length);
  const fresh = states.filter(isFresh).length * rounds * (seconds + MARGIN_SECONDS);
  const facts = await readFacts(sides[0].service.pool);
  const classes = drawClasses(facts, options.classes, fresh > 0 ? TOGETHER * (fresh + warmUp) : 0);
  const known = await compareAll(classes, targets);
  for (const [target, its] of known) for (const requests of its) await target.warm(requests, warmUp);
  const measurements = new Measurements();
  const changes = new Map<TargetName, number>();
  await measureRounds(
    options,
    states.filter(({ kind }) => kind !== 'changed'),
    known,
    measurements,
  );
  if (options.states.includes('changed')) {
    for (const side of sides)
      if (side) changes.set(side.name, await side.change(Math.min(options.changes, listings >> 1)));
    await measureRounds(
      options,
      states.filter(({ kind }) => kind === 'changed'),
      known,
      measurements,
    );
  }
  // Cached responses must be right after everything that was written.
  await compareAll(classes, targets.slice(0, 2));
  const builds = sides.flatMap((side) => (side ? [buildResult(side, changes.get(side.name))] : []));
  return { rows: measurements.rows(states, classes), builds };
}

const buildResult = ({ name, service: { server } }: Side, changes: number | undefined): BuildResult => ({
  name,
  startSeconds: server.seconds,
  restMB: server.restMemory,
  peakMB: server.memory('VmHWM'),
  changes,
});

/** All of them stay for the whole run: each is as warm as the others. */
async function startTargets([own, baseline]: Sides, cleanup: Cleanup): Promise<Target[]> {
  const { pool, server } = own.service;
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid ?? 0;
  const start = (file: string) => ServerProcess.start({ args: [file] }, { DATABASE_URL: own.url }, cleanup);
  const keys = await keysOfAccount(pool);
  const service = new Target('service', 0, own, server, keys, backend);
  const floor = new Target('floor', 1, own, await start(FLOOR), {}, backend);
  if (!baseline) return [service, floor, new Target('usual', 2, own, await start(USUAL), {}, backend)];
  const its = baseline.url === own.url ? keys : await keysOfAccount(baseline.service.pool);
  return [service, floor, new Target('baseline', 2, baseline, baseline.service.server, its, backend)];
}

/** Each class on each target in all states, in every second round in reverse: a later target finds a warm PostgreSQL. */
async function measureRounds(
  { rounds, seconds, classes }: BenchOptions,
  states: readonly State[],
  known: Known,
  measurements: Measurements,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const targets = round % 2 === 0 ? [...known] : [...known].toReversed();
    for (const key of classes) {
      for (const [target, its] of targets) {
        const requests = its.find((each) => each.key === key);
        if (!requests) continue;
        console.error(`round ${round + 1} of ${rounds}: ${target.name}, ${key} ${requests.title}`);
        for (const state of states) await measureState(target, requests, state, seconds, measurements);
      }
    }
  }
}

async function measureState(
  target: Target,
  requests: RequestClass,
  state: State,
  seconds: number,
  measurements: Measurements,
): Promise<void> {
  if (isFresh(state) && requests.fresh.length === 0) return;
  await target.side.quiet();
  await target.side.commit(state.commits);
  const measured = await target.measure(requests, state, seconds);
  const commits = await target.side.commit(0);
  measurements.add(state, requests.key, target.name, { ...measured, commits });
}
