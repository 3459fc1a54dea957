import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './file-errors.js';
import { InboxFolder } from './inbox-folder.js';
import type { InboxItem } from './inbox-item.js';
import { isAccountFolder, isFullFolder, judgeAtTop, judgeFeed, judgeInAccount } from './inbox-rules.js';
import { FolderWatcher } from './folder-watcher.js';

/** All folders are scanned at this interval, because not every file system reports changes. */
const RESCAN_MS = 2_000;
/** Scanning takes at most this share of the time: an inbox of many folders is scanned less often. */
const RESCAN_SHARE = 1 / 20;

/** The feed file to import next. */
export interface Arrival {
  readonly folder: InboxFolder;
  readonly item: InboxItem;
}

export interface ArrivalsOptions {
  readonly stillMs: number;
  readonly rescanMs?: number | undefined;
  /** Called with ignored items: all of one folder, and ignored for the same reason. */
  readonly onIgnored: (folder: InboxFolder, items: readonly InboxItem[]) => Promise<void>;
  /** Called when a folder cannot be read; it is tried again after `pauseMs`. */
  readonly onFault: (folder: InboxFolder, error: unknown, pauseMs: number) => Promise<void>;
}

/** The folders of an account: its own, and that of its full feeds if there is one. */
interface FeedFolders {
  readonly own: InboxFolder;
  full?: InboxFolder;
}

/**
 * The folders of an inbox, and the order in which they are served: the account that was served longest ago is next. The
 * feeds at the top, which are of several accounts, take turns with the accounts.
 */
export class Arrivals {
  private readonly top: FeedFolders;
  /** By the path of the own folder; the Map's order is the order of service. */
  private readonly accounts = new Map<string, FeedFolders>();
  private readonly watcher = new FolderWatcher();
  private nextPass = 0;

  constructor(
    path: string,
    private readonly options: ArrivalsOptions,
  ) {
    const meaning = { websiteID: null, mode: 'changes', label: '' } as const;
    this.top = { own: new InboxFolder(path, meaning, judgeAtTop, options.stillMs) };
    this.accounts.set(path, this.top);
    this.listen(this.top.own);
  }

  /** Scans the folders that may have changed. @throws any error of the file system at the top folder */
  async scan(): Promise<void> {
    const now = performance.now();
    const isPass = now >= this.nextPass;
    const isDue = (folder: InboxFolder) => (isPass ? !folder.isPaused : now >= folder.dueAt);
    if (isPass || now >= this.top.own.dueAt) await this.lookAtTop();
    for (const folders of this.accounts.values()) {
      if (folders !== this.top && isDue(folders.own)) await this.lookAt(folders.own, folders);
      if (folders.full && isDue(folders.full)) await this.lookAt(folders.full, folders);
    }
    const after = performance.now();
    if (isPass) this.nextPass = after + Math.max(this.options.rescanMs ?? RESCAN_MS, (after - now) / RESCAN_SHARE);
  }

  /** The number of feed files that lie in the folders. */
  get waiting(): number {
    return this.folders.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** The feed file to import next; undefined when none is ready. */
  next(): Arrival | undefined {
    for (const [path, folders] of this.accounts) {
      const folder = nextOf(folders);
      const item = folder?.next();
      if (!folder || !item) continue;
      this.accounts.delete(path);
      this.accounts.set(path, folders);
      return { folder, item };
    }
    return undefined;
  }

  /** Waits until a folder changes or a scan is due. */
  async wait(signal: AbortSignal): Promise<void> {
    const due = this.folders.reduce((soonest, { dueAt }) => Math.min(soonest, dueAt), this.nextPass);
    await this.watcher.wait(Math.max(1, due - performance.now()), signal);
  }

  close(): void {
    this.watcher.close();
  }

  private get folders(): InboxFolder[] {
    return [...this.accounts.values()].flatMap(({ own, full }) => (full ? [own, full] : [own]));
  }

  private async lookAtTop(): Promise<void> {
    const { own } = this.top;
    const entries = await own.scan();
    this.findFull(this.top, entries);
    await this.sayIgnored(own);
    const paths = new Map(entries.filter(isAccountFolder).map((entry) => [join(own.path, entry.name), entry]));
    for (const path of this.accounts.keys()) if (path !== own.path && !paths.has(path)) this.forget(path);
    for (const [path, entry] of paths) if (!this.accounts.has(path)) this.add(path, entry);
  }

  private add(path: string, { name }: Dirent): void {
    const meaning = { websiteID: Number(name), mode: 'changes', label: name } as const;
    const own = new InboxFolder(path, meaning, judgeInAccount, this.options.stillMs);
    this.accounts.set(path, { own });
    // Listen before the first scan, so that no change in between is missed.
    this.listen(own);
  }

  /** Takes in whether an account has a folder of full feeds. */
  private findFull(folders: FeedFolders, entries: readonly Dirent[]): void {
    const isThere = entries.some(isFullFolder);
    if (isThere === (folders.full !== undefined)) return;
    const { path, meaning } = folders.own;
    const full = join(path, 'full');
    if (!isThere) {
      this.watcher.forget(full);
      delete folders.full;
      return;
    }
    const label = join(meaning.label, 'full');
    folders.full = new InboxFolder(full, { ...meaning, mode: 'full', label }, judgeFeed, this.options.stillMs);
    this.listen(folders.full);
  }

  private async lookAt(folder: InboxFolder, folders: FeedFolders): Promise<void> {
    try {
      const entries = await folder.scan();
      if (folder === folders.own) this.findFull(folders, entries);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) {
        return folder === folders.own ? this.forget(folder.path) : this.findFull(folders, []);
      }
      await this.options.onFault(folder, error, folder.pause());
    }
    await this.sayIgnored(folder);
  }

  private async sayIgnored(folder: InboxFolder): Promise<void> {
    const alike = new Map<string | undefined, InboxItem[]>();
    for (const item of folder.takeIgnored()) alike.set(item.ignored, [...(alike.get(item.ignored) ?? []), item]);
    for (const items of alike.values()) await this.options.onIgnored(folder, items);
  }

  private listen(folder: InboxFolder): void {
    this.watcher.listen(folder.path, () => void (folder.isChanged = true));
  }

  private forget(path: string): void {
    const folders = this.accounts.get(path);
    if (folders?.full) this.watcher.forget(folders.full.path);
    this.accounts.delete(path);
    this.watcher.forget(path);
  }
}

/** The folder of an account whose next file arrived first: a full feed must not come before what was sent before it. */
function nextOf({ own, full }: FeedFolders): InboxFolder | undefined {
  const [first, second] = [own.nextArrival, full?.nextArrival];
  if (first === undefined) return second === undefined ? undefined : full;
  return second !== undefined && second < first ? full : own;
}
