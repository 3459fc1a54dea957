import { Command as CommandLine, InvalidArgumentError } from 'commander';
import type { RunCommand } from './command.js';
import type { Watched } from './inbox.command.js';

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

/** The command line of `inbox`. */
export function inboxUsage(run: RunCommand): CommandLine {
  return new CommandLine('inbox')
    .summary('import REAXML feeds as they arrive')
    .description('Watch a folder, and import the REAXML feeds that agencies put there.')
    .argument('<DIR>', 'the inbox, with a folder for each account in it')
    .option('--still <SECONDS>', 'how long a file must be unchanged before it is imported', seconds, 1)
    .option('--unfinished <SECONDS>', 'how long a file may stay incomplete', seconds, 1800)
    .option('--make-folders', 'make the folder of every account, also of those that are created later')
    .addHelpText('after', HELP)
    .action(async (folder: string, times: Omit<Watched, 'folder'>) => {
      const { InboxCommand } = await import('./inbox.command.js');
      await run(InboxCommand, { folder, ...times });
    });
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value <= 3600) return value;
  throw new InvalidArgumentError('Expected: seconds, from 0 to 3600.');
}
