import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InboxItem, pauseMs, stateOf } from './inbox-item.js';
import { codeOf } from './file-errors.js';
import type { Judgement } from './inbox-rules.js';

/** How many times longer than a feed something must lie still before it is said to be ignored: uploads are renamed at their end. */
const IGNORED_PATIENCE = 10;
/** More files that cannot be moved are the fault of the folder: nothing more of it is taken in. */
const MAX_UNFILED = 10;

/** A folder of the inbox: what lies in it, and which of its feeds have come whole. */
export class InboxFolder {
  /** Something may have happened in it. */
  isChanged = true;
  private items = new Map<string, InboxItem>();
  /** Feeds that have come whole, in order of arrival. */
  private queue: InboxItem[] = [];
  /** What is in, but could not be moved. */
  private readonly unfiled = new Set<InboxItem>();
  private newlyIgnored: InboxItem[] = [];
  private lookedAt = Number.NEGATIVE_INFINITY;
  /** When something in it may have come whole. */
  private nextDue = Number.POSITIVE_INFINITY;
  private restsUntil = 0;
  private faults = 0;

  /**
   * @param websiteID its account; 0 for the top of the inbox
   * @param stillMs how long a file must not have changed; it may be copied there slowly
   */
  constructor(
    readonly path: string,
    readonly websiteID: number,
    private readonly judge: (entry: Dirent) => Judgement,
    private readonly stillMs: number,
  ) {}

  /** Looks at what lies in it; what waits for its turn is not looked at again. @throws what the file system does */
  async look(): Promise<Dirent[]> {
    const now = performance.now();
    this.lookedAt = now;
    this.isChanged = false;
    const entries = await readdir(this.path, { withFileTypes: true });
    const items: typeof this.items = new Map();
    for (const entry of entries) {
      const item = this.itemOf(entry);
      if (!item) continue;
      if (!item.isSettled && !(await this.see(item, entry, now))) continue;
      items.set(entry.name, item);
    }
    this.items = items;
    this.settle(now);
    this.faults = 0;
    return entries;
  }

  /** The next feed in order of arrival; it is no longer in the queue. */
  next(): InboxItem | undefined {
    const isStuck = this.unfiled.size >= MAX_UNFILED;
    const at = isStuck ? this.queue.findIndex((item) => item.unfiled) : 0;
    return at < 0 ? undefined : this.queue.splice(at, 1)[0];
  }

  /** Says once what is ignored. */
  takeIgnored(): InboxItem[] {
    const ignored = this.newlyIgnored;
    this.newlyIgnored = [];
    return ignored;
  }

  /** It is in, but could not be moved. */
  keepUnfiled(item: InboxItem): void {
    this.unfiled.add(item);
  }

  /** It is gone. */
  forget(item: InboxItem): void {
    this.unfiled.delete(item);
    if (this.items.get(item.name) === item) this.items.delete(item.name);
  }

  /** It is to be looked at again; not touched before, unless it changes. */
  lookAgain(item: InboxItem, notBefore = 0): void {
    item.isSettled = false;
    item.notBefore = notBefore;
    this.nextDue = Math.min(this.nextDue, Math.max(notBefore, performance.now()));
  }

  /** It cannot be looked at: it is left alone for a while, and the longer the more often. */
  rest(): number {
    this.faults += 1;
    const pause = pauseMs(this.faults);
    this.restsUntil = performance.now() + pause;
    return pause;
  }

  get isResting(): boolean {
    return performance.now() < this.restsUntil;
  }

  /** When it is worth a look, unless everything is looked at before. */
  get dueAt(): number {
    // Whatever else has come waits for those before it.
    if (this.queue.length > 0) return Number.POSITIVE_INFINITY;
    const soonest = this.isChanged ? 0 : this.nextDue;
    return Math.max(this.restsUntil, soonest, this.lookedAt + this.gapMs);
  }

  /** Who writes all the time is not looked at all the time. */
  private get gapMs(): number {
    return Math.max(20, this.stillMs / 2);
  }

  private itemOf(entry: Dirent): InboxItem | undefined {
    const judgement = this.judge(entry);
    if (judgement === 'skip') return undefined;
    const ignored = judgement === 'feed' ? undefined : judgement.ignored;
    const known = this.items.get(entry.name);
    return known?.ignored === ignored && known ? known : new InboxItem(entry.name, ignored);
  }

  /** Whether it is there. */
  private async see(item: InboxItem, entry: Dirent, now: number): Promise<boolean> {
    try {
      const stats = await lstat(join(this.path, item.name), { bigint: true });
      // A folder changes with whatever is put into it.
      item.see(entry.isDirectory() ? `${stats.ino}` : stateOf(stats), stats.mtimeNs, now);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return false;
      // Whoever opens it will say what is wrong with it.
      item.see(code, 0n, now);
    }
    return true;
  }

  /** Puts what has come whole where it waits for its turn. */
  private settle(now: number): void {
    this.nextDue = Number.POSITIVE_INFINITY;
    for (const item of this.unfiled) {
      if (!item.unfiled || this.items.get(item.name) !== item) this.unfiled.delete(item);
    }
    this.queue = this.queue.filter((item) => this.items.get(item.name) === item);
    const before = this.queue.length;
    for (const item of this.items.values()) {
      if (item.isSettled) continue;
      const patience = item.ignored === undefined ? this.stillMs : IGNORED_PATIENCE * this.stillMs;
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
