import { Command, InvalidArgumentError } from 'commander';
import { CLASS_KEYS, DRAWN, MIX, type ClassKey } from './classes/request-class.js';
import { STATE_KINDS, type StateKind } from './run/states.js';

/** The extent of a run. */
export interface BenchOptions {
  readonly listings: number;
  /** Of each class, target, state and round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly classes: readonly ClassKey[];
  readonly states: readonly StateKind[];
  /** Commits a second, for each time that classes are measured while written to. */
  readonly commits: readonly number[];
  /** Listings that change before the state `changed`. */
  readonly changes: number;
  /** Listings of the directory that is imported; 0: none. */
  readonly imports: number;
  /** Another commit, whose service is measured in the place of the usual. */
  readonly against?: string;
  readonly fresh: boolean;
}

const HELP = `
Classes
${CLASS_KEYS.map((key) => `  ${key.padEnd(4)} ${key === 'mix' ? MIX.title : DRAWN[key].title}`).join('\n')}

States
  never    requests that are new, each once
  again    requests that were all sent before
  written  the same, while the write paths of the build commit changes: once for each rate of --commits
  changed  new requests after --changes listings were changed; ANALYZE, no VACUUM, and autovacuum is off
  written and changed work on copies of the directory, which are dropped afterwards.

Environment
  BENCH_DATABASE_URL  a PostgreSQL server whose user may create databases; unset: an embedded one in .data/bench.
                      A database in the URL that has the wanted number of listings is used as it is.

Results: a table, bench/results.md, bench/results.json. See bench/README.md.

Examples
  npm run bench -- --listings 20000 --seconds 1 --classes a,e,mix --states never,again
  npm run bench -- --against main~10 --states never,written --commits 10`;

/** The options of the command line. @throws CommanderError after help or a fault was printed */
export function readOptions(argv: readonly string[]): BenchOptions {
  return new Command('bench')
    .description('Measures the service against a floor, and against the usual way to build it or another commit.')
    .option('--listings <N>', 'listings of the directory', wholeNumber(1_000, 10_000_000), 1_000_000)
    .option('--seconds <S>', 'of each class on each server in each state and round', wholeNumber(1, 3_600), 3)
    .option('--rounds <R>', 'rounds, whose median counts; every second one in reverse', wholeNumber(1, 99), 2)
    .option('--classes <LIST>', 'comma-separated classes', someOf(CLASS_KEYS), [...CLASS_KEYS])
    .option('--states <LIST>', 'comma-separated states', someOf(STATE_KINDS), [...STATE_KINDS])
    .option('--commits <LIST>', 'commits a second while written to, comma-separated', rates, [10, 50])
    .option('--changes <N>', 'listings that change, at most half of them', wholeNumber(1, 10_000_000), 100_000)
    .option('--imports <N>', 'listings of the imported directory, 0: none', wholeNumber(0, 10_000_000), 20_000)
    .option('--against <REF>', 'measures the service of another commit in the place of the usual')
    .option('--fresh', 'makes the directory again', false)
    .addHelpText('after', HELP)
    .exitOverride()
    .parse(argv)
    .opts<BenchOptions>();
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected: a whole number from ${least} to ${most}.`);
  };
}

const rates = (text: string): number[] => text.split(',').map(wholeNumber(1, 1_000));

/** In their own order. */
function someOf<T extends string>(known: readonly T[]): (text: string) => T[] {
  return (text) => {
    const given = new Set(text.split(','));
    const found = known.filter((key) => given.delete(key));
    if (given.size > 0) throw new InvalidArgumentError(`Not among ${known.join(', ')}: ${[...given].join(', ')}.`);
    return found;
  };
}
