import { FeedsModule, Inbox } from '@app/feeds';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { feedLineWords, feedWords, noticeWords } from './feed-words.js';
import { Terminal } from './terminal.js';
import { progressWords } from './words.js';

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
  static readonly needs = 'directory';
  static readonly isService = true;
  static readonly imports = [FeedsModule];

  constructor(
    private readonly inbox: Inbox,
    private readonly terminal: Terminal,
  ) {}

  async run({ folder, still, unfinished, makeFolders = false }: Watched, signal: AbortSignal): Promise<number> {
    const { terminal } = this;
    await this.inbox.run(folder, {
      signal,
      stillMs: still * 1000,
      unfinishedMs: unfinished * 1000,
      makesFolders: makeFolders,
      onWait: () => terminal.warn('Another inbox is working on this database; waiting.'),
      onProgress: (progress) => terminal.progress(progressWords(progress)),
      onNotice: (path, notice) => terminal.warn(noticeWords(path, notice)),
      onFile: (report) => {
        const folderOf = report.websiteID === null ? '' : `${report.websiteID}/`;
        for (const line of report.problems) terminal.warn(`${folderOf}${feedLineWords(line)}`);
        terminal.say(`${folderOf}${feedWords(report)}`);
      },
    });
    return ExitCode.ok;
  }
}
