import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityRuns, processIdentity } from './live-process.js';

let taken = 0;

/** Who uses the server of a data folder: a file for each use, named after its process. To be used under the server's lock. */
export class ServerLeases {
  private readonly directory: string;

  constructor(dataDir: string) {
    this.directory = join(dataDir, 'leases');
  }

  /** Says that this process uses the server; answers what to give back. */
  async take(): Promise<string> {
    await mkdir(this.directory, { recursive: true });
    const path = join(this.directory, `${processIdentity()}.${++taken}`);
    await writeFile(path, '');
    return path;
  }

  /** Gives a lease back, sweeps those of dead processes, and answers how many are left. */
  async giveBack(lease: string): Promise<number> {
    await rm(lease, { force: true });
    const names = await readdir(this.directory);
    const dead = names.filter((name) => !identityRuns(name.replace(/\.\d+$/, '')));
    await Promise.all(dead.map((name) => rm(join(this.directory, name), { force: true })));
    return names.length - dead.length;
  }
}
