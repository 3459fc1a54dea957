import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityRuns, processIdentity } from './live-process.js';

let taken = 0;

/**
 * The users of the server of a data folder: one file for each use, named after its process. Use it under the server's
 * lock.
 */
export class ServerLeases {
  private readonly directory: string;

  constructor(dataDir: string) {
    this.directory = join(dataDir, 'leases');
  }

  /** Records that this process uses the server; returns the lease for `giveBack`. */
  async take(): Promise<string> {
    await mkdir(this.directory, { recursive: true });
    const path = join(this.directory, `${processIdentity()}.${++taken}`);
    await writeFile(path, '');
    return path;
  }

  /** Removes a lease and those of dead processes; returns the number that remain. */
  async giveBack(lease: string): Promise<number> {
    await rm(lease, { force: true });
    const names = await readdir(this.directory);
    const dead = names.filter((name) => !identityRuns(name.replace(/\.\d+$/, '')));
    await Promise.all(dead.map((name) => rm(join(this.directory, name), { force: true })));
    return names.length - dead.length;
  }
}
