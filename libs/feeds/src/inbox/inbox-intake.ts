import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { NotAFileError, type FeedFile } from '../intake/feed-file.js';
import { countNotImported } from '../intake/feed-outcomes.js';
import { NoAccountError, type FeedImporter } from '../intake/feed-importer.js';
import type { FeedReport } from '../intake/feed-report.js';
import type { FeedWatch } from '../intake/feed-run.js';
import type { FeedRunsRepository } from '../intake/feed-runs.repository.js';
import type { Arrival } from './arrivals.js';
import { codeOf, systemReason } from './file-errors.js';
import type { InboxFolder } from './inbox-folder.js';
import { pauseMs, stateOf, type InboxItem, type PendingMove } from './inbox-item.js';
import { InboxFault, openIn, moveProcessed } from './move-processed.js';

const UNFORESEEN = 'an unexpected error';

/**
 * After reading a file that is still incomplete, the inbox waits this many times the reading time before it reads the
 * longer one.
 */
const REST_FACTOR = 10;

/** Callbacks for the files of an inbox. */
export interface InboxEvents extends Pick<FeedWatch, 'onProgress'> {
  readonly onFile?: (report: FeedReport) => void;
  /** Called when an item is ignored or cannot be processed. @param path relative to the inbox */
  readonly onNotice?: (path: string, notice: string) => void;
}

/** Imports the files of an inbox and reports what cannot be processed. */
export class InboxIntake {
  /** @param unfinishedMs how long a file may stay incomplete, counted from its last change */
  constructor(
    private readonly runs: FeedRunsRepository,
    private readonly importer: FeedImporter,
    private readonly unfinishedMs: number,
    private readonly events: InboxEvents,
  ) {}

  /**
   * Imports a file and moves it to `done` or `failed`. A fault of the file or its folder is reported, and the file is
   * tried again after a pause, which grows with each fault.
   *
   * @throws errors of the database: without it no fault can be recorded
   */
  async process({ folder, item }: Arrival): Promise<void> {
    let file: FeedFile | undefined;
    try {
      file = await openIn(folder.path, item.name);
      if (stateOf(file.stats) !== item.state) return folder.checkAgain(item);
      item.pendingMove ??= await this.importFile(folder, item, file);
      if (!item.pendingMove) return;
      if (await moveProcessed(folder.path, file, item.pendingMove)) return folder.forget(item);
      this.events.onNotice?.(pathOf(folder, item), 'it changed while it was imported, and is imported again');
      folder.checkAgain(item);
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && (await isGone(join(folder.path, item.name)))) return folder.forget(item);
      await this.setAside(folder, item, error);
    } finally {
      await file?.close();
    }
  }

  /** Reports a folder that cannot be read. */
  async noteFault(folder: InboxFolder, error: unknown, pause: number): Promise<void> {
    const fatal = `the folder cannot be read: ${reasonOf(error)}`;
    await this.note(folder, folder.meaning.label, { fatal, error, pause });
  }

  /** Reports ignored items that share one reason. */
  async noteIgnored(folder: InboxFolder, items: readonly InboxItem[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    const more = items.length > 1 ? `, with ${items.length - 1} more` : '';
    await this.note(folder, pathOf(folder, first), { fatal: `ignored${more}: ${first.ignored}` });
  }

  /** Imports the file and returns where to move it; undefined while the file may still be incomplete. */
  private async importFile(folder: InboxFolder, item: InboxItem, file: FeedFile): Promise<PendingMove | undefined> {
    const { websiteID, mode } = folder.meaning;
    const { onProgress, onFile } = this.events;
    const begun = performance.now();
    const checked = await file.check();
    const now = performance.now();
    item.restsUntil = now + REST_FACTOR * (now - begun);
    const left = checked.problem?.isTruncated ? this.timeLeft(item, file.stats, now) : 0;
    if (left > 0) {
      folder.checkAgain(item, now + left);
      return undefined;
    }
    const { hash } = checked;
    item.hash = hash;
    try {
      const watch = { command: 'inbox', mode, ...(onProgress && { onProgress }) };
      const report = await this.importer.importChecked(file, checked, websiteID, watch);
      onFile?.(report);
      return { where: report.fatal === null ? 'done' : 'failed', report };
    } catch (error) {
      if (!(error instanceof NoAccountError)) throw error;
      const fatal = error.message;
      countNotImported();
      await this.note(folder, pathOf(folder, item), { fatal, hash });
      return { where: 'failed', report: { file: item.name, websiteID, hash, fatal } };
    }
  }

  /** How long an incomplete file may still wait. `ctime` is set by the system, so a sender cannot change it. */
  private timeLeft({ since }: InboxItem, { ctimeNs }: BigIntStats, now: number): number {
    const age = Math.max(now - since, Date.now() - Number(ctimeNs / 1_000_000n));
    return this.unfinishedMs - age;
  }

  private async setAside(folder: InboxFolder, item: InboxItem, error: unknown): Promise<void> {
    const { pendingMove: unfiled } = item;
    if (unfiled) folder.addUnmoved(item);
    item.faults += 1;
    countNotImported();
    const pause = pauseMs(item.faults);
    folder.checkAgain(item, performance.now() + pause);
    const what = unfiled ? `it is processed, but cannot be moved to ${unfiled.where}/` : 'it cannot be imported';
    const fatal = `${what}: ${reasonOf(error)}`;
    await this.note(folder, pathOf(folder, item), { fatal, hash: item.hash, error, pause });
  }

  /** Writes the notice to the feed runs first, then calls `onNotice`. Fails when the database is not available. */
  private async note({ meaning: { websiteID } }: InboxFolder, path: string, notice: Notice): Promise<void> {
    const { fatal, hash = '', error, pause } = notice;
    await this.runs.recordNotImported({ websiteID, path, hash, fatal });
    const cause = error instanceof Error && isUnforeseen(error) ? ` (${error.message})` : '';
    const again = pause === undefined ? '' : `; next attempt in ${Math.round(pause / 1000)} s`;
    this.events.onNotice?.(path, `${fatal}${cause}${again}`);
  }
}

/** A file or folder that is not imported, and why. */
interface Notice {
  readonly fatal: string;
  readonly hash?: string;
  /** The error that caused it. */
  readonly error?: unknown;
  /** How long it is left alone, in ms. */
  readonly pause?: number;
}

const pathOf = ({ meaning: { label } }: InboxFolder, { name }: InboxItem): string => join(label, name);

/** Whether the file was removed by somebody else. */
const isGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );

/** The reason as the account may see it: without paths and without messages of the database. */
function reasonOf(error: unknown): string {
  if (error instanceof InboxFault) return error.message;
  if (error instanceof NotAFileError) return 'it is not a regular file';
  return systemReason(error) ?? UNFORESEEN;
}

const isUnforeseen = (error: Error): boolean => reasonOf(error) === UNFORESEEN;
