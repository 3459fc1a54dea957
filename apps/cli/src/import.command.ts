import { writeFile } from 'node:fs/promises';
import type { ImportReport } from '@app/bundles';
import type { FeedReport, FeedScope } from '@app/feeds';
import { Command as CommandLine, Option } from 'commander';
import { accountNumber, type RunCommand, ExitCode, wholeNumber } from './command.js';
import type { Terminal } from './terminal.js';

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
  readonly agentId?: string[];
  readonly offer?: keyof typeof OFFERS;
  readonly confirm?: number;
  readonly match?: FeedScope['match'];
}

/** The offers of a full feed. */
const OFFERS = { sale: ['sale'], rent: ['rent'], all: ['sale', 'rent'] } as const;

/** The last line of a dry run. */
const NOTHING_IMPORTED = 'Dry run: nothing was imported.';

export const importCommand = (run: RunCommand): CommandLine =>
  new CommandLine('import')
    .summary('import a bundle, single files of one, a suburbs CSV, or REAXML')
    .description('Import bundles, single files of one, a suburbs CSV, or REAXML feeds.')
    .argument('<PATH...>', 'files or folders to import')
    .option('--dry-run', 'import nothing: the report is the same', false)
    .option('--strict', 'all or nothing: one transaction for all files, rolled back when a line is bad', false)
    .option('--website <ID>', 'the account of the REAXML feeds at the paths', accountNumber)
    .option('--full', 'the feeds are complete: current listings that they do not name are withdrawn', false)
    .option('--agent-id <ID,ID>', 'with --full: the offices that the feeds speak for', (ids) => ids.split(','))
    .addOption(
      new Option('--offer <OFFER>', 'with --full: the offers that the feeds speak for').choices(Object.keys(OFFERS)),
    )
    .option(
      '--confirm <NUMBER>',
      'with --full: how many may be withdrawn beyond a third',
      wholeNumber(1, 2_147_483_647),
    )
    .addOption(new Option('--match <BY>', 'new entries take over current listings by address').choices(['address']))
    .option('--report <FILE>', 'write the result of the feeds to this file, as JSON')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: Options, command: CommandLine) => {
      const { strict, full, website, report, agentId, offer, confirm, match } = options;
      const { isFeedPath } = await import('@app/feeds');
      const isFeeds = website !== undefined || (await Promise.all(paths.map(isFeedPath))).every(Boolean);
      if (isFeeds && strict) command.error('error: --strict is for bundles; a feed is imported listing by listing');
      if (!isFeeds && report !== undefined) command.error('error: --report is for feeds');
      if (!isFeeds && (full || match)) command.error('error: --full and --match are for feeds');
      if (!full && (agentId ?? offer ?? confirm) !== undefined)
        command.error('error: --agent-id, --offer and --confirm are for --full');
      await (isFeeds ? importFeeds(run, paths, options) : importBundles(run, paths, options));
    });

/** Imports bundles, and single files of them. */
const importBundles = (run: RunCommand, paths: string[], { strict, dryRun: isDryRun }: Options): Promise<void> =>
  run('secrets', async () => {
    const { BundleImporter, BundlesModule, findSources } = await import('@app/bundles');
    const { badLineWords, importedWords, progressWords } = await import('./words.js');
    const sources = await findSources(paths);
    return {
      imports: [BundlesModule],
      run: async ({ get, terminal, signal }) => {
        const report = await get(BundleImporter).import(sources, {
          strict,
          isDryRun,
          signal,
          onBadLine: (bad) => terminal.warn(badLineWords(bad)),
          onProgress: (progress) => terminal.progress(progressWords(progress)),
          onFile: (file) => terminal.say(importedWords(file)),
        });
        if (isDryRun) for (const file of report.files) terminal.say(importedWords(file));
        return conclude(terminal, report, isDryRun);
      },
    };
  });

function conclude(terminal: Terminal, { files, kept }: ImportReport, isDryRun: boolean): number {
  const rejected = files.reduce((sum, file) => sum + file.rejected, 0);
  if (isDryRun) terminal.say(NOTHING_IMPORTED);
  else if (!kept) {
    terminal.warn(
      `Nothing was imported: ${rejected} bad line${rejected === 1 ? '' : 's'}, and --strict imports all or nothing.`,
    );
    return ExitCode.failed;
  }
  return rejected > 0 ? ExitCode.someBad : ExitCode.ok;
}

/** Imports REAXML feeds of one account or several. */
const importFeeds = (run: RunCommand, paths: string[], options: Options): Promise<void> =>
  run('directory', async () => {
    const { FeedImporter, FeedsModule, findFeeds, listingsOf } = await import('@app/feeds');
    const { feedLineWords, feedWords } = await import('./words.js');
    const { progressWords } = await import('./words.js');
    const files = await findFeeds(paths);
    const { dryRun: isDryRun, full, website, report: path, agentId: agentID, offer, confirm, match } = options;
    const mode = full ? 'full' : 'changes';
    const scope = { agentID, offer: offer && OFFERS[offer], confirm, match };
    return {
      imports: [FeedsModule],
      run: async ({ get, terminal, signal }) => {
        const importer = get(FeedImporter);
        const reports: FeedReport[] = [];
        const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
          terminal.progress(progressWords(progress));
        for (const file of files) {
          const report = await importer.import(file, website ?? null, { ...scope, mode, isDryRun, signal, onProgress });
          for (const line of report.problems) terminal.warn(feedLineWords(line));
          terminal.say(feedWords(report));
          reports.push(report);
        }
        if (isDryRun) terminal.say(NOTHING_IMPORTED);
        if (path) await writeFile(path, `${JSON.stringify({ files: reports }, null, 2)}\n`);
        if (reports.every(({ fatal, rejected }) => fatal === null && rejected === 0)) return ExitCode.ok;
        // 2 means that nothing was imported, because every file or listing was rejected.
        return reports.some((report) => listingsOf(report) > report.rejected) ? ExitCode.someBad : ExitCode.failed;
      },
    };
  });
