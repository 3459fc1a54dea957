import { findSources, importBundle, type ImportReport } from '@app/bundles';
import { Command } from 'commander';
import { withMigratedDirectory } from './directory.js';
import { ExitCode } from './exit-code.js';
import { importFeeds } from './import-feeds.js';
import { interruptible } from './interruption.js';
import type { Terminal } from './terminal.js';
import { badLineWords, importedWords, progressWords } from './words.js';
import { accountNumber } from './account-number.js';

const HELP = `
A PATH is one of these:
  a folder             any of suburbs.ndjson, accounts.ndjson, agents.ndjson, listings.ndjson in it
  a file of a bundle   by its name, such as listings.ndjson or 2026-03-listings.ndjson
  a suburbs CSV        by its ending, .csv, and the columns that its header must have
  with --website       a REAXML file, *.xml, or a folder of such, which go in by name

They go in as suburbs, accounts, agents, listings, each file in a transaction of its own, also beside a running
service. What is known already is replaced where it differs, so that importing twice changes nothing. A bad line is
reported on stderr as FILE:LINE: FIELD: REASON, and the others go in.

Of REAXML each listing is its own unit: one that is bad is rejected, and the others go in. Whatever is wrong is reported
on stderr as FILE:LINE:COLUMN: UNIQUEID: ELEMENT: PROBLEM: WHAT WAS DONE, and to the file of --report as JSON. See docs/FEEDS.md.

Exit code: 0 everything is in, 1 some lines or listings were bad, 2 nothing was done or a file failed (a file that was
reported is in). The schema is migrated first where it has to be.

Examples:
  npm run directory -- import ../shared/data/suburbs.csv
  npm run directory -- import --strict backup/
  npm run directory -- import --website 12 --report report.json harbour.xml`;

interface Options {
  readonly strict: boolean;
  readonly website?: number;
  readonly report?: string;
}

export function importCommand(terminal: Terminal): Command {
  return new Command('import')
    .summary('bring in a bundle, files of one, a suburbs CSV, or REAXML')
    .description('Bring in bundles, single files of one, a suburbs CSV, or REAXML feeds.')
    .argument('<PATH...>', 'what to import')
    .option('--strict', 'all or nothing: one transaction for all files, and nothing stays when a line is bad', false)
    .option('--website <ID>', 'the account that the paths are REAXML feeds of', accountNumber)
    .option('--report <FILE>', 'where to write what became of the feeds, as JSON')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: Options, command: Command) => {
      const { strict, website, report } = options;
      if (website !== undefined && strict)
        command.error('error: --strict is for bundles; a feed is taken by the listing');
      if (website === undefined && report !== undefined) command.error('error: --report is for feeds, with --website');
      process.exitCode =
        website === undefined
          ? await importSources(terminal, paths, strict)
          : await importFeeds(terminal, paths, website, report);
    });
}

async function importSources(terminal: Terminal, paths: string[], strict: boolean): Promise<number> {
  const sources = await findSources(paths);
  const signal = interruptible();
  const report = await withMigratedDirectory(({ dataSource, settings }) =>
    importBundle(dataSource, settings, sources, {
      strict,
      signal,
      onBadLine: (bad) => terminal.warn(badLineWords(bad)),
      onProgress: (progress) => terminal.progress(progressWords(progress)),
      onFile: (file) => terminal.say(importedWords(file)),
    }),
  );
  return conclude(terminal, report);
}

function conclude(terminal: Terminal, { files, kept }: ImportReport): number {
  const rejected = files.reduce((sum, file) => sum + file.rejected, 0);
  if (!kept) {
    terminal.warn(
      `Nothing was imported: ${rejected} bad line${rejected === 1 ? '' : 's'}, and --strict takes all or nothing.`,
    );
    return ExitCode.failed;
  }
  return rejected > 0 ? ExitCode.someBad : ExitCode.ok;
}
