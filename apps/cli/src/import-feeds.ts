import { writeFile } from 'node:fs/promises';
import { findFeeds, listingsOf, importFeed, type FeedReport } from '@app/feeds';
import { withMigratedStore } from './directory.js';
import { ExitCode } from './exit-code.js';
import { feedLineWords, feedWords } from './feed-words.js';
import { interruptible } from './interruption.js';
import { keepHeapSmall } from './small-heap.js';
import type { Terminal } from './terminal.js';
import { progressWords } from './words.js';

/** Imports REAXML feeds of an account, and returns the exit code. */
export async function importFeeds(
  terminal: Terminal,
  paths: readonly string[],
  websiteID: number,
  reportPath: string | undefined,
): Promise<number> {
  const files = await findFeeds(paths);
  keepHeapSmall();
  const signal = interruptible();
  const reports: FeedReport[] = [];
  await withMigratedStore(async (dataSource) => {
    for (const file of files) {
      const onProgress = (progress: Parameters<typeof progressWords>[0]) => terminal.progress(progressWords(progress));
      const report = await importFeed(dataSource, file, websiteID, { signal, onProgress });
      for (const line of report.problems) terminal.warn(feedLineWords(line));
      terminal.say(feedWords(report));
      reports.push(report);
    }
  });
  if (reportPath) await writeFile(reportPath, `${JSON.stringify({ files: reports }, null, 2)}\n`);
  return exitCodeOf(reports);
}

/** Exit code 2 means that nothing was imported: every file, or every listing, was rejected. */
function exitCodeOf(reports: readonly FeedReport[]): number {
  const isBad = ({ fatal, rejected }: FeedReport) => fatal !== null || rejected > 0;
  if (!reports.some(isBad)) return ExitCode.ok;
  return reports.some((report) => listingsOf(report) > report.rejected) ? ExitCode.someBad : ExitCode.failed;
}
