import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedMode } from '../intake/feed-outcomes.js';
import { InboxItem, pauseMs, stateOf } from './inbox-item.js';
import { codeOf } from './file-errors.js';
import type { Judgement } from './inbox-rules.js';

/** An item is reported as ignored only after this many times `stillMs`: many uploads are renamed at their end. */
const IGNORED_STILL_FACTOR = 10;
/** With more files than this that cannot be moved, the folder itself is at fault: no further file of it is imported. */
const MAX_UNMOVED = 10;

/** Whose feeds a folder has, and what they mean. */
export interface FolderMeaning {
  /** The account; null: each entry says whose it is. */
  readonly websiteID: number | null;
  readonly mode: FeedMode;
  /** Its path in the inbox, such as `12/full`; empty at the top. */
  readonly label: string;
}

/** One folder of the inbox: its items, and the queue of feed files that have arrived completely. */
export class InboxFolder {
  /** True when the folder may have changed since the last scan. */
  isChanged = true;
  private items = new Map<string, InboxItem>();
  /** Files that have arrived completely, in order of arrival. */
  private queue: InboxItem[] = [];
  /** Files that are imported but could not be moved. */
  private readonly unmoved = new Set<InboxItem>();
  private newlyIgnored: InboxItem[] = [];
  private lookedAt = Number.NEGATIVE_INFINITY;
  /** When the next item may be complete. */
  private nextDue = Number.POSITIVE_INFINITY;
  private restsUntil = 0;
  private faults = 0;

  /**
   * @param stillMs how long a file must be unchanged before it counts as complete: it may be copied there slowly
   */
  constructor(
    readonly path: string,
    readonly meaning: FolderMeaning,
    private readonly judge: (entry: Dirent) => Judgement,
    private readonly stillMs: number,
  ) {}

  /**
   * Scans the folder; items that already wait in the queue are not examined again. @throws any error of the file system
   */
  async scan(): Promise<Dirent[]> {
    const now = performance.now();
    this.lookedAt = now;
    this.isChanged = false;
    const entries = await readdir(this.path, { withFileTypes: true });
    const items: typeof this.items = new Map();
    for (const entry of entries) {
      const item = this.itemOf(entry);
      if (!item) continue;
      if (!item.isSettled && !(await this.updateItem(item, entry, now))) continue;
      items.set(entry.name, item);
    }
    this.items = items;
    this.enqueue(now);
    this.faults = 0;
    return entries;
  }

  /** The number of feed files that lie in it. */
  get waiting(): number {
    return [...this.items.values()].filter(({ ignored }) => ignored === undefined).length;
  }

  /** When the next file arrived; undefined when none is ready. */
  get nextArrival(): bigint | undefined {
    return this.queue[this.indexOfNext]?.mtimeNs;
  }

  /** Removes the next file from the queue and returns it. */
  next(): InboxItem | undefined {
    const at = this.indexOfNext;
    return at < 0 ? undefined : this.queue.splice(at, 1)[0];
  }

  /** The items that were found to be ignored since the last call: each is reported once. */
  takeIgnored(): InboxItem[] {
    const ignored = this.newlyIgnored;
    this.newlyIgnored = [];
    return ignored;
  }

  /** Records a file that is imported but could not be moved. */
  addUnmoved(item: InboxItem): void {
    this.unmoved.add(item);
  }

  /** Removes an item that is no longer in the folder. */
  forget(item: InboxItem): void {
    this.unmoved.delete(item);
    if (this.items.get(item.name) === item) this.items.delete(item.name);
  }

  /** Examines the item again: not before `notBefore`, unless it changes. */
  checkAgain(item: InboxItem, notBefore = 0): void {
    item.isSettled = false;
    item.notBefore = notBefore;
    this.nextDue = Math.min(this.nextDue, Math.max(notBefore, performance.now()));
  }

  /** Starts a pause after the folder could not be read, longer after each fault; returns its length in ms. */
  pause(): number {
    this.faults += 1;
    const pause = pauseMs(this.faults);
    this.restsUntil = performance.now() + pause;
    return pause;
  }

  get isPaused(): boolean {
    return performance.now() < this.restsUntil;
  }

  /** When the next scan of this folder is worthwhile; the general scan may come earlier. */
  get dueAt(): number {
    // The other files wait until the queue is empty.
    if (this.queue.length > 0) return Number.POSITIVE_INFINITY;
    const soonest = this.isChanged ? 0 : this.nextDue;
    return Math.max(this.restsUntil, soonest, this.lookedAt + this.gapMs);
  }

  private get indexOfNext(): number {
    const isStuck = this.unmoved.size >= MAX_UNMOVED;
    return isStuck ? this.queue.findIndex((item) => item.pendingMove) : 0;
  }

  /** Shortest time between two scans, for folders that change all the time. */
  private get gapMs(): number {
    return Math.max(20, this.stillMs / 2);
  }

  private itemOf(entry: Dirent): InboxItem | undefined {
    const judgement = this.judge(entry);
    if (judgement === 'skip') return undefined;
    const ignored = judgement === 'feed' ? undefined : judgement.ignored;
    const existing = this.items.get(entry.name);
    return existing?.ignored === ignored && existing ? existing : new InboxItem(entry.name, ignored);
  }

  /** Updates the item from the file system; false when the file no longer exists. */
  private async updateItem(item: InboxItem, entry: Dirent, now: number): Promise<boolean> {
    try {
      const stats = await lstat(join(this.path, item.name), { bigint: true });
      // The times of a folder change with every file that is put into it.
      item.update(entry.isDirectory() ? `${stats.ino}` : stateOf(stats), stats.mtimeNs, now);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return false;
      // The cause is reported when the file is opened.
      item.update(code, 0n, now);
    }
    return true;
  }

  /** Moves items that have arrived completely to the queue. */
  private enqueue(now: number): void {
    this.nextDue = Number.POSITIVE_INFINITY;
    for (const item of this.unmoved) {
      if (!item.pendingMove || this.items.get(item.name) !== item) this.unmoved.delete(item);
    }
    this.queue = this.queue.filter((item) => this.items.get(item.name) === item);
    const before = this.queue.length;
    for (const item of this.items.values()) {
      if (item.isSettled) continue;
      const patience = item.ignored === undefined ? this.stillMs : IGNORED_STILL_FACTOR * this.stillMs;
      const due = Math.max(item.since + patience, item.notBefore);
      if (due > now) this.nextDue = Math.min(this.nextDue, due);
      else (item.ignored === undefined ? this.queue : this.newlyIgnored).push(item);
      item.isSettled = due <= now;
    }
    if (this.queue.length > before) this.queue.sort(byArrival);
  }
}

const byArrival = (a: InboxItem, b: InboxItem): number =>
  a.mtimeNs === b.mtimeNs ? (a.name < b.name ? -1 : 1) : a.mtimeNs < b.mtimeNs ? -1 : 1;
