import { Command, InvalidArgumentError } from 'commander';
import { CLASS_KEYS, type ClassKey } from './classes/request-class.js';
import { STATE_KINDS, type StateKind } from './run/states.js';

/** The extent of a run. */
export interface BenchOptions {
  readonly listings: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly classes: readonly ClassKey[];
  readonly states: readonly StateKind[];
  readonly commits: readonly number[];
  readonly changes: number;
  readonly imports: number;
  readonly against?: string;
  readonly fresh: boolean;
}

const HELP = `
Results: a table, bench/results.md, bench/results.json. bench/README.md explains classes, states and columns.

Environment
  BENCH_DATABASE_URL  a PostgreSQL server whose superuser it names; unset: an embedded server in .data/bench

Examples
  npm run bench -- --listings 20000 --seconds 1 --classes a,e,mix --states never,again
  npm run bench -- --against main~10 --states never,written --commits 10`;

/** The options of the command line. @throws CommanderError after help or a fault was printed */
export const readOptions = (argv: readonly string[]): BenchOptions =>
  new Command('bench')
    .description('Measures the service against a floor, and against the usual way to build it or another commit.')
    .option('--listings <N>', 'listings of the directory', wholeNumber(1_000), 1_000_000)
    .option('--seconds <S>', 'of each class on each server in each state and round', wholeNumber(1), 3)
    .option('--rounds <R>', 'rounds, every second one in reverse', wholeNumber(1), 2)
    .option('--classes <LIST>', 'comma-separated classes', someOf(CLASS_KEYS), [...CLASS_KEYS])
    .option('--states <LIST>', 'comma-separated states', someOf(STATE_KINDS), [...STATE_KINDS])
    .option('--commits <LIST>', 'commits a second of the state written, once for each', rates, [10, 50])
    .option('--changes <N>', 'listings that change before the state changed, at most half', wholeNumber(1), 100_000)
    .option('--imports <N>', 'listings of a directory that is imported, 0: none', wholeNumber(0), 20_000)
    .option('--against <REF>', 'measures the service of another commit in the place of the usual')
    .option('--fresh', 'makes the directory again', false)
    .addHelpText('after', HELP)
    .exitOverride()
    .parse(argv)
    .opts<BenchOptions>();

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,8}$/.test(text) && Number(text) >= least) return Number(text);
    throw new InvalidArgumentError(`Expected: a whole number from ${least}.`);
  };
}

const rates = (text: string): number[] => text.split(',').map(wholeNumber(1));

/** In their own order. */
function someOf<T extends string>(known: readonly T[]): (text: string) => T[] {
  return (text) => {
    const given = new Set(text.split(','));
    const found = known.filter((key) => given.delete(key));
    if (given.size > 0) throw new InvalidArgumentError(`Expected: some of ${known.join(', ')}.`);
    return found;
  };
}
