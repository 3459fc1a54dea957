import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const PAUSE_MS = 1_000;

/** A connection, and the URL that opened it. */
interface Opened {
  readonly url: string;
}

/** The URL of a server, and its open connections. Its role and password may change while the process runs. */
export class UrlSource {
  readonly clients = new Set<Opened>();

  constructor(public url: string) {}

  /** Replaces the connections of a pool that another URL has opened; busy ones when they are free. */
  async renew(pool: Pool): Promise<void> {
    while (!pool.ending && this.hasOutdated()) {
      const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
      for (const client of clients) client.release(this.isOutdated(client as unknown as Opened)); // of our pools
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  private hasOutdated(): boolean {
    return [...this.clients].some((client) => this.isOutdated(client));
  }

  private isOutdated(client: Opened): boolean {
    return client.url !== this.url;
  }
}
