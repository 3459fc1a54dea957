import { totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { ROOT } from '../places.js';

/** The PostgreSQL server that the directories lie on. */
export class DatabaseServer {
  private constructor(private readonly url: string) {}

  /** That of BENCH_DATABASE_URL, else an embedded one of its own. */
  static async start(cleanup: Cleanup): Promise<DatabaseServer> {
    const given = process.env['BENCH_DATABASE_URL'];
    if (given) return new DatabaseServer(given);
    // What the README says of a server of its own: a quarter of the memory.
    const settings = { shared_buffers: `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB` };
    const server = await startEmbeddedServer({ dataDir: join(ROOT, '.data/bench'), settings });
    cleanup.add(() => server.stop());
    return new DatabaseServer(server.adminUrl);
  }

  /** The URL of one of its databases; without a name, of the one that it was given with. */
  urlOf(name?: string): string {
    if (name === undefined) return this.url;
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  async has(name: string): Promise<boolean> {
    const { rowCount } = await this.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    return rowCount === 1;
  }

  /** An empty database in the place of whatever has that name. The locale folds every letter, as searches need it. */
  async recreate(name: string): Promise<void> {
    await this.drop(name);
    await this.query(`CREATE DATABASE ${name}`);
  }

  /** A database with the content of another one, which nobody may be connected to; pages are as they are there, vacuumed or not. */
  async copy(from: string, to: string): Promise<void> {
    await this.drop(to);
    await this.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  }

  async drop(name: string): Promise<void> {
    await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** What PostgreSQL knows a database by: another number when it was dropped and made again. */
  async oidOf(name: string): Promise<number | undefined> {
    const { rows } = await this.query<{ oid: number }>('SELECT oid FROM pg_database WHERE datname = $1', [name]);
    return rows[0]?.oid;
  }

  /** What somebody has noted of a database. */
  async noteOf(name: string): Promise<string | undefined> {
    const { rows } = await this.query<{ note: string | null }>(
      "SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1",
      [name],
    );
    return rows[0]?.note ?? undefined;
  }

  /** @param text without quotes */
  async note(name: string, text: string): Promise<void> {
    await this.query(`COMMENT ON DATABASE ${name} IS '${text}'`);
  }

  async version(): Promise<string> {
    const { rows } = await this.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? '';
  }

  private query<Row extends object>(text: string, values: unknown[] = []) {
    return withPool(this.url, (pool) => pool.query<Row>(text, values));
  }
}

export const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

export async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
