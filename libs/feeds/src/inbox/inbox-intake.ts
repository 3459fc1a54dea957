import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DataSource } from 'typeorm';
import { NotAFileError, type FeedFile } from '../intake/feed-file.js';
import { NoAccountError, takeInChecked, type FeedWatch } from '../intake/feed-intake.js';
import type { FeedReport } from '../intake/feed-report.js';
import { noteUntaken } from '../intake/feed-runs.js';
import type { Arrival } from './arrivals.js';
import { codeOf, systemReason } from './file-errors.js';
import type { InboxFolder } from './inbox-folder.js';
import { pauseMs, stateOf, type InboxItem, type Unfiled } from './inbox-item.js';
import { InboxFault, openIn, putAway } from './put-away.js';

const UNFORESEEN = 'something unforeseen happened';

/** How much longer than the look at a file the inbox waits before it looks at the longer one. */
const REST_FACTOR = 10;

/** Who is told what becomes of what lies in an inbox. */
export interface InboxEvents extends Pick<FeedWatch, 'onProgress'> {
  readonly onFile?: (report: FeedReport) => void;
  /** Something is ignored, or cannot be dealt with. @param path in the inbox */
  readonly onNotice?: (path: string, notice: string) => void;
}

/** Brings what lies in an inbox into the store, and tells what it cannot deal with. */
export class InboxIntake {
  /** @param unfinishedMs how long a file that lacks its end may wait for it, from its last byte on */
  constructor(
    private readonly dataSource: DataSource,
    private readonly unfinishedMs: number,
    private readonly events: InboxEvents,
  ) {}

  /**
   * Takes a file in, and moves it away. What is wrong with the file or its folder is reported, and it is set aside for a
   * while, the longer the more often.
   *
   * @throws what the store does: a fault that it cannot note is its own
   */
  async take({ folder, item }: Arrival): Promise<void> {
    let file: FeedFile | undefined;
    try {
      file = await openIn(folder.path, item.name);
      if (stateOf(file.stats) !== item.state) return folder.lookAgain(item);
      item.unfiled ??= await this.takeIn(folder, item, file);
      if (!item.unfiled) return;
      if (await putAway(folder.path, file, item.unfiled)) return folder.forget(item);
      this.events.onNotice?.(pathOf(folder, item), 'it changed while it was taken in, and is taken in again');
      folder.lookAgain(item);
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && (await isGone(join(folder.path, item.name)))) return folder.forget(item);
      await this.setAside(folder, item, error);
    } finally {
      await file?.close();
    }
  }

  /** Notes a folder that cannot be looked at. */
  async noteFault(folder: InboxFolder, error: unknown, pause: number): Promise<void> {
    const fatal = `the folder cannot be read: ${reasonOf(error)}`;
    await this.note(folder, basename(folder.path), { fatal, error, pause });
  }

  /** Notes what is ignored, all for the same reason. */
  async noteIgnored(folder: InboxFolder, items: readonly InboxItem[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    const more = items.length > 1 ? `, with ${items.length - 1} more` : '';
    await this.note(folder, pathOf(folder, first), { fatal: `ignored${more}: ${first.ignored}` });
  }

  /** What is to become of the file; undefined while it may still be coming. */
  private async takeIn(folder: InboxFolder, item: InboxItem, file: FeedFile): Promise<Unfiled | undefined> {
    const { websiteID } = folder;
    const { onProgress, onFile } = this.events;
    const begun = performance.now();
    const checked = await file.check();
    const now = performance.now();
    item.restsUntil = now + REST_FACTOR * (now - begun);
    const left = checked.problem?.isTruncated ? this.timeLeft(item, file.stats, now) : 0;
    if (left > 0) {
      folder.lookAgain(item, now + left);
      return undefined;
    }
    const { hash } = checked;
    item.hash = hash;
    try {
      const watch = onProgress ? { onProgress } : {};
      const report = await takeInChecked(this.dataSource, file, checked, websiteID, watch);
      onFile?.(report);
      return { where: report.fatal === null ? 'done' : 'failed', report };
    } catch (error) {
      if (!(error instanceof NoAccountError)) throw error;
      const fatal = error.message;
      await this.note(folder, pathOf(folder, item), { fatal, hash });
      return { where: 'failed', report: { file: item.name, websiteID, hash, fatal } };
    }
  }

  /** How long a file may still wait for its end. The time of its last change is the system's: no sender sets it. */
  private timeLeft({ since }: InboxItem, { ctimeNs }: BigIntStats, now: number): number {
    const age = Math.max(now - since, Date.now() - Number(ctimeNs / 1_000_000n));
    return this.unfinishedMs - age;
  }

  private async setAside(folder: InboxFolder, item: InboxItem, error: unknown): Promise<void> {
    const { unfiled } = item;
    if (unfiled) folder.keepUnfiled(item);
    item.faults += 1;
    const pause = pauseMs(item.faults);
    folder.lookAgain(item, performance.now() + pause);
    const what = unfiled ? `it is dealt with, but cannot be moved to ${unfiled.where}/` : 'it cannot be taken in';
    const fatal = `${what}: ${reasonOf(error)}`;
    await this.note(folder, pathOf(folder, item), { fatal, hash: item.hash, error, pause });
  }

  /** In the report of runs, and then to whoever listens: without the store all this is in vain. */
  private async note({ websiteID }: InboxFolder, path: string, notice: Notice): Promise<void> {
    const { fatal, hash = '', error, pause } = notice;
    await noteUntaken(this.dataSource, { websiteID, path, hash, fatal });
    const cause = error instanceof Error && isUnforeseen(error) ? ` (${error.message})` : '';
    const again = pause === undefined ? '' : `; it is tried again in ${Math.round(pause / 1000)} s`;
    this.events.onNotice?.(path, `${fatal}${cause}${again}`);
  }
}

/** Something that is not taken in. */
interface Notice {
  readonly fatal: string;
  readonly hash?: string;
  /** What is behind it. */
  readonly error?: unknown;
  /** For how long it is left alone. */
  readonly pause?: number;
}

const pathOf = ({ path, websiteID }: InboxFolder, { name }: InboxItem): string =>
  websiteID === 0 ? name : `${basename(path)}/${name}`;

/** Whether somebody took it away. */
const isGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );

/** For the account as well: without paths, and without what the store says of itself. */
function reasonOf(error: unknown): string {
  if (error instanceof InboxFault) return error.message;
  if (error instanceof NotAFileError) return 'it is not a file';
  return systemReason(error) ?? UNFORESEEN;
}

const isUnforeseen = (error: Error): boolean => reasonOf(error) === UNFORESEEN;
