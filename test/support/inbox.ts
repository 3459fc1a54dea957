import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { FeedReport } from '../../libs/feeds/src/intake/feed-report.js';
import { SqlExecutor } from '@app/sql';
import { AuditTrail, Writes } from '@app/writes';
import { servicesOn, testSettings } from '@testing';
import { FeedsRepository } from '../../libs/feeds/src/feeds.repository.js';
import { FeedUploadsRepository } from '../../libs/feeds/src/push/feed-uploads.repository.js';
import { SentFeedImporter } from '../../libs/feeds/src/push/sent-feed.importer.js';
import { SentFeedsJob } from '../../libs/feeds/src/push/sent-feeds.job.js';
import { InboxQueue } from '../../libs/feeds/src/inbox/inbox-queue.js';
import { Inbox, type InboxOptions } from '../../libs/feeds/src/inbox/inbox.js';

/** Creates an inbox with the folders of accounts 12 and 13. */
export async function inboxFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  for (const account of ['12', '13']) await mkdir(join(folder, account));
  return folder;
}

/** The sorted names in a folder; empty if the folder does not exist. */
export async function namesIn(...path: string[]): Promise<string[]> {
  const names: string[] = await readdir(join(...path)).catch(() => []);
  return names.sort();
}

/** Puts a complete file into a folder by rename, as the documentation recommends. */
export async function put(text: string, ...path: string[]): Promise<void> {
  const target = join(...path);
  const draft = join(target, '..', '.draft');
  await writeFile(draft, text);
  await rename(draft, target);
}

/** A running inbox and its reports so far. */
export interface TestInbox {
  readonly reports: FeedReport[];
  readonly notices: string[];
  /** Settles when the inbox ends by itself. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** An inbox, and the job that imports the files it has stored. */
function inboxOn(dataSource: DataSource) {
  const { feeds, importer, runs } = servicesOn(dataSource);
  const executor = SqlExecutor.of(dataSource);
  const uploads = new FeedUploadsRepository(executor, testSettings);
  const job = new SentFeedsJob(dataSource, uploads, new SentFeedImporter(feeds, importer, runs));
  const writes = new Writes(executor, new AuditTrail());
  const queue = new InboxQueue(runs, new FeedsRepository(executor), uploads, job, writes);
  return { inbox: new Inbox(dataSource, queue), job };
}

export function startInbox(dataSource: DataSource, folder: string, options: Partial<InboxOptions> = {}): TestInbox {
  const end = new AbortController();
  const reports: FeedReport[] = [];
  const notices: string[] = [];
  const { inbox, job } = inboxOn(dataSource);
  const ended = inbox.run(folder, {
    signal: end.signal,
    stillMs: 20,
    rescanMs: 20,
    unfinishedMs: 1_800_000,
    onFile: (report) => reports.push(report),
    onNotice: (path, notice) => notices.push(`${path}: ${notice}`),
    ...options,
  });
  // The caller awaits it later; this avoids an unhandled rejection until then.
  ended.catch(() => undefined);
  const stop = async () => {
    end.abort();
    await Promise.all([ended, job.onModuleDestroy()]);
  };
  return { reports, notices, ended, stop };
}

/** The runs without listings: account, file and reason. */
export const notImportedRuns = (dataSource: DataSource) =>
  dataSource.query<{ website_id: number | null; file: string; fatal: string }[]>(
    'SELECT website_id, file, fatal FROM feed_runs WHERE fatal IS NOT NULL ORDER BY website_id, file',
  );

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
