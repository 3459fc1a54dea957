import { CLASSES, isAsked, type ClassKey } from '../classes/request-class.js';
import type { DatabaseServer } from '../directory/database-server.js';
import type { Progress } from '../progress.js';
import type { OtherCommit } from './other-commit.js';
import { CHANGED, isFresh, isWriting, secondsBefore, statesAtRest, type State, type StateKind } from './states.js';
import type { TargetName } from './target.js';

/** What is measured on a directory. */
export interface Plan {
  readonly listings: number;
  readonly classes: readonly ClassKey[];
  readonly targets: readonly TargetName[];
  readonly states: readonly StateKind[];
  /** Commits a second, for each time that classes are measured while written to. */
  readonly commits: readonly number[];
  /** How many listings are changed for the state `changed`. */
  readonly changes: number;
  readonly seconds: number;
  readonly rounds: number;
  /** The other commit, and its own or the same database. */
  readonly against?: { readonly commit: OtherCommit; readonly url: string };
}

/** At rest, then `changed`. */
export const statesOf = ({ states, commits }: Pick<Plan, 'states' | 'commits'>): State[] => [
  ...statesAtRest(states, commits),
  ...(states.includes('changed') ? [CHANGED] : []),
];

/** Whether there is something to measure: the usual remembers nothing, and what is written does not reach its tables. */
export const isMeasured = (key: ClassKey, target: TargetName, state: State): boolean =>
  isAsked(key, target) && (target === 'usual' ? state.kind === 'again' : !isFresh(state) || CLASSES[key].pace > 0);

/** How often a server is measured in a round: where nobody has the answer, in both orders of the servers. */
export const timesOf = (state: State): number => (isFresh(state) ? 2 : 1);

/** The code of a server that has just started is slow for so long, in all, and that of each class. */
const COLD_SECONDS = 10;
const LEAST_SECONDS = 3;

/** For how long each class is asked of each server before anything is measured, in seconds. */
export const warmUpOf = ({ classes }: Pick<Plan, 'classes'>): number =>
  Math.max(LEAST_SECONDS, COLD_SECONDS / classes.length);

/** What is waited for before each measurement, and what the first one of a class takes beside, in seconds. */
const PAUSE = 0.7;
const COMPARISON = 1.5;
/** A second of copying, and of changing, is so many listings. */
const COPIED = 20_000;
const CHANGED_LISTINGS = 1_500;

/** About how many seconds it takes when the directory is there. */
export function secondsOf(plan: Plan): number {
  const { classes, targets, listings, changes, rounds, seconds } = plan;
  const states = statesOf(plan);
  const measured = classes.flatMap((key) =>
    targets.flatMap((target) => states.filter((state) => isMeasured(key, target, state))),
  );
  const isWritten = states.some(({ kind }) => isWriting(kind));
  const builds = plan.against ? 2 : 1;
  const perClass = classes.length * (COMPARISON + warmUpOf(plan)) * targets.length;
  const copying = isWritten ? (builds * listings) / COPIED : 0;
  const changing = states.includes(CHANGED) ? (builds * Math.min(changes, listings >> 1)) / CHANGED_LISTINGS : 0;
  const asking = measured.reduce((sum, state) => sum + timesOf(state) * (secondsBefore(state) + seconds + PAUSE), 0);
  return rounds * asking + perClass + copying + changing;
}

/** What a run has, whatever is measured. */
export interface Surroundings {
  readonly server: DatabaseServer;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
