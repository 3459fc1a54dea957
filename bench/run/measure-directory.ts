import { drawClasses } from '../classes/draw-classes.js';
import { readLore } from '../classes/lore.js';
import type { RequestClass } from '../classes/request-class.js';
import { Cleanup } from '../cleanup.js';
import { databaseOf } from '../directory/database-server.js';
import { usualTables } from '../directory/usual-tables.js';
import { findLoad } from '../load/find-load.js';
import { ROOT } from '../places.js';
import type { Progress } from '../progress.js';
import { linesOfDirectory, linesOfOther } from '../writing/lines.js';
import { compareAll } from './agreement.js';
import { secondsOf, statesOf, timesOf, warmUpOf, type Plan, type Surroundings } from './plan.js';
import { PostgresCpu } from './postgres-cpu.js';
import { Measurements, type SizeResult } from './results.js';
import { measureRounds } from './rounds.js';
import { Side } from './side.js';
import { startTargets, type Sides } from './start-targets.js';
import { CHANGED, isFresh, isWriting, secondsBefore, type State } from './states.js';

/** A measurement ends a little later than it was asked to. */
const MARGIN_SECONDS = 0.2;

/** Starts the servers on a directory, sees that they agree, and measures each class on each of them in turn. */
export function measureDirectory(url: string, plan: Plan, surroundings: Surroundings): Promise<SizeResult> {
  const { progress, signal } = surroundings;
  progress.say(`About ${Math.ceil(secondsOf(plan) / 60)} minutes, on a machine that does nothing else.`);
  return Cleanup.around(async (cleanup) => {
    const load = await findLoad(cleanup);
    const classes = await classesOf(url, plan, surroundings);
    if (plan.targets.includes('usual')) await usualTables(url, progress, signal);
    const sides = await openSides(url, plan, surroundings, cleanup);
    const targets = await startTargets(sides, plan, load, await PostgresCpu.of(sides.own.pool), surroundings, cleanup);
    const isCopied = plan.against !== undefined && plan.against.url !== url;
    await compareAll(classes, targets, isCopied, progress, signal);
    progress.step('warming up');
    const span = { seconds: warmUpOf(plan), signal };
    for (const { target, isAsked } of targets)
      for (const requests of classes) if (isAsked(requests)) await target.warm(requests, span);
    const measurements = new Measurements();
    const states = statesOf(plan);
    const atRest = states.filter((state) => state !== CHANGED);
    const course = { classes, targets, sides, plan, measurements, progress, signal };
    await measureRounds(atRest, course);
    const isChanged = states.includes(CHANGED);
    const changes = isChanged ? await changeSides(sides, progress) : undefined;
    if (isChanged) await measureRounds([CHANGED], course);
    // What was remembered while it was written must still be right. The usual has tables that nothing is written to.
    const isWritten = states.some(({ kind }) => isWriting(kind));
    const comparable = targets.filter(
      ({ target, side }) => side === sides.own && !(isWritten && target.name === 'usual'),
    );
    await compareAll(classes, comparable, false, progress, signal);
    const service = targets.find(({ target }) => target.name === 'service');
    return {
      listings: plan.listings,
      states: states.map((state) => measurements.resultOf(state, classes)),
      changes,
      memory: service?.target.server.memory(),
    };
  });
}

async function classesOf(url: string, plan: Plan, { progress }: Surroundings): Promise<RequestClass[]> {
  progress.step('drawing requests');
  return Cleanup.around(async (cleanup) => {
    const { pool } = Side.reading(url, cleanup);
    const fresh = statesOf(plan).filter(isFresh);
    const secondsOfOne = (state: State) => timesOf(state) * (secondsBefore(state) + plan.seconds + MARGIN_SECONDS);
    const measured = plan.rounds * fresh.reduce((sum, state) => sum + secondsOfOne(state), 0);
    const seconds = fresh.length === 0 ? 0 : measured + warmUpOf(plan);
    return drawClasses(await readLore(pool), plan.classes, seconds * plan.targets.length);
  });
}

/** Where something is written, each build has a copy of its own. */
async function openSides(url: string, plan: Plan, surroundings: Surroundings, cleanup: Cleanup): Promise<Sides> {
  const { server, progress, signal } = surroundings;
  const { against, states, changes } = plan;
  if (!states.some(isWriting)) {
    const own = Side.reading(url, cleanup);
    return { own, other: against && against.url !== url ? Side.reading(against.url, cleanup) : own };
  }
  const name = `${databaseOf(url)}-${await server.oidOf(databaseOf(url))}`;
  const lines = await linesOfDirectory(url, name, Math.min(changes, plan.listings >> 1), progress, signal);
  const open = (its: string, copy: string, root: string, changed: string) =>
    Side.written(its, copy, root, changed, surroundings, cleanup);
  const own = await open(url, `${databaseOf(url)}_run`, ROOT, lines);
  if (!against) return { own };
  const { commit } = against;
  const known = await linesOfOther(lines, commit, server, signal);
  return { own, other: await open(against.url, `${databaseOf(url)}_run_other`, commit.root, known) };
}

async function changeSides({ own, other }: Sides, progress: Progress) {
  progress.step('changing listings: own write paths');
  const mine = await own.change();
  progress.step('changing listings: the write paths of the other commit');
  const its = other && other !== own ? await other.change() : undefined;
  return mine && { count: mine.count, service: mine.count / mine.seconds, against: its && its.count / its.seconds };
}
