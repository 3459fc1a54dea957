import { Command as CommandLine } from 'commander';
import { accountNumber } from './account-number.js';
import type { RunCommand } from './command.js';

const HELP = `
A PATH is one of these:
  a folder             with any of suburbs.ndjson, accounts.ndjson, agents.ndjson, listings.ndjson
  a file of a bundle   recognized by its name, such as listings.ndjson or 2026-03-listings.ndjson
  a suburbs CSV        recognized by its ending .csv; its header must have the expected columns. Places that it lacks
                       are added from a supplement that comes with the service, and are counted apart
  REAXML               a file called *.xml, or a folder of them, imported in the order of their names

REAXML belongs to the account of --website. Without it, each entry goes to the account that has its agentID in
feedAgentIDs: one file may be of several offices.

Files are imported in the order suburbs, accounts, agents, listings, each in its own transaction, also beside a running
service. An existing record is replaced where it differs, so importing a file twice changes nothing. A bad line is
reported on stderr as FILE:LINE: FIELD: REASON, and the others are imported.

In REAXML each listing stands alone: a bad one is rejected, and the others are imported. Problems are reported on stderr
as FILE:LINE:COLUMN: UNIQUEID: ELEMENT: PROBLEM: WHAT WAS DONE, and as JSON in the file of --report. See docs/FEEDS.md.

Exit code: 0 everything is imported, 1 some lines or listings were bad, 2 nothing was done or a file failed (files that
were reported before are imported). Pending migrations are applied first.

Examples:
  npm run directory -- import ../shared/data/suburbs.csv
  npm run directory -- import --strict backup/
  npm run directory -- import --website 12 --report report.json harbour.xml
  npm run directory -- import --website 12 --full --dry-run harbour.xml`;

interface Options {
  readonly strict: boolean;
  readonly dryRun: boolean;
  readonly full: boolean;
  readonly website?: number;
  readonly report?: string;
}

/** The command line of `import`. */
export function importUsage(run: RunCommand): CommandLine {
  return new CommandLine('import')
    .summary('import a bundle, single files of one, a suburbs CSV, or REAXML')
    .description('Import bundles, single files of one, a suburbs CSV, or REAXML feeds.')
    .argument('<PATH...>', 'what to import')
    .option('--dry-run', 'import nothing: the report is the same', false)
    .option('--strict', 'all or nothing: one transaction for all files, rolled back when a line is bad', false)
    .option('--website <ID>', 'the account of the REAXML feeds at the paths', accountNumber)
    .option('--full', 'the feeds are complete: current listings that they do not name are withdrawn', false)
    .option('--report <FILE>', 'write the result of the feeds to this file, as JSON')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: Options, command: CommandLine) => {
      const { strict, dryRun: isDryRun, full, website, report } = options;
      const { ImportFeedsCommand } = await import('./import-feeds.command.js');
      const isFeeds = website !== undefined || (await everyOne(paths, ImportFeedsCommand.isFeed));
      if (isFeeds && strict) command.error('error: --strict is for bundles; a feed is imported listing by listing');
      if (!isFeeds && report !== undefined) command.error('error: --report is for feeds');
      if (!isFeeds && full) command.error('error: --full is for feeds');
      if (isFeeds) {
        const files = await ImportFeedsCommand.filesAt(paths);
        const mode = full ? 'full' : 'changes';
        await run(ImportFeedsCommand, { files, website, mode, isDryRun, report });
      } else {
        const { ImportCommand } = await import('./import.command.js');
        await run(ImportCommand, { sources: await ImportCommand.sourcesAt(paths), strict, isDryRun });
      }
    });
}

const everyOne = async (paths: readonly string[], is: (path: string) => Promise<boolean>): Promise<boolean> =>
  (await Promise.all(paths.map(is))).every(Boolean);
