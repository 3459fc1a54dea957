import { Command } from 'commander';
import { wholeNumber } from '../options.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly listings: number;
  readonly memory: number;
}

const HELP = `
Two processes of the service, with a cache of 64 MB each, an inbox, a PostgreSQL server and its standby run under reads, writes, feeds,
hooks, streams and exports; the server and the standby are restarted meanwhile. The folder that is named at the end
has the curve (samples.csv, memory.svg) and the logs. The exit code is 1 when an assertion fails.`;

/** @throws CommanderError after help or a fault was printed */
export const readOptions = (argv: readonly string[]): SoakOptions =>
  new Command('soak')
    .description('Runs everything at once for a long time, and asserts that nothing fails, grows or is stale.')
    .option('--minutes <N>', 'how long', wholeNumber(1), 30)
    .option('--listings <N>', 'listings of the directory', wholeNumber(1_000), 20_000)
    .option('--memory <MB>', 'of each process of the service', wholeNumber(256), 512)
    .addHelpText('after', HELP)
    .exitOverride()
    .parse(argv)
    .opts<SoakOptions>();
