import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedRunsRepository } from '../intake/feed-runs.repository.js';
import { codeOf } from './file-errors.js';

const INTERVAL_MS = 5_000;

/** A folder in the inbox for every account: for senders that make none, such as `docker compose cp`. */
export class AccountFolders {
  private readonly made = new Set<number>();
  private nextAt = 0;

  constructor(
    private readonly path: string,
    private readonly runs: FeedRunsRepository,
  ) {}

  /** Makes the folders of new accounts, unless it has just looked. @throws any error of the database or of the inbox folder */
  async makeMissing(): Promise<void> {
    if (performance.now() < this.nextAt) return;
    for (const id of await this.runs.accountIds()) if (!this.made.has(id)) await this.make(id);
    this.nextAt = performance.now() + INTERVAL_MS;
  }

  private async make(id: number): Promise<void> {
    await mkdir(join(this.path, String(id))).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    this.made.add(id);
  }
}
