import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withClient } from '@testing';
import { Client } from 'pg';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';

const RECIPE = resolve(import.meta.dirname, '../../../ops/pgbouncer/pgbouncer.ini');

/** `admin_users` of the recipe. */
const ADMINISTRATOR = 'pgbouncer_admin';

/** PgBouncer in transaction mode in front of a database, with fewer connections to it than clients. */
export class PgBouncer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    /** The settings for the service. */
    readonly url: string,
  ) {}

  /** @param settings instead of those of the recipe */
  static async start(to: string, settings: Readonly<Record<string, string>> = {}): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(to);
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    const own = await freePort();
    const database = pathname.slice(1);
    const replaced = {
      listen_addr: '127.0.0.1',
      listen_port: String(own),
      auth_file: join(folder, 'userlist.txt'),
      default_pool_size: '3',
      ...settings,
    };
    const recipe = Object.entries(replaced).reduce(
      (text, [name, value]) => text.replace(new RegExp(`^${name} = .*`, 'm'), `${name} = ${value}`),
      await readFile(RECIPE, 'utf8'),
    );
    const line = `${database} = host=${hostname} port=${port} dbname=${database}`;
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, recipe.replace(/^directory = .*/m, line));
    await writeFile(
      replaced.auth_file,
      `"${username}" "${decodeURIComponent(password)}"\n"${ADMINISTRATOR}" "admin"\n`,
    );
    await chmod(folder, 0o755);
    const asRoot = process.getuid?.() === 0; // PgBouncer refuses to run as root
    const child = spawn('pgbouncer', [...(asRoot ? ['--user', 'nobody'] : []), file], { stdio: 'ignore' });
    const bouncer = new PgBouncer(child, folder, `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`);
    await withClient(bouncer.url, () => Promise.resolve());
    return bouncer;
  }

  /** The number of clients in the queue, by the console. */
  async waiting(): Promise<number> {
    const console = Object.assign(new URL(this.url), {
      username: ADMINISTRATOR,
      password: 'admin',
      pathname: '/pgbouncer',
    });
    const client = new Client(console.href);
    await client.connect();
    const { rows } = await client.query<{ cl_waiting: string }>('SHOW POOLS');
    await client.end();
    return rows.reduce((sum, { cl_waiting: count }) => sum + Number(count), 0);
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGQUIT');
    await ended;
    await rm(this.folder, { recursive: true });
  }
}
