import { exportReaxml } from '@app/feeds';
import { exportBundle } from '@app/bundles';
import { Command } from 'commander';
import { accountNumber } from './account-number.js';
import { withMigratedDirectory, withMigratedStore } from './directory.js';
import { ExitCode } from './exit-code.js';
import { interruptible } from './interruption.js';
import type { Terminal } from './terminal.js';
import { exportedWords, progressWords } from './words.js';

const HELP = `
Writes suburbs.ndjson, accounts.ndjson, agents.ndjson and listings.ndjson to DIR, which is created if missing: one
consistent snapshot of the database, also beside a running service. Imported into an empty database, they give the same
directory with the same ids, keys and dates. Existing files of these names are replaced when all files are complete.

accounts.ndjson contains the secret keys in clear text. The files are readable only by their owner; keep them so.

With --reaxml FILE --website ID: the listings of one account as REAXML (r1.64). Importing that file again changes nothing.

Exit code: 0 written, 2 not.`;

interface Options {
  readonly reaxml?: string;
  readonly website?: number;
}

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .summary('write the whole directory as a bundle')
    .description('Write the whole directory to a folder, as a bundle for import.')
    .argument('[DIR]', 'the folder')
    .option('--reaxml <FILE>', 'write the listings of one account as REAXML instead')
    .option('--website <ID>', 'the account whose listings --reaxml writes', accountNumber)
    .addHelpText('after', HELP)
    .action(async (folder: string | undefined, { reaxml, website }: Options, command: Command) => {
      if ((folder === undefined) === (reaxml === undefined))
        command.error("error: missing required argument 'DIR', or --reaxml instead of it");
      if ((reaxml === undefined) !== (website === undefined))
        command.error('error: --reaxml and --website must be used together');
      if (reaxml !== undefined && website !== undefined) await exportFeed(terminal, reaxml, website);
      else if (folder !== undefined) await exportFolder(terminal, folder);
      process.exitCode = ExitCode.ok;
    });
}

async function exportFolder(terminal: Terminal, folder: string): Promise<void> {
  const signal = interruptible();
  const files = await withMigratedDirectory(({ dataSource, settings }) =>
    exportBundle(dataSource, settings, folder, { signal, onProgress: progressOn(terminal) }),
  );
  for (const file of files) terminal.say(exportedWords(file));
}

async function exportFeed(terminal: Terminal, file: string, websiteID: number): Promise<void> {
  const signal = interruptible();
  const begun = performance.now();
  const lines = await withMigratedStore((dataSource) =>
    exportReaxml(dataSource, websiteID, file, { signal, onProgress: progressOn(terminal) }),
  );
  terminal.say(exportedWords({ file, lines, seconds: (performance.now() - begun) / 1000 }));
}

const progressOn = (terminal: Terminal) => (progress: { file: string; lines: number }) =>
  terminal.progress(progressWords(progress));
