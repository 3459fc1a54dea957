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

/**
 * Why tests that need some of them are left out, as the end of a test's name; empty if they run.
 *
 * @throws in CI, where no test is left out
 */
export function leftOut(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const words = `needs ${missing.join(', ')}`;
  if (process.env['CI']) throw new Error(`This spec ${words}, and CI leaves nothing out`);
  return ` (left out: ${words})`;
}
