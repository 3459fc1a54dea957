import { drawClasses } from '../classes/draw-classes.js';
import { readFacts } from '../classes/directory-facts.js';
import type { RequestClass } from '../classes/request-class.js';
import type { Cleanup } from '../cleanup.js';
import { Build } from '../directory/build.js';
import { directoryOf } from '../directory/bundle.js';
import type { DatabaseServer } from '../directory/database-server.js';
import { makeUsualTables } from '../directory/usual-tables.js';
import type { BenchOptions } from '../options.js';
import { FLOOR, ROOT, USUAL } from '../places.js';
import type { Progress } from '../progress.js';
import { PostgresCpu } from '../servers/postgres-cpu.js';
import { ServerProcess } from '../servers/server-process.js';
import { keysOfAccount } from '../servers/service.js';
import { compare, hasClass } from './agreement.js';
import { Measurements, type BuildResult, type Row } from './results.js';
import { Side } from './side.js';
import { isFresh, isWriting, statesOf, type State } from './states.js';
import { Target, type TargetName } from './target.js';

/** The code of a server is slow for so long after its start: in all, and of each class. */
const COLD_SECONDS = 10;
const LEAST_SECONDS = 3;
/** Of warm-up and end, beside the seconds of a measurement. */
const MARGIN_SECONDS = 0.5;

/** A run on a directory. */
export interface Run {
  readonly options: BenchOptions;
  readonly url: string;
  readonly baseline: Build | undefined;
  readonly server: DatabaseServer;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly cleanup: Cleanup;
}

/** Starts the servers, compares their responses, and measures each class on each of them. */
export async function measureAll(run: Run): Promise<{ rows: Row[]; builds: BuildResult[] }> {
  const { options, progress, signal } = run;
  const states = statesOf(options.states, options.commits);
  const sides = await openSides(run);
  const targets = await startTargets(sides, run);
  const warmUp = Math.max(LEAST_SECONDS, COLD_SECONDS / options.classes.length);
  const each = options.rounds * (options.seconds + MARGIN_SECONDS);
  const fresh = states.filter(isFresh).length;
  const seconds = fresh > 0 ? targets.length * (fresh * each + warmUp) : 0;
  progress.step('drawing requests');
  const classes = drawClasses(await readFacts(sides[0].pool), options.classes, seconds);
  const known = await compareAll(classes, targets, progress);
  progress.step('warming up');
  for (const target of targets)
    for (const requests of known.get(target) ?? []) await target.warm(requests, warmUp, signal);
  const measurements = new Measurements();
  const measureStates = (some: readonly State[]) => measureRounds(some, classes, known, measurements, run);
  await measureStates(states.filter(({ kind }) => kind !== 'changed'));
  const changes = new Map<TargetName, number>();
  if (options.states.includes('changed')) {
    for (const side of sides) {
      progress.step(`changing listings: ${side.name}`);
      changes.set(side.name, await side.change(Math.min(options.changes, options.listings >> 1)));
    }
    await measureStates(states.filter(({ kind }) => kind === 'changed'));
  }
  // The cached responses must be right after everything that was written.
  await compareAll(
    classes,
    targets.filter(({ name }) => name === 'service' || name === 'floor'),
    progress,
  );
  const builds = sides.map(({ name, service: { server } }) => ({
    name,
    startSeconds: server.seconds,
    restMB: server.restMemory,
    peakMB: server.memory('VmHWM'),
    changes: changes.get(name),
  }));
  return {
    rows: measurements.rows(
      states,
      classes,
      targets.map(({ name }) => name),
    ),
    builds,
  };
}

/** The directory of this commit, and of the other one. */
async function openSides({
  options,
  url,
  baseline,
  server,
  progress,
  signal,
  cleanup,
}: Run): Promise<[Side, ...Side[]]> {
  const isWritten = options.states.some(isWriting);
  const its = baseline && (await directoryOf(baseline, url, server, signal));
  if (!baseline) await makeUsualTables(url, progress);
  progress.step('starting the servers');
  const own = await Side.open('service', new Build(ROOT), url, isWritten, server, cleanup);
  return baseline && its ? [own, await Side.open('baseline', baseline, its, isWritten, server, cleanup)] : [own];
}

/** All of them stay for the whole run: each is as warm as the others. */
async function startTargets([own, other]: readonly [Side, ...Side[]], { cleanup }: Run): Promise<Target[]> {
  const postgres = await PostgresCpu.of(own.pool);
  const start = (file: string) => ServerProcess.start({ args: [file] }, { DATABASE_URL: own.url }, cleanup);
  const target = (at: number, name: TargetName, side: Side, server: ServerProcess, keys = {}) =>
    new Target(name, side, server, keys, { at, of: 3 }, postgres);
  const keys = await keysOfAccount(own.pool);
  return [
    target(0, 'service', own, own.service.server, keys),
    target(1, 'floor', own, await start(FLOOR)),
    other
      ? target(
          2,
          'baseline',
          other,
          other.service.server,
          other.url === own.url ? keys : await keysOfAccount(other.pool),
        )
      : target(2, 'usual', own, await start(USUAL)),
  ];
}

/** Compares the responses of all targets; returns the classes that each has. */
async function compareAll(classes: readonly RequestClass[], targets: readonly Target[], progress: Progress) {
  const known = new Map<Target, RequestClass[]>();
  const [first, ...others] = targets;
  if (first) known.set(first, [...classes]);
  for (const target of first ? others : []) {
    const its: RequestClass[] = [];
    known.set(target, its);
    for (const requests of classes) {
      if (target.name === 'usual' && requests.isUnusual) continue;
      if (!(await hasClass(target, requests))) continue;
      progress.step(`comparing the responses of service and ${target.name}: ${requests.key}`);
      if (first) await compare(requests, first, target);
      its.push(requests);
    }
  }
  return known;
}

/** Each class on each target in all states, in every second round in reverse: a later target finds a warm PostgreSQL. */
async function measureRounds(
  states: readonly State[],
  classes: readonly RequestClass[],
  known: ReadonlyMap<Target, readonly RequestClass[]>,
  measurements: Measurements,
  { options: { rounds, seconds }, progress, signal }: Run,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const targets = round % 2 === 0 ? [...known.keys()] : [...known.keys()].toReversed();
    for (const requests of classes) {
      for (const target of targets.filter((each) => known.get(each)?.includes(requests))) {
        progress.step(`round ${round + 1} of ${rounds}  ${requests.key} ${requests.title}  ${target.name}`);
        for (const state of states.filter((each) => target.measures(requests, each))) {
          await target.side.quiet(signal);
          await target.side.commit(state.commits);
          const measured = await target.measure(requests, state, seconds, signal);
          const written = await target.side.commit(0);
          const commits = written && state.commits > 0 ? written.count / written.seconds : undefined;
          measurements.add(state, requests.key, target.name, { ...measured, commits });
        }
      }
    }
  }
}
