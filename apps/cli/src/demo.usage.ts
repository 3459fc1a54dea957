import { Command as CommandLine } from 'commander';
import type { RunCommand } from './command.js';
import type { DemoSize } from './demo.command.js';
import { withDemoSize } from './demo-size.usage.js';

const HELP = `
Generates agencies with agents and listings: in the suburbs of the directory, else in 400 well-known suburbs that are
built in. It writes everything or nothing. A directory that has accounts is not changed (exit code 2).

The same seed, date and sizes give the same data, byte for byte in an export, except for the keys: these are random. Use
the operator's keys (the service prints them at its start), or read the accounts' keys from an export. Without --seed it
is 1, without --date today.

Exit code: 0 generated, 2 not.

Examples:
  npm run directory -- demo
  npm run directory -- demo --seed 7 --date 2026-01-15
  npm run directory -- demo --listings 1000000 --accounts 6000`;

/** The command line of `demo`. */
export function demoUsage(run: RunCommand): CommandLine {
  const command = new CommandLine('demo')
    .summary('fill an empty directory with generated data')
    .description('Fill a directory that has no accounts with realistic generated data of any size.');
  return withDemoSize(command)
    .addHelpText('after', HELP)
    .action(async (size: DemoSize) => {
      const { DemoCommand } = await import('./demo.command.js');
      await run(DemoCommand, size);
    });
}
