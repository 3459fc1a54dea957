import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFeedName } from '../intake/feed-paths.js';

/** A feed file that lies in the inbox. */
export interface Arrival {
  readonly websiteID: number;
  /** Of the account: `DIR/<websiteID>`. */
  readonly folder: string;
  readonly name: string;
  readonly path: string;
  readonly mtimeMs: number;
}

const ACCOUNT_FOLDER = /^[1-9]\d{0,9}$/;

/** Tells the files of an inbox that have come whole. */
export class Arrivals {
  /** Size and time of each file, and since when it has had them. */
  private seen = new Map<string, { readonly state: string; readonly since: number }>();

  /** @param stillMs how long a file must not have changed; it may be copied there slowly */
  constructor(
    private readonly folder: string,
    private readonly stillMs: number,
  ) {}

  /** The files that have come whole, in order of arrival, and whether others are still coming. */
  async look(): Promise<{ ready: Arrival[]; coming: boolean; folders: string[] }> {
    const now = performance.now();
    const seen: typeof this.seen = new Map();
    const ready: Arrival[] = [];
    const folders = await this.accountFolders();
    for (const { websiteID, folder } of folders) {
      for (const name of (await readdir(folder).catch(() => [])).filter(isFeedName)) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (!found?.isFile()) continue;
        const state = `${found.size} ${found.mtimeMs} ${found.ino}`;
        const before = this.seen.get(path);
        const since = before?.state === state ? before.since : now;
        seen.set(path, { state, since });
        if (now - since >= this.stillMs) ready.push({ websiteID, folder, name, path, mtimeMs: found.mtimeMs });
      }
    }
    this.seen = seen;
    ready.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
    return { ready, coming: ready.length < seen.size, folders: folders.map(({ folder }) => folder) };
  }

  private async accountFolders(): Promise<{ websiteID: number; folder: string }[]> {
    const names = (await readdir(this.folder)).filter((name) => ACCOUNT_FOLDER.test(name));
    return names.map((name) => ({ websiteID: Number(name), folder: join(this.folder, name) }));
  }
}
