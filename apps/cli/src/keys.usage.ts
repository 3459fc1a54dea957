import { Command as CommandLine, Option } from 'commander';
import { accountNumber } from './account-number.js';
import type { RunCommand } from './command.js';
import type { NewKeys } from './keys-create.command.js';

const HELP = `
An account has at most two live pairs of each scope: full (reads and writes), read (writes nothing) and public (for browsers
and apps). To rotate a pair without a gap: create another one with --expires-old, and change the clients over before the old
one ends. docs/KEYS.md describes it.

keys reseal replaces SECRETS_KEY_OLD by SECRETS_KEY, when every process knows both. It can run beside the service, and can be
interrupted and started again.

--json prints what the API answers. A secret key is printed once, when it is created; the service cannot show it again.

Exit code: 0 done, 2 nothing was done or wrong usage; of reseal also when a process still knows the former key alone.

Examples:
  npm run directory -- keys create --website 12 --scope full --label CRM --expires-old 24h
  npm run directory -- keys create --operator --label Portal --scope read`;

/** The command line of `keys`. */
export function keysUsage(run: RunCommand): CommandLine {
  return new CommandLine('keys')
    .summary('create key pairs, and replace SECRETS_KEY')
    .description(
      'Create key pairs of accounts and of the operator, and replace SECRETS_KEY. The HTTP API lists and ends them.',
    )
    .addHelpText('afterAll', HELP)
    .addCommand(createUsage(run))
    .addCommand(resealUsage(run));
}

const createUsage = (run: RunCommand): CommandLine =>
  new CommandLine('create')
    .description('Create a pair, and print it with its secret.')
    .addOption(new Option('--website <ID>', 'the account').argParser(accountNumber).conflicts('operator'))
    .option('--operator', 'a pair of the operator, which belongs to no account')
    .requiredOption('--scope <SCOPE>', 'full, read or public; of the operator, full or read')
    .option('--label <TEXT>', 'what the pair is for')
    .addOption(
      new Option(
        '--expires-old <DURATION>',
        'make the older pair of the scope end after this time: 24h, 15m, 7d, 0s',
      ).conflicts('operator'),
    )
    .option('--json', 'print JSON')
    .action(async (options: NewKeys) => {
      const { KeysCreateCommand } = await import('./keys-create.command.js');
      await run(KeysCreateCommand, options);
    });

const resealUsage = (run: RunCommand): CommandLine =>
  new CommandLine('reseal')
    .description('Encrypt under SECRETS_KEY what is stored under SECRETS_KEY_OLD.')
    .action(async () => {
      const { KeysResealCommand } = await import('./keys-reseal.command.js');
      await run(KeysResealCommand, undefined);
    });
