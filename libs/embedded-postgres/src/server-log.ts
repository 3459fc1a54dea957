import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

const LARGEST = 5_000_000;
const LINES = 15;

/** The log of the server and `pg_ctl`; the part since the last start can be read separately. */
export class ServerLog {
  readonly path: string;
  private partStart = 0;

  constructor(home: string) {
    this.path = join(home, 'server.log');
  }

  /** Call it before a start. A large log is renamed to `server.log.1`. */
  async startNewPart(): Promise<void> {
    this.partStart = await this.size();
    if (this.partStart <= LARGEST) return;
    await rename(this.path, `${this.path}.1`);
    this.partStart = 0;
  }

  /** The part written since the last start. */
  async newPart(): Promise<string> {
    const file = await open(this.path).catch(() => undefined);
    if (!file) return '';
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(100_000), 0, 100_000, this.partStart);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async lastLines(): Promise<string> {
    const text = (await this.newPart()) || (await readFile(this.path, 'utf8').catch(() => '(empty)'));
    return text.trimEnd().split('\n').slice(-LINES).join('\n');
  }

  private async size(): Promise<number> {
    return (await stat(this.path).catch(() => undefined))?.size ?? 0;
  }
}
