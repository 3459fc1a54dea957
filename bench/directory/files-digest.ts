import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Twelve hexadecimal digits, others when one of the files has another name or content. */
export function filesDigest(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.toSorted()) hash.update(basename(path)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}

/** The compiled files of a folder. */
export const compiledIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));
