import type { CreatedCredential } from '@app/accounts';
import type { KeyPair } from '@app/auth';
import type { Settings } from '@app/config';
import type { Resealed } from '@app/persistence';
import { OperatorError, withSmallHeap } from '@app/process';
import { Command as CommandLine, Option } from 'commander';
import { accountNumber, type RunCommand, ExitCode } from './command.js';
import type { Terminal } from './terminal.js';

const HELP = `
An account has at most two live pairs of each scope: full (reads and writes), read (writes nothing), public (for browsers
and apps) and link (for calendar programs and feed readers: its secret key is the text for ?link=). To rotate a pair without
a gap: create another one with --expires-old, and change the clients over before the old one ends. docs/KEYS.md describes it.

keys reseal replaces SECRETS_KEY_OLD by SECRETS_KEY, when every process knows both. It can run beside the service, and can be
interrupted and started again.

--json prints the response of the API. A secret key is printed once, when it is created; the service cannot show it again.

Exit code: 0 done, 2 nothing was done or wrong usage; for reseal also: a process still knows only the former key.

Examples:
  npm run directory -- keys create --website 12 --scope full --label CRM --expires-old 24h
  npm run directory -- keys create --operator --label Portal --scope read`;

/** The options of `keys create`. */
interface NewKeys {
  readonly website?: number;
  readonly operator?: boolean;
  readonly scope: string;
  readonly label?: string;
  readonly expiresOld?: string;
  readonly json?: boolean;
}

export const keys = (run: RunCommand): CommandLine =>
  new CommandLine('keys')
    .summary('create key pairs, and replace SECRETS_KEY')
    .description(
      'Create key pairs of accounts and of the operator, and replace SECRETS_KEY. The HTTP API lists and ends them.',
    )
    .addHelpText('afterAll', HELP)
    .addCommand(
      new CommandLine('create')
        .description('Create a pair, and print it with its secret.')
        .addOption(new Option('--website <ID>', 'the account').argParser(accountNumber).conflicts('operator'))
        .option('--operator', 'a pair of the operator, which belongs to no account')
        .requiredOption('--scope <SCOPE>', 'full, read, public or link; of the operator, full or read')
        .option('--label <TEXT>', 'the purpose of the pair')
        .addOption(
          new Option(
            '--expires-old <DURATION>',
            'make the older pair of the scope end after this time: 24h, 15m, 7d, 0s',
          ).conflicts('operator'),
        )
        .option('--json', 'print JSON')
        .action((options: NewKeys) => createPair(run, options)),
    )
    .addCommand(
      new CommandLine('reseal')
        .description('Encrypt all values under SECRETS_KEY that are stored under SECRETS_KEY_OLD.')
        .action(() => replaceKey(run)),
    );

const createPair = (run: RunCommand, { website, operator = false, json = false, ...body }: NewKeys): Promise<void> =>
  run('secrets', async () => {
    const { AccountsModule, CreateCredentialDto, CredentialsService, presentNewCredential } =
      await import('@app/accounts');
    const { AuthModule, CreateOperatorPairDto, OperatorPairsService } = await import('@app/auth');
    const { byCommand } = await import('@app/writes');
    const author = byCommand('keys create');
    return {
      imports: [AccountsModule, AuthModule],
      run: async ({ get, terminal }) => {
        let created: Created | undefined;
        if (operator) {
          const given = await valid(CreateOperatorPairDto, body, terminal);
          const pair = given && (await get(OperatorPairsService).create(author, given));
          created = pair && { message: 'Credential created', credential: pair };
        } else if (website === undefined) terminal.warn('Either --website or --operator is required');
        else {
          const given = await valid(CreateCredentialDto, body, terminal);
          created = given && presentNewCredential(await get(CredentialsService).create(author, website, given));
        }
        if (!created) return ExitCode.failed;
        terminal.say(json ? JSON.stringify(created) : createdWords(created));
        return ExitCode.ok;
      },
    };
  });

const OPTIONS = new Map([
  ['scope', '--scope'],
  ['label', '--label'],
  ['expiresOld', '--expires-old'],
]);

/** Returns the body that the options describe. Prints the faults of invalid options, and returns undefined. */
async function valid<Body extends object>(
  type: new () => Body,
  body: object,
  terminal: Terminal,
): Promise<Body | undefined> {
  const { instantiate, validate } = await import('@app/schema');
  const faults = validate(type, body);
  for (const { field, message } of faults) terminal.warn(`${OPTIONS.get(field) ?? field} ${message}`);
  return faults.length > 0 ? undefined : instantiate(type, body).instance;
}

const replaceKey = (run: RunCommand): Promise<void> =>
  run('secrets', async () => {
    const { AuthModule, SecretsKeyRepository } = await import('@app/auth');
    const { SETTINGS } = await import('@app/config');
    const { reseal } = await import('@app/persistence');
    const { SqlExecutor } = await import('@app/sql');
    const { byCommand } = await import('@app/writes');
    return {
      imports: [AuthModule],
      run: async ({ get, terminal, signal }) => {
        const { secretsKey, secretsKeyOld } = get<Settings>(SETTINGS);
        if (!secretsKeyOld)
          throw new OperatorError('SECRETS_KEY_OLD: got nothing, wanted the key that SECRETS_KEY replaces');
        const onProgress = (table: string, count: number) => terminal.progress(`${table}: ${count} read`);
        const author = byCommand('keys reseal');
        const resealed = await withSmallHeap(() =>
          reseal(get(SqlExecutor), { secretsKey, secretsKeyOld }, author, { signal, onProgress }),
        );
        const { until } = await get(SecretsKeyRepository).inForce(new Date());
        terminal.say(resealedWords(resealed, until));
        const { late, unreadable } = resealed;
        if (late > 0) {
          terminal.warn(
            `${late} values were stored under the former key meanwhile, by a process that knows only that key. Start it again with both keys, and run this command again.`,
          );
        }
        if (unreadable > 0) terminal.warn(`${unreadable} values can be decrypted with neither key.`);
        return late + unreadable > 0 ? ExitCode.failed : ExitCode.ok;
      },
    };
  });

type Created = Pick<CreatedCredential, 'message'> & { readonly credential: KeyPair & { readonly scope: string } };

/** The output for a new pair, with its secret. */
const createdWords = ({ message, credential: { accessKey, secretKey, scope } }: Created): string =>
  (scope === 'link' ? 'link: ' : `x-access-key: ${accessKey}\nx-secret-key: `) +
  `${secretKey}\n${message}. The secret key is not shown again.`;

/** The counts of a reseal, and the time until which the old key is needed. */
function resealedWords({ counts }: Resealed, until: Date | undefined): string {
  const done = [...counts].map(([table, count]) => `${count} ${table}`).join(', ');
  const rest = until
    ? `Hooks are signed with the secrets of both keys until ${until.toISOString()}: give SECRETS_KEY alone after that.`
    : 'Give SECRETS_KEY alone now.';
  return `Sealed again: ${done}. ${rest}`;
}
