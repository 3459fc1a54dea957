import { Command as CommandLine } from 'commander';
import type { RunCommand } from './command.js';
import type { DemoSize } from './demo.command.js';
import { withDemoSize } from './demo-size.usage.js';

const HELP = `
Deletes all accounts, agents, listings, properties and feed runs, and generates the demo anew, as \`demo\` does with the
same options. Accounts keep their own key pair; further pairs of accounts are deleted. The audit log stays.

It is for a database that \`demo\` has filled. A database into which accounts were imported is refused. Accounts, agents and pairs
that somebody has created over HTTP are taken for tests, and deleted.

It works beside a running service: a read sees the directory before or after. A reset that was interrupted has changed
nothing, or lacks only the feed run: run it again.

Exit code: 0 done, 2 nothing was done or wrong usage.

Examples:
  npm run directory -- reset --yes
  npm run directory -- reset --yes --seed 7 --date 2026-01-15`;

/** The command line of `reset`. */
export function resetUsage(run: RunCommand): CommandLine {
  const command = new CommandLine('reset')
    .summary('empty a demo directory and generate it anew')
    .description('Empty a directory that was generated, and generate it anew.')
    .requiredOption('--yes', 'everything in the directory may be deleted');
  return withDemoSize(command)
    .addHelpText('after', HELP)
    .action(async (size: DemoSize) => {
      const { ResetCommand } = await import('./reset.command.js');
      await run(ResetCommand, size);
    });
}
