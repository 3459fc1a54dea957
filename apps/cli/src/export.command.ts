import { exportBundle } from '@app/intake';
import { Command } from 'commander';
import { withMigratedDirectory } from './directory.js';
import { ExitCode } from './exit-code.js';
import { interruptible } from './interruption.js';
import type { Terminal } from './terminal.js';
import { exportedWords, progressWords } from './words.js';

const HELP = `
Writes suburbs.ndjson, accounts.ndjson, agents.ndjson and listings.ndjson to DIR, made if missing: one consistent
moment of the store, also beside a running service. Imported into an empty store they give the same directory, with
the same ids, keys and dates. Files of these names that are there are replaced when all are complete.

accounts.ndjson holds the secret keys in clear text. The files are made for their owner alone to read; keep them so.

Exit code: 0 written, 2 not.`;

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .summary('write the whole directory as a bundle')
    .description('Write the whole directory to a folder, as the bundle that import takes.')
    .argument('<DIR>', 'the folder')
    .addHelpText('after', HELP)
    .action(async (folder: string) => {
      const signal = interruptible();
      const onProgress = (progress: { file: string; lines: number }) => terminal.progress(progressWords(progress));
      const files = await withMigratedDirectory(({ dataSource, settings }) =>
        exportBundle(dataSource, settings, folder, { signal, onProgress }),
      );
      for (const file of files) terminal.say(exportedWords(file));
      process.exitCode = ExitCode.ok;
    });
}
