import { runInbox } from '@app/feeds';
import { Command, InvalidArgumentError } from 'commander';
import { withMigratedStore } from './directory.js';
import { ExitCode } from './exit-code.js';
import { feedLineWords, feedWords, noticeWords } from './feed-words.js';
import { interruptible } from './interruption.js';
import { keepHeapSmall } from './small-heap.js';
import type { Terminal } from './terminal.js';
import { progressWords } from './words.js';

const HELP = `
Agencies' files are put into DIR/<websiteID>/, as *.xml. A file is taken when it has not changed for a second, one of each
account in turn, in order of arrival, and then moved to done/ beside it, or to failed/ when it is no REAXML or there is no
such account; with it lies what became of it, as FILE.report.json. What is in done/ and failed/ can be removed at any time.
A file that only lacks its end may be on its way: it is looked at again when it grows, and fails half an hour after its last
byte. What is wrong with one file or folder is told, and tried again; the others go on. Links are not followed.

The inbox may be killed at any moment: the file under way is then taken in once more. One inbox works at a time on a
database, and another waits; replicas of the service may run beside it. Each file is shown at GET /api/v1/feeds.

Ends at SIGTERM or Ctrl-C, after the file under way, which has 20 s. Exit code: 0 ended so, 2 the store or the folder is away.

Example:
  npm run directory -- inbox /srv/feeds`;

export function inboxCommand(terminal: Terminal): Command {
  return new Command('inbox')
    .summary('take in REAXML feeds as they arrive')
    .description('Watch a folder, and take in the REAXML feeds that agencies put there.')
    .argument('<DIR>', 'the folder, with one for each account in it')
    .option('--still <SECONDS>', 'how long a file must not have changed before it is taken', seconds, 1)
    .option('--unfinished <SECONDS>', 'how long a file without its end may wait for the rest of it', seconds, 1800)
    .addHelpText('after', HELP)
    .action(async (folder: string, { still, unfinished }: { still: number; unfinished: number }) => {
      const signal = interruptible();
      keepHeapSmall();
      await withMigratedStore((dataSource) =>
        runInbox(dataSource, folder, {
          signal,
          stillMs: still * 1000,
          unfinishedMs: unfinished * 1000,
          onWait: () => terminal.warn('Another inbox works on this database; waiting.'),
          onProgress: (progress) => terminal.progress(progressWords(progress)),
          onNotice: (path, notice) => terminal.warn(noticeWords(path, notice)),
          onFile: (report) => {
            for (const line of report.problems) terminal.warn(`${report.websiteID}/${feedLineWords(line)}`);
            terminal.say(`${report.websiteID}/${feedWords(report)}`);
          },
        }),
      );
      process.exitCode = ExitCode.ok;
    });
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value <= 3600) return value;
  throw new InvalidArgumentError('Wanted: seconds, from 0 to 3600.');
}
