import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedServerError } from './embedded-server.error.js';
import { identityRuns, processIdentity } from './live-process.js';

const PATIENCE_MS = 300_000;
const POLL_MS = 25;

/**
 * Runs a task while no other process, and no other task of this process, holds the lock of this path. A lock whose
 * holder has died is broken.
 *
 * @throws EmbeddedServerError when a living holder keeps it for five minutes
 */
export async function withLock<T>(path: string, task: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await task();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await create(path))) {
    const holder = await readHolder(path);
    if (holder !== undefined && !identityRuns(holder)) await breakLock(path, holder);
    else await sleep(POLL_MS);
    if (Date.now() > deadline) throw new EmbeddedServerError(`The process ${holder} doesn't let go of ${path}.`);
  }
}

/** Creates the lock by linking a complete file, so that a lock always names its holder. */
async function create(path: string): Promise<boolean> {
  const draft = `${path}.draft-${randomBytes(6).toString('hex')}`;
  await writeFile(draft, processIdentity());
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes the lock of a dead process. If two processes see it as dead, only one may remove it, because the second could
 * remove the lock that the first has created since. So breaking requires a lock of its own, whose name contains the
 * dead holder's; its owner checks again before it removes the lock.
 */
async function breakLock(path: string, deadHolder: string): Promise<void> {
  await withLock(`${path}.${deadHolder}`, async () => {
    if ((await readHolder(path)) === deadHolder) await rm(path, { force: true });
  });
}

async function readHolder(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
