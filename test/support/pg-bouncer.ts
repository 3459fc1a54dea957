import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { freePort } from './free-port.js';
import { isInstalled } from './installed.js';

const PROGRAM = 'pgbouncer';

/** Whether the pooler is installed here. */
export const hasPgBouncer = isInstalled(PROGRAM);

/** PgBouncer in transaction mode before a database, with fewer connections to it than come in. */
export class PgBouncer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    /** What the service is given. */
    readonly url: string,
  ) {}

  static async start(to: string): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(to);
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    const own = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
    );
    await chmod(folder, 0o755);
    const asRoot = process.getuid?.() === 0; // which it refuses to be
    const child = spawn(PROGRAM, [...(asRoot ? ['--user', 'nobody'] : []), file], { stdio: 'ignore' });
    const bouncer = new PgBouncer(child, folder, `postgres://${username}@127.0.0.1:${own}${pathname}`);
    await vi.waitFor(() => bouncer.connect(), { timeout: 10_000, interval: 50 });
    return bouncer;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGQUIT');
    await ended;
    await rm(this.folder, { recursive: true });
  }

  private async connect(): Promise<void> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    await client.end();
  }
}
