import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian has servers, which the path of an ordinary user leaves out. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Those of some programs that are not installed here. */
export const missingPrograms = (...names: string[]): string[] =>
  names.filter((name) => !FOLDERS.some((folder) => isExecutable(join(folder, name))));

/** Why tests that need some of them are left out, as the end of a test's name; empty if they run. */
export const leftOut = (missing: readonly string[]): string =>
  missing.length === 0 ? '' : ` (left out: needs ${missing.join(', ')})`;
