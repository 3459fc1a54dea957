import type { Settings } from '@app/config';
import { Command as CommandLine, InvalidArgumentError } from 'commander';
import { type RunCommand, ExitCode, wholeNumber } from './command.js';

const DEMO_HELP = `
Generates agencies with agents and listings: in the suburbs of the directory, else in 400 well-known suburbs that are
built in. It writes everything or nothing. A directory that has accounts is not changed (exit code 2).

The same seed, date and sizes give the same data, byte for byte in an export, except for the keys: these are random. Use
the operator's keys (the service prints them at its start), or read the accounts' keys from an export.

The service draws the pictures. Their address is PUBLIC_URL, else http://localhost:PORT, else the address of the latest
service in DATA_DIR, if the embedded server is used. Without all of these it is http://localhost:3000, with a warning.

Exit code: 0 generated, 2 not.

Examples:
  npm run directory -- demo
  npm run directory -- demo --seed 7 --date 2026-01-15
  npm run directory -- demo --listings 1000000 --accounts 6000`;

const RESET_HELP = `
Deletes all accounts, agents, listings, properties and feed runs, and generates the demo anew, as \`demo\` does with the
same options. Accounts keep their own key pair; further pairs of accounts are deleted. The audit log stays.

It is for a database that \`demo\` has filled. A database into which accounts were imported is refused. Accounts, agents and pairs
that were created over HTTP are deleted as well.

It works beside a running service: a read sees the directory before or after. A reset that was interrupted has changed
nothing, or lacks only the feed run: run it again. The pictures get the address that \`demo\` would give them.

Exit code: 0 done, 2 nothing was done or wrong usage.

Examples:
  npm run directory -- reset --yes
  npm run directory -- reset --yes --seed 7 --date 2026-01-15`;

const NO_EMPTY = 'Nothing was generated: the directory has accounts already. demo is for an empty directory.';
const NO_DEMO =
  'Nothing was changed: reset is for a database that `demo` has filled, and into which no accounts were imported. For ' +
  'a new demo, use an empty database: another DATABASE_URL, or another DATA_DIR.';

const guessWords = (base: string): string =>
  `The pictures are at ${base}. If the service has another address, run reset with its PUBLIC_URL or PORT.`;

/** The options of `demo` and `reset`. Omitted options have defaults. */
interface DemoSize {
  listings?: number;
  accounts?: number;
  seed?: number;
  date?: string;
}

/** `demo`: generates a directory. */
export const demo = (run: RunCommand): CommandLine =>
  withSize(new CommandLine('demo'))
    .summary('fill an empty directory with generated data')
    .description('Fill a directory that has no accounts with realistic generated data of any size.')
    .addHelpText('after', DEMO_HELP)
    .action((size: DemoSize) => generate(run, 'load', size, NO_EMPTY));

/** `reset`: deletes a demo and generates another one. */
export const reset = (run: RunCommand): CommandLine =>
  withSize(new CommandLine('reset').requiredOption('--yes', 'confirm that everything in the directory is deleted'))
    .summary('empty a demo directory and generate it anew')
    .description('Empty a directory that was generated, and generate it anew.')
    .addHelpText('after', RESET_HELP)
    .action((size: DemoSize) => generate(run, 'reset', size, NO_DEMO));

const generate = (run: RunCommand, how: 'load' | 'reset', size: DemoSize, refusal: string): Promise<void> =>
  run('secrets', async () => {
    const { findServiceUrl } = await import('@app/bundles');
    const { SETTINGS } = await import('@app/config');
    const { DemoDirectory, FeedQueueModule } = await import('@app/feeds');
    const { badLineWords, importedWords, progressWords } = await import('./words.js');
    return {
      imports: [FeedQueueModule],
      run: async ({ get, terminal, env, signal }) => {
        const { url: base, isGuess } = await findServiceUrl(get<Settings>(SETTINGS), env);
        const files = await get(DemoDirectory)[how]({
          ...size,
          base,
          signal,
          onBadLine: (bad) => terminal.warn(badLineWords(bad)),
          onProgress: (progress) => terminal.progress(progressWords(progress)),
        });
        if (!files) terminal.warn(refusal);
        for (const file of files ?? []) terminal.say(importedWords(file));
        if (files && isGuess) terminal.warn(guessWords(base));
        return files ? ExitCode.ok : ExitCode.failed;
      },
    };
  });

/** Adds the options that determine the generated directory. */
const withSize = (command: CommandLine): CommandLine =>
  command
    .option('--listings <N>', 'number of listings (default: 2,000)', wholeNumber(0, 100_000_000))
    .option(
      '--accounts <N>',
      'number of accounts (default: in proportion to the listings, 12 for 2,000)',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--seed <S>',
      'a whole number; every number gives a different directory (default: 1)',
      wholeNumber(0, 2_147_483_647),
    )
    .option('--date <DAY>', 'the current day of the generated directory, as YYYY-MM-DD (default: today in UTC)', day);

/** PostgreSQL and JavaScript must be able to represent instants from eight years before to some weeks after the day. */
function day(text: string): string {
  const [instant] = /^(19[89]|2\d\d)\d-\d\d-\d\d$/.test(text) ? [new Date(text)] : [];
  if (instant && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Expected: a day from 1980-01-01 to 2999-12-31, such as 2026-01-15.');
}
