import { totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { DATA } from '../places.js';

/** The PostgreSQL server that the directories lie on. */
export class DatabaseServer {
  private constructor(private readonly url: string) {}

  /** The server of BENCH_DATABASE_URL, else an embedded one. */
  static async start(cleanup: Cleanup): Promise<DatabaseServer> {
    const given = process.env['BENCH_DATABASE_URL'];
    if (given) return new DatabaseServer(given);
    // As the README recommends: a quarter of the memory.
    const settings = { shared_buffers: `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB` };
    const server = await startEmbeddedServer({ dataDir: join(DATA, 'bench'), settings });
    cleanup.add(() => server.stop());
    return new DatabaseServer(server.adminUrl);
  }

  /** The URL of a database; without a name, the URL that was given. */
  urlOf(name?: string): string {
    if (name === undefined) return this.url;
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** An empty database in the place of one with that name. */
  async recreate(name: string): Promise<void> {
    await this.drop(name);
    await this.query(`CREATE DATABASE ${name}`);
  }

  /** Copies a database without connections; pages stay vacuumed or not. */
  async copy(from: string, to: string): Promise<void> {
    await this.drop(to);
    await this.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  }

  async drop(name: string): Promise<void> {
    await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** Differs when the database was dropped and made again. */
  async oidOf(name: string): Promise<number | undefined> {
    const { rows } = await this.query<{ oid: number }>('SELECT oid FROM pg_database WHERE datname = $1', [name]);
    return rows[0]?.oid;
  }

  /** The comment of a database; `undefined` without one, or without the database. */
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
