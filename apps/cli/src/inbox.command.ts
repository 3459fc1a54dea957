import type { MetricsSettings } from '@app/config';
import { Command as CommandLine, InvalidArgumentError } from 'commander';
import { type RunCommand, ExitCode } from './command.js';

const HELP = `
Agencies put their files into DIR/<websiteID>/, as *.xml. A file that has not changed for a second is stored in the queue of
feeds, where the feeds of HTTP wait too: owners take turns, and the files of an account come in order of arrival. This
process imports them, or a service on the database. The file is then moved to done/ beside it, or to failed/ if it is not
REAXML or the account does not exist; its result is written next to it, as FILE.report.json. Files in done/ and failed/ may
be removed at any time.

A file that only lacks its end may still be uploading: it is checked again when it grows, and fails half an hour after its
last change. A problem with one file or folder is reported and tried again; the others continue. Links are not followed.

The inbox may be killed at any time: a file keeps its place in the queue, and is moved by the next inbox. Only one inbox
works on a database at a time, and another waits. GET /api/v1/feeds lists the files. The inbox needs the keys of the service:
what is stored is encrypted.

It ends at SIGTERM or Ctrl-C. Exit code: 0 after such an end, 2 if the database or the folder is not available.

Example:
  npm run directory -- inbox /srv/feeds`;

/** The arguments of `inbox`. */
interface Watched {
  readonly folder: string;
  /** In seconds. */
  readonly still: number;
  /** In seconds. */
  readonly unfinished: number;
  readonly makeFolders?: boolean;
}

export const inbox = (run: RunCommand): CommandLine =>
  new CommandLine('inbox')
    .summary('import REAXML feeds as they arrive')
    .description('Watch a folder, and import the REAXML feeds that agencies put there.')
    .argument('<DIR>', 'the inbox, with a folder for each account in it')
    .option('--still <SECONDS>', 'how long a file must be unchanged before it is imported', seconds, 1)
    .option('--unfinished <SECONDS>', 'how long a file may stay incomplete', seconds, 1800)
    .option('--make-folders', 'make the folder of every account, also of those that are created later')
    .addHelpText('after', HELP)
    .action((folder: string, times: Omit<Watched, 'folder'>) => watch(run, { folder, ...times }));

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value <= 3600) return value;
  throw new InvalidArgumentError('Expected: seconds, from 0 to 3600.');
}

const watch = (run: RunCommand, { folder, still, unfinished, makeFolders = false }: Watched): Promise<void> =>
  run(
    'secrets',
    async () => {
      const { SETTINGS } = await import('@app/config');
      const { FeedQueueModule, Inbox, lastFeedSuccess } = await import('@app/feeds');
      const { Metrics } = await import('@app/config');
      const { poolGauges, SqlExecutor } = await import('@app/sql');
      const { DataSource } = await import('typeorm');
      const { feedLineWords, feedWords, noticeWords } = await import('./words.js');
      return {
        imports: [FeedQueueModule],
        run: async ({ get, terminal, signal }) => {
          const files = get(Inbox);
          const metrics = Metrics.begin(get<MetricsSettings>(SETTINGS));
          try {
            const address = await metrics?.serve({
              own: { inbox_waiting_files: () => files.waitingFiles, ...poolGauges(get(DataSource)) },
              database: { feed_last_success_timestamp_seconds: () => lastFeedSuccess(get(SqlExecutor)) },
            });
            if (address !== undefined) terminal.say(`Metrics are served at ${address}`);
            await files.run(folder, {
              signal,
              stillMs: still * 1000,
              unfinishedMs: unfinished * 1000,
              makesFolders: makeFolders,
              onWait: () => terminal.warn('Another inbox is working on this database; waiting.'),
              onNotice: (path, notice) => terminal.warn(noticeWords(path, notice)),
              onFile: (report) => {
                const folderOf = report.websiteID === null ? '' : `${report.websiteID}/`;
                for (const line of report.problems) terminal.warn(`${folderOf}${feedLineWords(line)}`);
                terminal.say(`${folderOf}${feedWords(report)}`);
              },
            });
          } finally {
            await metrics?.close();
          }
          return ExitCode.ok;
        },
      };
    },
    true,
  );
