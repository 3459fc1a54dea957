import { parseStored } from '@app/schema';
import { byCommand, Writes } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { FeedRunDetail } from '../dto/feed.fields.js';
import { FeedsRepository } from '../feeds.repository.js';
import type { FeedFile } from '../intake/feed-source.js';
import type { FeedReport } from '../intake/feed-report.js';
import { FeedRunsRepository } from '../intake/feed-runs.repository.js';
import { FeedUploadsRepository } from '../push/feed-uploads.repository.js';
import { ReceivedFeed } from '../push/received-feed.js';
import { SentFeedsJob } from '../push/sent-feeds.job.js';
import type { InboxFolder } from './inbox-folder.js';

/** The queue of feeds, as the inbox uses it. */
@Injectable()
export class InboxQueue {
  constructor(
    readonly runs: FeedRunsRepository,
    private readonly feeds: FeedsRepository,
    private readonly uploads: FeedUploadsRepository,
    readonly job: SentFeedsJob,
    private readonly writes: Writes,
  ) {}

  /**
   * Stores a file in the queue. A file that a killed inbox has already stored keeps its run.
   *
   * @returns its run; undefined when there is no such account
   */
  async add(file: FeedFile, hash: string, { websiteID, mode }: InboxFolder): Promise<number | undefined> {
    const known = await this.runs.findSince(file.stats.ctimeNs, { websiteID, file: file.name, hash, mode });
    if (known !== undefined) return known;
    const id = await this.uploads.begin();
    try {
      let position = 0;
      for await (const chunk of file.chunks()) await this.uploads.addChunk(id, position++, chunk);
      const task = { websiteID, content: 'reaxml', mode, scope: {}, isDryRun: false, file: file.name } as const;
      const stored = new ReceivedFeed(id, hash, file.bytes);
      return await this.writes.run(byCommand('inbox'), (executor, audit) =>
        this.uploads.makeRun(executor, task, stored, audit),
      );
    } finally {
      await this.uploads.discard(id);
      this.job.wake();
    }
  }

  /** The report of a run; null while it has not ended, undefined when it was deleted with its account. */
  async report(runID: number): Promise<FeedReport | null | undefined> {
    const text = await this.feeds.read(runID, undefined);
    if (!text) return undefined;
    const { id: _id, content: _content, state: _state, dryRun, ...run } = parseStored<FeedRunDetail>(text);
    const { file, endedAt, problems } = run;
    if (endedAt === null) return null;
    return {
      ...run,
      endedAt,
      isDryRun: dryRun,
      problems: problems.map((problem) => ({ file, ...problem })),
    } as FeedReport; // the kinds of texts are wider
  }
}
