import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inTime } from '@app/process';
import {
  accountFolder,
  fullFolder,
  topFolder,
  type InboxFolder,
  isAccountFolder,
  isFullFolder,
} from './inbox-folder.js';
import { codeOf, InboxItem, stateOf } from './inbox-item.js';
import { InboxIntake, type InboxEntry, type IntakeOptions } from './inbox-intake.js';
import type { InboxQueue } from './inbox-queue.js';

/** How long a pass waits for the files of an account: the check of a large file takes minutes. */
const TURN_MS = 2_000;

/** A pass over all folders of an inbox. The states of their items stay for the next pass. */
export class InboxPass {
  /** By path. */
  private items = new Map<string, InboxItem>();
  private former = this.items;
  /** The files of accounts that are served longer than a turn, by folder. The next passes leave these folders out. */
  private readonly serving = new Map<string, readonly InboxEntry[]>();
  private readonly top: InboxFolder;
  /** The start of the pass: items that are found together are due together. */
  private now = 0;
  /** The number of feed files that lie in the folders. */
  waiting = 0;

  private readonly intake: InboxIntake;

  constructor(path: string, queue: InboxQueue, options: IntakeOptions) {
    this.top = topFolder(path);
    this.intake = new InboxIntake(queue, options);
  }

  /**
   * Stores one file of each account in the queue, and moves files whose runs have ended. The queue chooses the next
   * import.
   *
   * @returns whether a file was stored or moved
   * @throws any error of the database, or of the inbox folder
   */
  async run(): Promise<boolean> {
    this.now = performance.now();
    this.former = this.items;
    this.items = new Map();
    const entries = await readdir(this.top.path, { withFileTypes: true });
    const folders = [this.top, ...entries.filter(isAccountFolder).map(({ name }) => accountFolder(this.top, name))];
    const found = new Map<string, readonly InboxEntry[]>();
    for (const own of folders) {
      if (this.serving.has(own.path)) this.keepItems(own);
      else {
        const items = await this.findIn(own, own === this.top ? entries : await this.entriesOf(own));
        found.set(own.path, items.filter(({ item }) => item.ignored === undefined).sort(byArrival));
      }
    }
    this.waiting = [...found.values(), ...this.serving.values()].reduce((sum, files) => sum + files.length, 0);
    let hasProgress = false;
    for (const [path, files] of found) hasProgress = (await this.serve(path, files)) || hasProgress;
    return hasProgress;
  }

  /** Serves an account for a turn, and then beside the next passes. @returns whether a file was stored or moved */
  private serve(path: string, files: readonly InboxEntry[]): Promise<boolean> {
    this.serving.set(path, files);
    const served = this.intake.serve(files).finally(() => this.serving.delete(path));
    return inTime(TURN_MS, served, () => false);
  }

  private keepItems({ path: folder }: InboxFolder): void {
    for (const [path, item] of this.former) if (path.startsWith(folder)) this.items.set(path, item);
  }

  /** The files of an account, including its folder for full feeds. */
  private async findIn(own: InboxFolder, entries: readonly Dirent[]): Promise<InboxEntry[]> {
    const found = await this.itemsOf(own, entries);
    if (!entries.some(isFullFolder)) return found;
    const full = fullFolder(own);
    return [...found, ...(await this.itemsOf(full, await this.entriesOf(full)))];
  }

  /** None while the folder cannot be read. */
  private async entriesOf(folder: InboxFolder): Promise<Dirent[]> {
    const item = this.itemAt(folder.path);
    if (performance.now() < item.notBefore) return [];
    try {
      const entries = await readdir(folder.path, { withFileTypes: true });
      item.faults = 0;
      return entries;
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
        await this.intake.setAside({ folder, name: '', item }, 'the folder cannot be read', error);
      return [];
    }
  }

  private async itemsOf(folder: InboxFolder, entries: readonly Dirent[]): Promise<InboxEntry[]> {
    const found: InboxEntry[] = [];
    for (const entry of entries) {
      const judgement = folder.judge(entry);
      if (judgement === 'skip') continue;
      const { name } = entry;
      const item = this.itemAt(join(folder.path, name), judgement === 'feed' ? undefined : judgement.ignored);
      if (await this.updateItem(folder, entry, item)) found.push({ folder, name, item });
    }
    await this.intake.reportIgnored(found, this.now);
    return found;
  }

  private itemAt(path: string, ignored?: string): InboxItem {
    const former = this.former.get(path);
    const item = former?.ignored === ignored && former ? former : new InboxItem(ignored);
    this.items.set(path, item);
    return item;
  }

  /** Updates the item from the file system; false when the file no longer exists. */
  private async updateItem(folder: InboxFolder, entry: Dirent, item: InboxItem): Promise<boolean> {
    const { now } = this;
    try {
      const stats = await lstat(join(folder.path, entry.name), { bigint: true });
      // The times of a folder change with every file that is put into it.
      const isChanged = item.update(entry.isDirectory() ? `${stats.ino}` : stateOf(stats), stats.mtimeNs, now);
      if (isChanged) this.intake.reportChanged(folder, entry.name);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return false;
      // The cause is reported when the file is opened.
      item.update(code, 0n, now);
    }
    return true;
  }
}

const byArrival = (a: InboxEntry, b: InboxEntry): number =>
  a.item.mtimeNs === b.item.mtimeNs ? (a.name < b.name ? -1 : 1) : a.item.mtimeNs < b.item.mtimeNs ? -1 : 1;
