import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from '@app/process';
import { withSessionLock } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IntakeOptions } from './inbox-intake.js';
import { InboxPass } from './inbox-pass.js';
import { InboxQueue } from './inbox-queue.js';

const RESCAN_MS = 2_000;

export interface InboxOptions extends IntakeOptions {
  /** Stops the inbox. */
  readonly signal: AbortSignal;
  /** The interval between two scans of the folders; default: two seconds. */
  readonly rescanMs?: number;
  /** Makes a folder for every account. */
  readonly makesFolders?: boolean;
  /** Called when another inbox already works on the database. */
  readonly onWait?: () => void;
}

/** The inbox of REAXML files. */
@Injectable()
export class Inbox {
  private pass: InboxPass | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: InboxQueue,
  ) {}

  /** The number of feed files that lie in the inbox; undefined while another process works on it. */
  get waitingFiles(): number | undefined {
    return this.pass?.waiting;
  }

  /**
   * Stores the files `DIR/<websiteID>/*.xml` in the queue of feeds, in order of arrival for each account. When a run
   * has ended, its file is moved to `done` or `failed` in the same folder. If the inbox is killed, its files keep their
   * runs. A fault of one file or account folder stops neither the others nor the inbox.
   *
   * @throws any error of the database or of the inbox folder
   */
  async run(path: string, options: InboxOptions): Promise<void> {
    const { signal, rescanMs = RESCAN_MS, makesFolders = false, onWait = () => undefined } = options;
    // One process moves the files.
    await withSessionLock(this.dataSource, 'inbox', { signal, onWait }, async (ensureHeld) => {
      this.queue.job.start();
      const pass = (this.pass = new InboxPass(path, this.queue, options));
      try {
        const worker = new Worker(
          async () => {
            await ensureHeld();
            if (makesFolders) await this.makeFolders(path);
            return (await pass.run()) ? 0 : rescanMs;
          },
          { restMs: rescanMs },
        );
        const end = (): void => void worker.end(0);
        signal.addEventListener('abort', end, { once: true });
        if (!signal.aborted) await worker.start();
      } finally {
        this.pass = undefined;
      }
    });
  }

  private async makeFolders(path: string): Promise<void> {
    const names = new Set(await readdir(path));
    const missing = (await this.queue.runs.accountIds()).map(String).filter((name) => !names.has(name));
    for (const name of missing) await mkdir(join(path, name), { recursive: true });
  }
}
