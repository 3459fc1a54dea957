import type { Fault } from './faults.js';
import { BOUNDED_TABLES, type Sample } from './samples.js';

/** Something that a run asserts. */
export interface Assertion {
  readonly name: string;
  readonly limit: string;
  readonly found: string;
  readonly holds: boolean;
}

/** Caches fill, pools open and code is compiled in the first third of a run. */
const WARM_UP = 1 / 3;
/** In a shorter run caches are filled until its end: whether memory is flat cannot be told. */
const LEAST_SECONDS = 600;
/** Some for each third. */
const LEAST_SAMPLES = 15;
const MORE_MEMORY = 1.05;
const MORE_MB = 16;
const MORE_FILES = 20;
const MORE_CONNECTIONS = 4;
/** VACUUM comes once a minute, and when a fifth of a table is dead. */
const MORE_TABLE = 1.5;
const MORE_TABLE_MB = 8;
const MORE_DEAD = 10_000;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const most = (numbers: readonly number[]): number => Math.max(...numbers);

/** The first and the last third of the samples after the warm-up. */
function thirdsOf(samples: readonly Sample[]): readonly [Sample[], Sample[]] {
  const warm = samples.slice(Math.ceil(samples.length * WARM_UP));
  const third = Math.floor(warm.length / 3);
  return [warm.slice(0, third), warm.slice(warm.length - third)];
}

/** What a run has seen. */
export interface Findings {
  readonly samples: readonly Sample[];
  readonly faults: readonly Fault[];
  /** How often each part of the load has come to its end. */
  readonly done: Readonly<Record<string, number>>;
}

/** @param memoryMB the most that a process may have */
export function assertionsOf({ samples, faults, done }: Findings, memoryMB: number): Assertion[] {
  const [first, last] = thirdsOf(samples);
  const processes = Object.keys(samples[0]?.memory ?? {});
  /** Compares a number of the last third with the first third. */
  const isFlat = (
    name: string,
    of: (sample: Sample) => number,
    limitOf: (before: number) => number,
    reduce = median,
  ): Assertion => {
    const [before, after] = [reduce(first.map(of)), reduce(last.map(of))];
    const limit = limitOf(before);
    return {
      name: `${name}: the last third is as the first (${before.toFixed(1)})`,
      limit: `<= ${limit.toFixed(1)}`,
      found: after.toFixed(1),
      holds: after <= limit,
    };
  };
  const isNone = (name: string, kinds: RegExp): Assertion => {
    const count = faults.filter(({ kind }) => kinds.test(kind)).length;
    return { name, limit: '0', found: String(count), holds: count === 0 };
  };
  const hasRun = (name: string, count: number, least = 1): Assertion => ({
    name,
    limit: `>= ${least}`,
    found: String(count),
    holds: count >= least,
  });
  return [
    hasRun('samples', samples.length, LEAST_SAMPLES),
    ...Object.entries(done).map(([name, count]) => hasRun(name, count)),
    isNone('no answer of 500 or above, and no lost answer, outside restarts', /^(5\d\d|no answer)$/),
    isNone('no stale answer after a write, by any process', /^stale$/),
    isNone('no hook and no event is missing', /^not delivered$/),
    isNone('no other fault', /^(?!5\d\d$|no answer$|stale$|not delivered$)/),
    ...processes.flatMap((name) => {
      const peak = most(samples.map(({ memory }) => memory[name] ?? 0));
      const flat = isFlat(
        `memory of ${name}, MB`,
        ({ memory }) => memory[name] ?? 0,
        (before) => before * MORE_MEMORY + MORE_MB,
      );
      return [
        ...((samples.at(-1)?.seconds ?? 0) >= LEAST_SECONDS ? [flat] : []),
        { name: `memory of ${name}, MB`, limit: `< ${memoryMB}`, found: peak.toFixed(1), holds: peak < memoryMB },
        isFlat(
          `open files of ${name}`,
          ({ openFiles }) => openFiles[name] ?? 0,
          (before) => before + MORE_FILES,
        ),
      ];
    }),
    isFlat(
      'connections',
      ({ connections }) => connections,
      (before) => before + MORE_CONNECTIONS,
      most,
    ),
    isFlat(
      'connections to the standby',
      (each) => each.standbyConnections,
      (before) => before + MORE_CONNECTIONS,
      most,
    ),
    ...BOUNDED_TABLES.flatMap((name) => [
      isFlat(
        `size of ${name}, MB`,
        ({ tables }) => tables[name]?.megabytes ?? 0,
        (before) => before * MORE_TABLE + MORE_TABLE_MB,
        most,
      ),
      isFlat(
        `dead rows of ${name}`,
        ({ tables }) => tables[name]?.dead ?? 0,
        (before) => before * MORE_TABLE + MORE_DEAD,
        most,
      ),
    ]),
  ];
}
