import { SETTINGS } from '@app/config';
import { FeedQueueModule, Inbox, lastFeedSuccess } from '@app/feeds';
import { Metrics, type MetricsSettings } from '@app/metrics';
import { poolGauges, SqlExecutor } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { feedLineWords, feedWords, noticeWords } from './feed-words.js';
import { Terminal } from './terminal.js';

/** The arguments of `inbox`. */
export interface Watched {
  readonly folder: string;
  /** In seconds. */
  readonly still: number;
  /** In seconds. */
  readonly unfinished: number;
  readonly makeFolders?: boolean;
}

@Injectable()
export class InboxCommand implements Command<Watched> {
  static readonly needs = 'secrets';
  static readonly isService = true;
  static readonly imports = [FeedQueueModule];

  constructor(
    private readonly inbox: Inbox,
    private readonly terminal: Terminal,
    @Inject(SETTINGS) private readonly settings: MetricsSettings,
    private readonly executor: SqlExecutor,
    private readonly dataSource: DataSource,
  ) {}

  async run(watched: Watched, signal: AbortSignal): Promise<number> {
    const metrics = Metrics.begin(this.settings);
    try {
      if (metrics) this.terminal.say(`Metrics are served at ${await this.serve(metrics)}`);
      await this.watch(watched, signal);
    } finally {
      await metrics?.close();
    }
    return ExitCode.ok;
  }

  private serve(metrics: Metrics): Promise<string> {
    return metrics.serve({
      own: { inbox_waiting_files: () => this.inbox.waitingFiles, ...poolGauges(this.dataSource) },
      database: { feed_last_success_timestamp_seconds: () => lastFeedSuccess(this.executor) },
    });
  }

  private async watch({ folder, still, unfinished, makeFolders = false }: Watched, signal: AbortSignal): Promise<void> {
    const { terminal } = this;
    await this.inbox.run(folder, {
      signal,
      stillMs: still * 1000,
      unfinishedMs: unfinished * 1000,
      makesFolders: makeFolders,
      onWait: () => terminal.warn('Another inbox is working on this database; waiting.'),
      onNotice: (path, notice) => terminal.warn(noticeWords(path, notice)),
      onFile: (report) => {
        const folderOf = report.websiteID === null ? '' : `${report.websiteID}/`;
        for (const line of report.problems) terminal.warn(`${folderOf}${feedLineWords(line)}`);
        terminal.say(`${folderOf}${feedWords(report)}`);
      },
    });
  }
}
