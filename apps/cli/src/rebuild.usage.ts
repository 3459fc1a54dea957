import { Command as CommandLine } from 'commander';
import type { RunCommand } from './command.js';

const HELP = `
The representations of accounts, agents, suburbs, listings and properties are stored as finished JSON. After an upgrade
that declares other fields, the service rebuilds such a text each time it reads it, until this command has stored the new
one. Only these texts change: no dates, no events.

Headlines, descriptions and other texts of listings that still have the markup of HTML become plain text, as those of feeds
do. These are changes of the listings, with events, and their number is printed.

The command can run beside the service, and can be interrupted and started again.

Exit code: 0 every text is up to date, 2 it was interrupted or the database is not available.

Example:
  npm run directory -- rebuild`;

/** The command line of `rebuild`. */
export function rebuildUsage(run: RunCommand): CommandLine {
  return new CommandLine('rebuild')
    .summary('rebuild stored representations after an upgrade')
    .description('Rebuild the stored representations that another release has written.')
    .addHelpText('after', HELP)
    .action(async () => {
      const { RebuildCommand } = await import('./rebuild.command.js');
      await run(RebuildCommand, undefined);
    });
}
