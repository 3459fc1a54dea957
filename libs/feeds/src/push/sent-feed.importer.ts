import { BundleImporter, type BundleKind, bytesSource, type BadLine } from '@app/bundles';
import { Injectable } from '@nestjs/common';
import { FeedImporter } from '../intake/feed-importer.js';
import { countFeed, countNotImported, noCounts, FeedTally } from '../intake/feed-report.js';
import type { FeedWatch } from '../intake/feed-run.js';
import { FeedRunsRepository } from '../intake/feed-runs.repository.js';
import { FeedSource } from '../intake/feed-source.js';
import type { FeedUploadsRepository, WaitingFeed } from './feed-uploads.repository.js';

/** The name of the command in the audit log. */
const COMMAND = 'feeds';

/** Cancels an import, or makes it give way to others. */
export type SentFeedWatch = Required<Pick<FeedWatch, 'giveWay'>> & { readonly signal: AbortSignal };

/** Imports a sent feed, and ends its run. */
@Injectable()
export class SentFeedImporter {
  constructor(
    private readonly feeds: FeedImporter,
    private readonly bundles: BundleImporter,
    private readonly runs: FeedRunsRepository,
  ) {}

  /** @throws any error of the database, the signal or `giveWay`; the run has not ended then */
  async import(feed: WaitingFeed, uploads: FeedUploadsRepository, watch: SentFeedWatch): Promise<void> {
    const { websiteID, mode, scope, isDryRun, file, bytes, content } = feed;
    if (content !== 'reaxml') return this.importBundle(feed, content, () => uploads.chunks(feed), watch.signal);
    const source = new FeedSource(file, bytes, async function* () {
      for await (const chunk of uploads.chunks(feed)) {
        await watch.giveWay();
        yield chunk;
      }
    });
    const options = { mode, ...scope, isDryRun, ...watch, command: COMMAND, run: runOf(feed) };
    await this.feeds.importChecked(source, await source.check(), websiteID, options);
  }

  /** Ends a run whose import fails repeatedly. */
  giveUp(feed: WaitingFeed, reason: string): Promise<void> {
    const endedAt = new Date().toISOString();
    countNotImported();
    return this.runs.end(runOf(feed), { ...noCounts(), unconfirmed: 0, endedAt, fatal: reason, problems: [] });
  }

  /** A bundle is one transaction, and does not give way. */
  private async importBundle(
    feed: WaitingFeed,
    kind: BundleKind,
    chunks: () => AsyncGenerator<Buffer>,
    signal: AbortSignal,
  ): Promise<void> {
    const { file, isDryRun } = feed;
    const tally = new FeedTally(file);
    const { files } = await this.bundles.import([bytesSource(file, kind, { size: feed.bytes, chunks })], {
      isDryRun,
      signal,
      command: COMMAND,
      onBadLine: (bad) => tally.add(lineOf(bad)),
    });
    const [report] = files;
    if (!report) throw new Error('An import reports each source');
    const { created, updated, unchanged, repeated, rejected } = report;
    Object.assign(tally.counts, { created, updated, unchanged: unchanged + repeated, rejected });
    const endedAt = new Date().toISOString();
    if (!isDryRun) countFeed(tally.counts, null);
    await this.runs.end(runOf(feed), { ...tally.result(), endedAt, fatal: null });
  }
}

const runOf = ({ runID, auditEntry }: WaitingFeed) => ({ id: runID, entry: auditEntry });

const lineOf = ({ line, field: element, reason: problem }: BadLine) =>
  ({ line, element, problem, done: 'rejected', outcome: 'rejected' }) as const;
