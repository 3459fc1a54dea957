import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** The release that the programs report: the version in package.json and the commit of the build. */
export function release() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return { version, commit: (process.env.COMMIT || checkedOut()).slice(0, 7) };
}

/** An image is built without `.git`, so the build argument COMMIT gives the commit. */
function checkedOut() {
  if (!existsSync(join(ROOT, '.git'))) return 'unknown';
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return 'unknown';
  }
}
