import type { HookItem } from '@app/hooks';
import { Command as CommandLine } from 'commander';
import { accountNumber, type RunCommand, ExitCode } from './command.js';

const HELP = `
A hook is a URL that receives the changes of an account. docs/HOOKS.md describes its messages, and how the HTTP API
tests, repeats and enables a hook.

--json prints {"data": [...]} with the hooks of the API.

Exit code: 0 done, 2 nothing was done or wrong usage.

Example:
  npm run directory -- hooks list --website 12`;

const HEAD = [
  'hook',
  'website',
  'state',
  'waiting',
  'next attempt',
  'last attempt',
  'status',
  'url',
  'triggers',
  'reason',
];

interface ListedHooks {
  readonly website?: number;
  readonly json?: boolean;
}

export const hooks = (run: RunCommand): CommandLine =>
  new CommandLine('hooks')
    .summary('list the hooks of accounts')
    .description('List the hooks of accounts.')
    .addHelpText('afterAll', HELP)
    .addCommand(
      new CommandLine('list')
        .description('List the hooks of an account or of all, with the state of their deliveries.')
        .option('--website <ID>', 'the account', accountNumber)
        .option('--json', 'print JSON')
        .action((options: ListedHooks) => list(run, options)),
    );

const list = (run: RunCommand, { website, json = false }: ListedHooks): Promise<void> =>
  run('secrets', async () => {
    const { openTransactions, openTransactionWords } = await import('@app/changes');
    const { HooksModule, HooksService } = await import('@app/hooks');
    const { SqlExecutor } = await import('@app/sql');
    return {
      imports: [HooksModule],
      run: async ({ get, terminal }) => {
        const data = await get(HooksService).all(website);
        const lines = json ? [JSON.stringify({ data })] : tableLines([HEAD, ...data.map(cellsOf)]);
        for (const line of lines) terminal.say(line);
        for (const transaction of await openTransactions(get(SqlExecutor)))
          terminal.warn(`Hooks wait for an open transaction: ${openTransactionWords(transaction)}`);
        return ExitCode.ok;
      },
    };
  });

const cellsOf = (hook: HookItem): string[] => [
  String(hook.hookID),
  String(hook.websiteID),
  hook.state,
  String(hook.waiting),
  hook.nextAttemptAt ?? '-',
  hook.lastAttemptAt ?? '-',
  String(hook.lastStatus ?? '-'),
  hook.url,
  hook.triggers.join(',') || '-',
  hook.reason ?? '',
];

/** Formats rows of cells as the lines of a table. */
function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
