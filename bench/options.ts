import { Command, InvalidArgumentError } from 'commander';
import { CLASS_KEYS, CLASSES, type ClassKey } from './classes/request-class.js';
import { DEFAULT_STATES, STATE_KINDS, WARM_SECONDS, type StateKind } from './run/states.js';

/** What a run measures, and for how long. */
export interface BenchOptions {
  readonly listings: number;
  /** Of each class, server, state and round, after the warm-up. */
  readonly seconds: number;
  readonly rounds: number;
  readonly classes: readonly ClassKey[];
  readonly states: readonly StateKind[];
  /** Commits a second, for each time that classes are measured while written to. */
  readonly commits: readonly number[];
  /** Listings that change before the state `changed`. */
  readonly changes: number;
  /** Another commit, whose service is measured in the place of the usual. */
  readonly against?: string;
  readonly scale: boolean;
  readonly fiveMillion: boolean;
  /** Make the directory again though one is there. */
  readonly fresh: boolean;
  /** Put the tables into docs/PERFORMANCE.md. */
  readonly document: boolean;
}

const HELP = `
Classes
${CLASS_KEYS.map((key) => `  ${key.padEnd(4)} ${CLASSES[key].title}`).join('\n')}

States
  never    requests that nobody has asked before, each once
  warm     never asked, of a server that has answered such requests for ${WARM_SECONDS} s; only when it is named
  again    requests that were all asked before
  written  the same, while the write paths of the build commit changes: once for each rate of --commits
  changed  never asked, after --changes listings were changed; ANALYZE, no VACUUM, and autovacuum is off
  written and changed work on copies of the directory, which are dropped afterwards.

wrk asks where it is installed, else autocannon.

Environment
  BENCH_DATABASE_URL  a PostgreSQL server whose user may create databases; unset: an embedded one in .data/bench. When
                      the database that it names has the wanted number of listings, that one is used as it is; a schema
                      named usual is added to it.

Results: tables, bench/results.json, bench/results.html, bench/results.md. See bench/README.md.

Examples
  npm run bench -- --listings 20000 --seconds 1 --rounds 1 --classes a,e,mix
  npm run bench -- --against main~10 --states never,written --commits 10
  npm run bench -- --scale --five-million`;

/** The options of the command line. @throws CommanderError when it has printed help, or what is wrong */
export function readOptions(argv: readonly string[]): BenchOptions {
  const command = new Command('bench')
    .description('Measures the service against a floor, and the usual way to build it or another commit.')
    .option('--listings <N>', 'how many listings the directory has', wholeNumber(1_000, 10_000_000), 1_000_000)
    .option(
      '--seconds <S>',
      'how long each class is measured on each server in each state and round',
      wholeNumber(1, 3_600),
      4,
    )
    .option('--rounds <R>', 'rounds, of which the median counts', wholeNumber(1, 99), 1)
    .option('--classes <LIST>', 'comma-separated classes', oneOrMore(CLASS_KEYS), [...CLASS_KEYS])
    .option('--states <LIST>', 'comma-separated states', oneOrMore(STATE_KINDS), [...DEFAULT_STATES])
    .option('--commits <LIST>', 'commits a second while written to, comma-separated', rates, [10, 50])
    .option('--changes <N>', 'how many listings change, at most half of them', wholeNumber(1, 10_000_000), 100_000)
    .option('--against <REF>', 'measures the service of another commit in the place of the usual')
    .option('--scale', 'measures a, b, c, e, g asked again at 10,000, 100,000 and 1,000,000 listings instead', false)
    .option('--five-million', 'and at 5,000,000', false)
    .option('--fresh', 'makes the directory again', false)
    .option('--document', 'puts the tables into docs/PERFORMANCE.md', false)
    .addHelpText('after', HELP)
    .exitOverride();
  return command.parse(argv).opts<BenchOptions>();
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Wanted: a whole number from ${least} to ${most}.`);
  };
}

const rates = (text: string): number[] => text.split(',').map(wholeNumber(1, 1_000));

/** In their own order. */
function oneOrMore<T extends string>(known: readonly T[]): (text: string) => T[] {
  return (text) => {
    const given = new Set(text.split(','));
    const found = known.filter((key) => given.delete(key));
    if (given.size > 0) throw new InvalidArgumentError(`Not one of ${known.join(', ')}: ${[...given].join(', ')}.`);
    return found;
  };
}
