import { Command as CommandLine } from 'commander';
import { accountNumber } from './account-number.js';
import type { RunCommand } from './command.js';

const HELP = `
A hook is a URL that an account has changes sent to (its hooks). docs/HOOKS.md says what arrives there, and how the HTTP API
tests, repeats and enables a hook.

--json prints {"data": [...]} with the hooks of the API.

Exit code: 0 done, 2 nothing was done or wrong usage.

Example:
  npm run directory -- hooks list --website 12`;

/** The command line of `hooks`. */
export function hooksUsage(run: RunCommand): CommandLine {
  const list = new CommandLine('list')
    .description('List the hooks of an account or of all, with how their deliveries stand.')
    .option('--website <ID>', 'the account', accountNumber)
    .option('--json', 'print JSON')
    .action(async (options: { website?: number; json?: boolean }) => {
      const { HooksListCommand } = await import('./hooks-list.command.js');
      await run(HooksListCommand, options);
    });
  return new CommandLine('hooks')
    .summary('list the hooks of accounts')
    .description('List the hooks of accounts.')
    .addHelpText('afterAll', HELP)
    .addCommand(list);
}
