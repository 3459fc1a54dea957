import { Command as CommandLine, InvalidArgumentError } from 'commander';
import { accountNumber } from './account-number.js';
import type { RunCommand } from './command.js';

const HELP = `
A hook is a URL that an account has changes sent to (its hooks). docs/HOOKS.md says what arrives there.

--json prints what the API answers.

Exit code: 0 done, 1 the receiver of a ping has not answered with success, 2 nothing was done or wrong usage.

Examples:
  npm run directory -- hooks list --website 12
  npm run directory -- hooks ping 3
  npm run directory -- hooks replay 3 --since 2026-03-07T22:30:00Z
  npm run directory -- hooks enable 3`;

const JSON_OPTION = ['--json', 'print JSON'] as const;

interface Printed {
  readonly json?: boolean;
}

/** The command line of `hooks`. */
export function hooksUsage(run: RunCommand): CommandLine {
  return new CommandLine('hooks')
    .summary('list, test, repeat and enable the hooks of accounts')
    .description('List, test, repeat and enable the hooks of accounts.')
    .addHelpText('afterAll', HELP)
    .addCommand(listUsage(run))
    .addCommand(pingUsage(run))
    .addCommand(replayUsage(run))
    .addCommand(enableUsage(run));
}

const listUsage = (run: RunCommand): CommandLine =>
  new CommandLine('list')
    .description('List the hooks of an account or of all, with how their deliveries stand.')
    .option('--website <ID>', 'the account', accountNumber)
    .option(...JSON_OPTION)
    .action(async (options: Printed & { website?: number }) => {
      const { HooksListCommand } = await import('./hooks-list.command.js');
      await run(HooksListCommand, options);
    });

const pingUsage = (run: RunCommand): CommandLine =>
  hookUsage('ping', 'Send a test message, and print what came of it.').action(
    async (hook: number, options: Printed) => {
      const { HooksPingCommand } = await import('./hooks-ping.command.js');
      await run(HooksPingCommand, { hook, ...options });
    },
  );

const replayUsage = (run: RunCommand): CommandLine =>
  hookUsage('replay', 'Have messages sent again.')
    .requiredOption(
      '--since <TIME>',
      'everything that was recorded since: ISO 8601, such as 2026-03-07T22:30:00Z, or a duration, such as 24h',
    )
    .action(async (hook: number, options: Printed & { since: string }) => {
      const { HooksReplayCommand } = await import('./hooks-replay.command.js');
      await run(HooksReplayCommand, { hook, ...options });
    });

const enableUsage = (run: RunCommand): CommandLine =>
  hookUsage('enable', 'Begin again where a hook was disabled.').action(async (hook: number, options: Printed) => {
    const { HooksEnableCommand } = await import('./hooks-enable.command.js');
    await run(HooksEnableCommand, { hook, ...options });
  });

const hookUsage = (name: string, description: string): CommandLine =>
  new CommandLine(name)
    .description(description)
    .argument('<HOOK>', 'its hookID', hookNumber)
    .option(...JSON_OPTION);

function hookNumber(text: string): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= 2_147_483_647) return value;
  throw new InvalidArgumentError('Expected: a hookID.');
}
