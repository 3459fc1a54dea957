import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A path that is neither a file nor a folder. */
export class NoFeedError extends Error {
  override readonly name = 'NoFeedError';
}

export const isFeedName = (name: string): boolean => /^[^.].*\.xml$/i.test(name);

/** Whether a path is a REAXML file, or a folder of them that is no bundle. */
export async function isFeedPath(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => undefined);
  if (!names) return isFeedName(basename(path));
  return names.some(isFeedName) && !names.some((name) => name.endsWith('.ndjson'));
}

/**
 * The REAXML files of some paths: files as given, and the `*.xml` files of folders, by name.
 *
 * @throws NoFeedError at the first path that is neither
 */
export async function findFeeds(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new NoFeedError(`${path}: no such file or folder`);
    if (!found.isDirectory()) {
      if (!isFeedName(basename(path))) throw new NoFeedError(`${path}: not a file called *.xml`);
      files.push(path);
      continue;
    }
    const names = (await readdir(path)).filter(isFeedName).sort();
    if (names.length === 0) throw new NoFeedError(`${path}: holds no *.xml`);
    files.push(...names.map((name) => join(path, name)));
  }
  return files;
}
