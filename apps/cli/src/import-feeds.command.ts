import { writeFile } from 'node:fs/promises';
import {
  FeedImporter,
  FeedsModule,
  findFeeds,
  isFeedPath,
  listingsOf,
  type FeedMode,
  type FeedReport,
} from '@app/feeds';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { feedLineWords, feedWords } from './feed-words.js';
import { Terminal } from './terminal.js';
import { NOTHING_IMPORTED, progressWords } from './words.js';

interface Feeds {
  readonly files: readonly string[];
  /** The account; undefined: each entry goes to the account that has its agentID. */
  readonly website: number | undefined;
  readonly mode: FeedMode;
  readonly isDryRun: boolean;
  /** Where the reports are written, as JSON. */
  readonly report: string | undefined;
}

/** `import` of REAXML feeds: of an account, or of several. */
@Injectable()
export class ImportFeedsCommand implements Command<Feeds> {
  static readonly needs = 'directory';
  static readonly imports = [FeedsModule];
  static readonly filesAt = findFeeds;
  static readonly isFeed = isFeedPath;

  constructor(
    private readonly importer: FeedImporter,
    private readonly terminal: Terminal,
  ) {}

  async run({ files, website, mode, isDryRun, report: path }: Feeds, signal: AbortSignal): Promise<number> {
    const reports: FeedReport[] = [];
    const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
      this.terminal.progress(progressWords(progress));
    for (const file of files) {
      const report = await this.importer.import(file, website ?? null, { mode, isDryRun, signal, onProgress });
      for (const line of report.problems) this.terminal.warn(feedLineWords(line));
      this.terminal.say(feedWords(report));
      reports.push(report);
    }
    if (isDryRun) this.terminal.say(NOTHING_IMPORTED);
    if (path) await writeFile(path, `${JSON.stringify({ files: reports }, null, 2)}\n`);
    return exitCodeOf(reports);
  }
}

/** Exit code 2 means that nothing was imported: every file, or every listing, was rejected. */
function exitCodeOf(reports: readonly FeedReport[]): number {
  const isBad = ({ fatal, rejected }: FeedReport) => fatal !== null || rejected > 0;
  if (!reports.some(isBad)) return ExitCode.ok;
  return reports.some((report) => listingsOf(report) > report.rejected) ? ExitCode.someBad : ExitCode.failed;
}
