import { join } from 'node:path';
import { NotAFileError, type FeedFile } from '../intake/feed-source.js';
import { NoAccountError } from '../intake/feed-importer.js';
import { countNotImported, type FeedReport } from '../intake/feed-report.js';
import type { InboxFolder } from './inbox-folder.js';
import { codeOf, stateOf, systemReason, type InboxItem, type PendingMove } from './inbox-item.js';
import type { InboxQueue } from './inbox-queue.js';
import { InboxFault, moveProcessed, openIn } from './move-processed.js';

const UNFORESEEN = 'an unexpected error';
/** The most files of an account in the queue. The limit over HTTP is higher. */
const MOST_QUEUED = 10;
/** An item is reported as ignored only after this many times `stillMs`: many uploads are renamed at their end. */
const IGNORED_STILL_FACTOR = 10;

export interface IntakeOptions {
  readonly onFile?: (report: FeedReport) => void;
  /** Called when an item is ignored or cannot be processed. @param path relative to the inbox */
  readonly onNotice?: (path: string, notice: string) => void;
  /** The time for which a file must be unchanged before it is imported. */
  readonly stillMs: number;
  /** The time for which a file may stay incomplete after its last change. */
  readonly unfinishedMs: number;
}

/** An item, and where it lies. */
export interface InboxEntry {
  readonly folder: InboxFolder;
  readonly name: string;
  readonly item: InboxItem;
}

/** Stores the files of an inbox in the queue, moves files whose runs have ended, and reports faulty items. */
export class InboxIntake {
  constructor(
    private readonly queue: InboxQueue,
    private readonly options: IntakeOptions,
  ) {}

  /**
   * Stores one file of an account, and moves all whose runs have ended.
   *
   * @param files of the account, in order of arrival
   * @returns whether a file was stored or moved
   */
  async serve(files: readonly InboxEntry[]): Promise<boolean> {
    let [queued, hasStored, hasMoved] = [0, false, false];
    for (const found of files) {
      const { item } = found;
      const now = performance.now();
      if (now < item.notBefore) continue;
      if (item.runID !== undefined || item.pendingMove) {
        const move = item.pendingMove ?? (await this.moveOf(item));
        if (!move) queued += 1;
        else if (await this.attempt(found, (file) => moveProcessed(found.folder.path, file, move))) hasMoved = true;
      } else if (!hasStored && queued < MOST_QUEUED && now - item.since >= this.options.stillMs) {
        hasStored = await this.attempt(found, (file) => this.store(found, file));
        queued += 1;
      }
    }
    return hasStored || hasMoved;
  }

  /**
   * Processes a file. A fault is reported, and the file is tried again after a pause.
   * @throws errors of the database
   */
  private async attempt(found: InboxEntry, work: (file: FeedFile) => Promise<boolean>): Promise<boolean> {
    const { folder, name, item } = found;
    let file: FeedFile | undefined;
    try {
      file = await openIn(folder.path, name);
      // The next pass finds a changed file.
      return stateOf(file.stats) === item.state && (await work(file));
    } catch (error) {
      const what = item.pendingMove
        ? `it is processed, but cannot be moved to ${item.pendingMove.where}/`
        : 'it cannot be imported';
      if (codeOf(error) !== 'ENOENT') await this.setAside(found, what, error);
      return false;
    } finally {
      await file?.close();
    }
  }

  /** Stores a file in the queue, unless it may still be incomplete. */
  private async store({ folder, name, item }: InboxEntry, file: FeedFile): Promise<boolean> {
    const { problem, hash } = await file.check();
    const now = performance.now();
    // `ctime` is set by the system, so a sender cannot change it.
    const age = Math.max(now - item.since, Date.now() - Number(file.stats.ctimeNs / 1_000_000n));
    const left = problem?.isTruncated ? this.options.unfinishedMs - age : 0;
    if (left > 0) {
      item.notBefore = now + left;
      return false;
    }
    item.hash = hash;
    item.runID = await this.queue.add(file, hash, folder);
    if (item.runID !== undefined) return true;
    const { websiteID } = folder;
    const fatal = new NoAccountError(websiteID ?? 0).message;
    countNotImported();
    await this.note(folder, name, fatal, hash);
    item.pendingMove = { where: 'failed', report: { file: name, websiteID, hash, fatal } };
    return true;
  }

  /** The destination of a file; undefined until its run has ended. */
  private async moveOf(item: InboxItem): Promise<PendingMove | undefined> {
    const report = item.runID === undefined ? undefined : await this.queue.report(item.runID);
    if (report === undefined) item.runID = undefined;
    if (!report) return undefined;
    this.options.onFile?.(report);
    return (item.pendingMove = { where: report.fatal === null ? 'done' : 'failed', report });
  }

  /** Reports a fault; the item is tried again after a pause. */
  async setAside({ folder, name, item }: InboxEntry, what: string, error: unknown): Promise<void> {
    countNotImported();
    const reason = reasonOf(error);
    const cause = error instanceof Error && reason === UNFORESEEN ? ` (${error.message})` : '';
    const again = `; next attempt in ${Math.round(item.pause() / 1000)} s`;
    await this.note(folder, name, `${what}: ${reason}`, item.hash, `${cause}${again}`);
  }

  reportChanged({ label }: InboxFolder, name: string): void {
    this.options.onNotice?.(join(label, name), 'it changed while it was imported, and is imported again');
  }

  /**
   * Writes why a file or folder is not imported to the feed runs first, then calls `onNotice`. Fails when the database
   * is not available.
   */
  private async note(
    { websiteID, label }: InboxFolder,
    name: string,
    fatal: string,
    hash = '',
    more = '',
  ): Promise<void> {
    const path = join(label, name);
    await this.queue.runs.recordNotImported({ websiteID, path, hash, fatal });
    this.options.onNotice?.(path, `${fatal}${more}`);
  }

  /** Reports ignored items, grouped by reason. */
  async reportIgnored(found: readonly InboxEntry[], now: number): Promise<void> {
    const patience = IGNORED_STILL_FACTOR * this.options.stillMs;
    const alike = new Map<string, InboxEntry[]>();
    for (const one of found) {
      const { ignored, isReported, since } = one.item;
      if (ignored === undefined || isReported || now - since < patience) continue;
      one.item.isReported = true;
      alike.set(ignored, [...(alike.get(ignored) ?? []), one]);
    }
    for (const [reason, [first, ...others]] of alike) {
      const more = others.length > 0 ? `, with ${others.length} more` : '';
      if (first) await this.note(first.folder, first.name, `ignored${more}: ${reason}`);
    }
  }
}

/** The reason for the account: without paths and database messages. */
function reasonOf(error: unknown): string {
  if (error instanceof InboxFault) return error.message;
  if (error instanceof NotAFileError) return 'it is not a regular file';
  return systemReason(error) ?? UNFORESEEN;
}
