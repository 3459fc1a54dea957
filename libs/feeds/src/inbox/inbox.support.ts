import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { FeedReport } from '../intake/feed-report.js';
import { runInbox, type InboxOptions } from './run-inbox.js';

/** A folder with those of the accounts 12 and 13 in it. */
export async function inboxFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  for (const account of ['12', '13']) await mkdir(join(folder, account));
  return folder;
}

/** The names of what lies in a folder, in order; none when there is no such folder. */
export async function namesIn(...path: string[]): Promise<string[]> {
  const names: string[] = await readdir(join(...path)).catch(() => []);
  return names.sort();
}

/** Puts a file there as a whole, as it is recommended. */
export async function put(text: string, ...path: string[]): Promise<void> {
  const target = join(...path);
  const draft = join(target, '..', '.draft');
  await writeFile(draft, text);
  await rename(draft, target);
}

/** An inbox at work, and what it has said. */
export interface TestInbox {
  readonly reports: FeedReport[];
  readonly notices: string[];
  /** Settles when the inbox ends of itself. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export function startInbox(dataSource: DataSource, folder: string, options: Partial<InboxOptions> = {}): TestInbox {
  const end = new AbortController();
  const reports: FeedReport[] = [];
  const notices: string[] = [];
  const ended = runInbox(dataSource, folder, {
    signal: end.signal,
    stillMs: 20,
    unfinishedMs: 1_800_000,
    onFile: (report) => reports.push(report),
    onNotice: (path, notice) => notices.push(`${path}: ${notice}`),
    ...options,
  });
  // Whoever waits for it gets it; until then it is not unhandled.
  ended.catch(() => undefined);
  const stop = async () => {
    end.abort();
    await ended;
  };
  return { reports, notices, ended, stop };
}

/** What runs say that are no account's listings: of which account, file and why. */
export const untakenRuns = (dataSource: DataSource) =>
  dataSource.query<{ website_id: number | null; file: string; fatal: string }[]>(
    'SELECT website_id, file, fatal FROM feed_runs WHERE fatal IS NOT NULL ORDER BY website_id, file',
  );

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
