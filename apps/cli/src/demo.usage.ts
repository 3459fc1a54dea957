import { Command as CommandLine, InvalidArgumentError } from 'commander';
import type { RunCommand } from './command.js';
import type { DemoSize } from './demo.command.js';

const HELP = `
Generates agencies with agents and listings: in the suburbs of the directory, else in 400 well-known suburbs that are
built in. It writes everything or nothing. A directory that has accounts is not changed (exit code 2).

The accounts get random keys. Use the operator's keys (the service prints them at its start), or read the accounts' keys
from an export. With --seed, the same number gives the same directory on the same day, including the keys: whoever
knows the number knows the keys. Use it for tests and measurements only, never where real data will follow.

Exit code: 0 generated, 2 not.

Examples:
  npm run directory -- demo
  npm run directory -- demo --listings 1000000 --accounts 6000`;

/** The command line of `demo`. */
export function demoUsage(run: RunCommand): CommandLine {
  return new CommandLine('demo')
    .summary('fill an empty directory with generated data')
    .description('Fill a directory that has no accounts with realistic generated data of any size.')
    .option('--listings <N>', 'number of listings (default: 2,000)', wholeNumber(0, 100_000_000))
    .option(
      '--accounts <N>',
      'number of accounts (default: in proportion to the listings, 12 for 2,000)',
      wholeNumber(1, 1_000_000),
    )
    .option('--seed <S>', 'a whole number: the same one gives the same directory', wholeNumber(0, 2_147_483_647))
    .addHelpText('after', HELP)
    .action(async (size: DemoSize) => {
      const { DemoCommand } = await import('./demo.command.js');
      await run(DemoCommand, size);
    });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected: a whole number from ${least} to ${most}.`);
  };
}
