import { Command, InvalidArgumentError } from 'commander';
import { CLASS_KEYS, type ClassKey } from './classes/request-class.js';
import { STATES, type State } from './run/measurements.js';

/** The extent of a run. */
export interface BenchOptions {
  readonly listings: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly classes: readonly ClassKey[];
  readonly states: readonly State[];
  readonly imports: number;
  readonly against?: string;
}

/** Reads the options of the command line. Prints help or a fault and ends the process, if there is one. */
export const readOptions = (argv: readonly string[]): BenchOptions =>
  new Command('bench')
    .description('Compares the service with a floor and with another commit.')
    .option('--listings <N>', 'listings of the directory', wholeNumber(1_000), 1_000_000)
    .option('--seconds <S>', 'of each class on each server in each state and round', wholeNumber(1), 3)
    .option('--rounds <R>', 'rounds, every second one in reverse', wholeNumber(1), 2)
    .option('--classes <LIST>', 'comma-separated classes', someOf(CLASS_KEYS), [...CLASS_KEYS])
    .option('--states <LIST>', 'comma-separated states', someOf(STATES), [...STATES])
    .option('--imports <N>', 'listings of a directory that is imported, 0: none', wholeNumber(0), 20_000)
    .option('--against <REF>', 'the commit')
    .addHelpText('after', '\nbench/README.md explains classes, states and columns.')
    .parse(argv)
    .opts<BenchOptions>();

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,8}$/.test(text) && Number(text) >= least) return Number(text);
    throw new InvalidArgumentError(`Expected: a whole number from ${least}.`);
  };
}

/** Parses a list of known values, and returns them in the order of the known ones. */
function someOf<T extends string>(known: readonly T[]): (text: string) => T[] {
  return (text) => {
    const given = new Set(text.split(','));
    const found = known.filter((key) => given.delete(key));
    if (given.size > 0) throw new InvalidArgumentError(`Expected: some of ${known.join(', ')}.`);
    return found;
  };
}
