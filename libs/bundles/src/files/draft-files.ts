import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Drafts are named by their process: `listings.ndjson.draft-<host>-<pid>`. */
const NAME = /\.ndjson\.draft-(.+)-(\d+)$/;
const OWN_HOST = hostname().replaceAll(/[^\w.-]/g, '_');

/** A process on another host, such as a container, cannot be looked up; a file of it that is not written ends so. */
const UNWRITTEN_MS = 24 * 3_600_000;

/** The ending of the names of this process's drafts. */
export const DRAFT = `.draft-${OWN_HOST}-${process.pid}`;

/** Removes drafts of exports that were killed, and keeps those of running ones. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    if (host === undefined) continue;
    const path = join(folder, name);
    const isAbandoned = host === OWN_HOST ? !isRunning(Number(pid)) : await isUnwritten(path);
    if (isAbandoned) await rm(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function isUnwritten(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - UNWRITTEN_MS;
}
