import { join } from 'node:path';
import { readFacts } from '../classes/directory-facts.js';
import { drawClasses, type RequestClass } from '../classes/request-class.js';
import type { Cleanup } from '../cleanup.js';
import type { BenchOptions } from '../options.js';
import { Server } from '../servers/program.js';
import { keysOfAccount } from '../servers/service.js';
import { compareAll, type Known } from './agreement.js';
import { Measurements, type State } from './measurements.js';
import type { Side } from './side.js';
import { Target, TOGETHER } from './target.js';
import { whileListingsChange } from './writer.js';

const FLOOR = join(import.meta.dirname, '../floor/main.js');

/** Seconds for which a server is slow after its start: in total, and per class. */
const COLD_SECONDS = 10;
const LEAST_SECONDS = 3;
/** Seconds of warm-up and end, in addition to a measurement. */
const MARGIN_SECONDS = 0.5;

export type Sides = readonly [own: Side, baseline?: Side];

/** Compares the responses of the servers, and measures each class on each of them. */
export async function measureAll(options: BenchOptions, sides: Sides, cleanup: Cleanup): Promise<Measurements> {
  const { rounds, seconds, states } = options;
  const targets = await startTargets(sides, cleanup);
  const warmUp = Math.max(LEAST_SECONDS, COLD_SECONDS / options.classes.length);
  const fresh = states.includes('never') ? TOGETHER * (rounds * (seconds + MARGIN_SECONDS) + warmUp) : 0;
  const classes = drawClasses(await readFacts(sides[0].service.pool), options.classes, fresh);
  const known = await compareAll(classes, targets);
  for (const [target, its] of known) for (const requests of its) await target.warm(requests, warmUp);
  const measurements = new Measurements();
  for (let round = 0; round < rounds; round++) await measureRound(round, options, known, measurements);
  // Cached responses must still be correct after all writes.
  await compareAll(classes, targets.slice(0, 2));
  return measurements;
}

/** All of them run for the whole time, so that each is as warm as the others. */
async function startTargets([own, baseline]: Sides, cleanup: Cleanup): Promise<Target[]> {
  const ofService = async (side: Side, at: number) => {
    const { server, pool, operator } = side.service;
    const keys = {
      operator,
      public: await keysOfAccount(pool, side.name),
    };
    return new Target(side.name, at, side, server, keys);
  };
  const floor = await Server.start('floor', [FLOOR], { DATABASE_URL: own.url }, cleanup);
  const targets = [await ofService(own, 0), new Target('floor', 1, own, floor, {})];
  return baseline ? [...targets, await ofService(baseline, 2)] : targets;
}

/**
 * Measures each class on each target in all states. Every second round is reversed, because a later target finds a warm
 * PostgreSQL.
 */
async function measureRound(
  round: number,
  { rounds, seconds, classes, states }: BenchOptions,
  known: Known,
  measurements: Measurements,
): Promise<void> {
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

async function measureState(
  target: Target,
  requests: RequestClass,
  state: State,
  seconds: number,
  measurements: Measurements,
): Promise<void> {
  if (state === 'never' && requests.fresh.length === 0) return;
  await target.side.quiet();
  const measure = () => target.measure(requests, state, seconds);
  const { pool } = target.side.service;
  const measured = await (state === 'written' ? whileListingsChange(pool, measure) : measure());
  measurements.add(requests.key, state, target.name, measured);
}
