import { Command as CommandLine } from 'commander';
import { accountNumber } from './account-number.js';
import type { AuditWish } from './audit.command.js';
import type { RunCommand } from './command.js';

const HELP = `
Every write that changed something, the latest first: by whose keys, from where, by which request or command, and the fields
that it changed, never their values. GET /api/v1/audit answers the same.

TIME is a date (a day in UTC) or a date and time in ISO 8601. --json prints {"data": [...]} with the entries of the API.

Exit code: 0 done, 2 wrong usage.

Examples:
  npm run directory -- audit --since 2026-03-01
  npm run directory -- audit --since 2026-03-01T09:00:00+11:00 --website 12 --resource agent,credential --json`;

/** The command line of `audit`. */
export function auditUsage(run: RunCommand): CommandLine {
  return new CommandLine('audit')
    .summary('show who has done what')
    .description('Show who has done what.')
    .option('--since <TIME>', 'only what was done then or later')
    .option('--until <TIME>', 'only what was done then or before')
    .option('--website <ID>', 'only what concerns an account, or was done with its keys', accountNumber)
    .option('--action <ACTIONS>', 'only these actions, separated by commas')
    .option('--resource <RESOURCES>', 'only what was done to these, separated by commas')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (wish: AuditWish) => {
      const { AuditCommand } = await import('./audit.command.js');
      await run(AuditCommand, wish);
    });
}
