import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folder where Debian installs servers, which the path of an ordinary user lacks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The programs that are not installed here. */
export const missingPrograms = (...names: string[]): string[] =>
  names.filter((name) => !FOLDERS.some((folder) => isExecutable(join(folder, name))));

/**
 * A suffix for test names that explains why tests that need some programs are skipped; empty if they run.
 *
 * @throws in CI, where no test may be skipped
 */
export function leftOut(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const words = `needs ${missing.join(', ')}`;
  if (process.env['CI']) throw new Error(`This spec ${words}, and CI leaves nothing out`);
  return ` (left out: ${words})`;
}
