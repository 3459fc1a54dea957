import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './file-errors.js';
import { InboxFolder } from './inbox-folder.js';
import type { InboxItem } from './inbox-item.js';
import { isAccountFolder, judgeAtTop, judgeInAccount } from './inbox-rules.js';
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
  /** Called with ignored items: all of one folder, and ignored for the same reason. */
  readonly onIgnored: (folder: InboxFolder, items: readonly InboxItem[]) => Promise<void>;
  /** Called when a folder cannot be read; it is tried again after `pauseMs`. */
  readonly onFault: (folder: InboxFolder, error: unknown, pauseMs: number) => Promise<void>;
}

/** The folders of an inbox, and the order in which they are served: the account that was served longest ago is next. */
export class Arrivals {
  private readonly top: InboxFolder;
  /** By path; the Map's order is the order of service. */
  private readonly accounts = new Map<string, InboxFolder>();
  private readonly watcher = new FolderWatcher();
  private nextPass = 0;

  constructor(
    path: string,
    private readonly options: ArrivalsOptions,
  ) {
    this.top = new InboxFolder(path, 0, judgeAtTop, options.stillMs);
    this.listen(this.top);
  }

  /** Scans the folders that may have changed. @throws any error of the file system at the top folder */
  async scan(): Promise<void> {
    const now = performance.now();
    const isPass = now >= this.nextPass;
    if (isPass || now >= this.top.dueAt) await this.lookAtTop();
    for (const folder of this.accounts.values()) {
      if (isPass ? !folder.isPaused : now >= folder.dueAt) await this.lookAt(folder);
    }
    const after = performance.now();
    if (isPass) this.nextPass = after + Math.max(RESCAN_MS, (after - now) / RESCAN_SHARE);
  }

  /** The feed file to import next; undefined when none is ready. */
  next(): Arrival | undefined {
    for (const folder of this.accounts.values()) {
      const item = folder.next();
      if (!item) continue;
      this.accounts.delete(folder.path);
      this.accounts.set(folder.path, folder);
      return { folder, item };
    }
    return undefined;
  }

  /** Waits until a folder changes or a scan is due. */
  async wait(signal: AbortSignal): Promise<void> {
    const due = [this.top, ...this.accounts.values()].reduce(
      (soonest, { dueAt }) => Math.min(soonest, dueAt),
      this.nextPass,
    );
    await this.watcher.wait(Math.max(1, due - performance.now()), signal);
  }

  close(): void {
    this.watcher.close();
  }

  private async lookAtTop(): Promise<void> {
    const found = (await this.top.scan()).filter(isAccountFolder);
    await this.sayIgnored(this.top);
    const paths = new Map(found.map((entry) => [join(this.top.path, entry.name), entry]));
    for (const path of this.accounts.keys()) if (!paths.has(path)) this.forget(path);
    for (const [path, entry] of paths) if (!this.accounts.has(path)) this.add(path, entry);
  }

  private add(path: string, { name }: Dirent): void {
    const folder = new InboxFolder(path, Number(name), judgeInAccount, this.options.stillMs);
    this.accounts.set(path, folder);
    // Listen before the first scan, so that no change in between is missed.
    this.listen(folder);
  }

  private async lookAt(folder: InboxFolder): Promise<void> {
    try {
      await folder.scan();
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return this.forget(folder.path);
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
    this.accounts.delete(path);
    this.watcher.forget(path);
  }
}
