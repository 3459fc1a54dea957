import { Command, InvalidArgumentError } from 'commander';
import { CLASS_KEYS, type ClassKey } from './classes/request-class.js';

/** What a run measures, and for how long. */
export interface BenchOptions {
  readonly listings: number;
  /** Of each class, server and round, after the warm-up. */
  readonly seconds: number;
  readonly rounds: number;
  readonly classes: readonly ClassKey[];
  /** Transactions that are committed in each second meanwhile. */
  readonly commits: number;
  /** Another commit, whose service is measured in the place of the floor, the usual and the SQL. */
  readonly against?: string;
  readonly scale: boolean;
  readonly fiveMillion: boolean;
  /** Make the directory again though one is there. */
  readonly fresh: boolean;
}

const HELP = `
Classes
  a one website   b suburb, bedrooms, price   c all current   d page 5,000   e one by id   f suburbs that start with
  g regions and flags   h part of an address   i agent slug   j flags, bedrooms, price, no place   k limit=100
  l agents with statistics   m accounts s=   n properties by suburb   o one by id, If-None-Match   mix a to i mixed

Environment
  BENCH_DATABASE_URL  a PostgreSQL server whose user may create databases; unset: an embedded one in .data/bench. When
                      the database that it names has the wanted number of listings, that one is used as it is; a schema
                      named usual is added to it.

Results: a table, bench/results.json, bench/results.html. See bench/README.md.

Examples
  npm run bench -- --listings 20000 --seconds 1 --rounds 1 --classes a,e,mix
  npm run bench -- --against main~10
  npm run bench -- --scale --five-million`;

/** The options of the command line. @throws CommanderError when it has printed help, or what is wrong */
export function readOptions(argv: readonly string[]): BenchOptions {
  const command = new Command('bench')
    .description('Measures the service against a floor, the usual way to build it, and its SQL alone.')
    .option('--listings <N>', 'how many listings the directory has', wholeNumber(1_000, 10_000_000), 1_000_000)
    .option('--seconds <S>', 'how long each class is measured on each server in each round', seconds, 5)
    .option('--rounds <R>', 'rounds, of which the median counts', wholeNumber(1, 99), 3)
    .option('--classes <LIST>', 'comma-separated classes', classKeys, [...CLASS_KEYS])
    .option('--commits <N>', 'commits so many changes a second meanwhile', wholeNumber(0, 1_000), 0)
    .option('--against <REF>', 'measures against the service of another commit, and nothing else')
    .option('--scale', 'measures a, b, c, e, g at 10,000, 100,000 and 1,000,000 listings instead', false)
    .option('--five-million', 'and at 5,000,000', false)
    .option('--fresh', 'makes the directory again', false)
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

function seconds(text: string): number {
  const value = Number(text);
  if (value >= 0.1 && value <= 3_600) return value;
  throw new InvalidArgumentError('Wanted: seconds, at least 0.1.');
}

function classKeys(text: string): ClassKey[] {
  const given = new Set(text.split(','));
  const known = CLASS_KEYS.filter((key) => given.delete(key));
  if (given.size > 0) throw new InvalidArgumentError(`Not a class: ${[...given].join(', ')}.`);
  return known;
}
