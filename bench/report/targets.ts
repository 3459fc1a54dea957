import type { ClassKey } from '../classes/request-class.js';
import type { SizeResult, StateResult } from '../run/results.js';
import { stateKey, type State } from '../run/states.js';
import type { Measured } from '../run/statistics.js';

/** The ratios of a class. */
export const RATIOS = ['overFloor', 'overOther', 'overUsual', 'overRest'] as const;
export type RatioName = (typeof RATIOS)[number];

type Least = Partial<Record<RatioName, Partial<Record<ClassKey, number>>>>;

/** The least that issues 4 (asked again), 14 (p to t) and 11 (the others) ask for, by state. */
const LEAST: Readonly<Record<string, Least>> = {
  never: {
    overFloor: {
      a: 0.9,
      a2: 0.9,
      b: 0.9,
      c: 1,
      e: 0.75,
      g: 0.9,
      h: 0.9,
      i: 0.9,
      j: 0.9,
      k: 0.9,
      p: 0.9,
      q: 0.9,
      s: 0.9,
      t: 0.9,
      mix: 1,
    },
    overOther: { a: 1.5, a2: 2.5, b: 1.4, c: 1.5, e: 1.4, g: 4, h: 3, i: 1.5, j: 2.5, k: 1.5, mix: 1.5 },
  },
  again: { overFloor: { a: 1.3, b: 0.9, c: 30, d: 20, e: 0.9, f: 0.9, g: 0.9, h: 0.9, i: 1.1, mix: 1.8 } },
  'written-10': {
    overRest: { a: 0.8, a2: 0.8, b: 0.8, c: 0.8, e: 0.9, g: 0.6, h: 0.6, i: 0.8, mix: 0.7 },
    overOther: { c: 20 },
  },
  'written-50': { overRest: { mix: 0.5 } },
};

/** The least that a change may leave of the rate of the commit before it. */
const OVER_OTHER = 0.97;

/** Nothing may be more than so many times slower after the changes. */
const CHANGED_SLOWER = 1.5;

const overUsual = (key: ClassKey): number => (key === 'c' || key === 'd' ? 500 : 20);

/** The least that is asked for, if anything is. */
export function leastOf(state: State, key: ClassKey, ratio: RatioName): number | undefined {
  const said = LEAST[stateKey(state)]?.[ratio]?.[key];
  if (said !== undefined) return said;
  if (ratio === 'overOther') return OVER_OTHER;
  if (ratio === 'overUsual') return overUsual(key);
  return ratio === 'overRest' && state.kind === 'changed' ? 1 / CHANGED_SLOWER : undefined;
}

/** Resident memory of the service after everything, in MB. */
export const MEMORY_MB = 700;

/** The least that is left of the other commit's rate of changes. */
const IMPORTS = 0.9;

/** Where a class is quick at rest, so many milliseconds are its most while ten commits a second are made. */
const PATIENCE = { state: 'written-10', classes: ['a', 'b', 'c', 'e'], atRest: 10, written: 25 } as const;

/** The most that classes of issue 14 take when they were never asked: p50 in ms. */
const QUICK = { state: 'never', classes: ['p', 'q', 's', 't'], p50: 5 } as const;

/** Cards of the same lists are answered so many times as often as whole listings. */
const LIGHT = { state: 'never', cards: 'u', whole: 'k', times: 5 } as const;

/** p50 at a million listings over p50 at ten thousand. */
export const GROWTH: Partial<Record<ClassKey, number>> = { a: 1.3, b: 1.3, e: 1.3 };

/** Something that was asked for, and what came of it. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly wanted: number;
  readonly isMet: boolean;
}

const RATIO_WORDS: Record<RatioName, string> = {
  overFloor: '× floor',
  overOther: '× other',
  overUsual: '× usual',
  overRest: '× at rest',
};

/** Everything that was asked for and measured: what is not reached first. */
export function verdictsOf({ states, changes, memory }: SizeResult): Verdict[] {
  const verdicts = [
    ...states.flatMap(verdictsOfState),
    ...patienceOf(states),
    ...quicknessOf(states),
    ...lightnessOf(states),
  ];
  const imports = changes?.against && changes.service / changes.against;
  if (imports) verdicts.push(atLeast('changes a second, × other', imports, IMPORTS));
  if (memory) verdicts.push(atMost('memory in MB', memory.now, MEMORY_MB));
  return verdicts.toSorted((a, b) => Number(a.isMet) - Number(b.isMet));
}

const verdictsOfState = (state: StateResult): Verdict[] =>
  state.classes.flatMap((result) =>
    RATIOS.flatMap((name) => {
      const [value, wanted] = [result[name], leastOf(state, result.key, name)];
      const what = `${result.key} ${stateKey(state)}, ${RATIO_WORDS[name]}`;
      return value === undefined || wanted === undefined ? [] : [atLeast(what, value, wanted)];
    }),
  );

/** What the service did with a class. */
const measuredOf = (states: readonly StateResult[], key: ClassKey, name: string): Measured | undefined =>
  states.find((state) => stateKey(state) === name)?.classes.find((one) => one.key === key)?.measured.service;

function quicknessOf(states: readonly StateResult[]): Verdict[] {
  return QUICK.classes.flatMap((key) => {
    const p50 = measuredOf(states, key, QUICK.state)?.p50;
    return p50 === undefined ? [] : [atMost(`${key} ${QUICK.state}, p50 in ms`, p50, QUICK.p50)];
  });
}

function lightnessOf(states: readonly StateResult[]): Verdict[] {
  const { state, cards, whole, times } = LIGHT;
  const [light, heavy] = [measuredOf(states, cards, state)?.rate, measuredOf(states, whole, state)?.rate];
  return light && heavy ? [atLeast(`${cards} ${state}, × ${whole}`, light / heavy, times)] : [];
}

function patienceOf(states: readonly StateResult[]): Verdict[] {
  return PATIENCE.classes.flatMap((key) => {
    const rest = measuredOf(states, key, 'again')?.p99;
    const written = measuredOf(states, key, PATIENCE.state)?.p99;
    if (rest === undefined || written === undefined || rest >= PATIENCE.atRest) return [];
    return [atMost(`${key} ${PATIENCE.state}, p99 in ms`, written, PATIENCE.written)];
  });
}

const atLeast = (what: string, value: number, wanted: number): Verdict => ({
  what,
  value,
  wanted,
  isMet: value >= wanted,
});
const atMost = (what: string, value: number, wanted: number): Verdict => ({
  what,
  value,
  wanted,
  isMet: value < wanted,
});
