import { totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { DATA } from './build.js';

/** The PostgreSQL server of the directories. */
export class DatabaseServer {
  private constructor(private readonly url: string) {}

  /** Connects to the server of BENCH_DATABASE_URL, or starts an embedded one. */
  static async start(cleanup: Cleanup): Promise<DatabaseServer> {
    const given = process.env['BENCH_DATABASE_URL'];
    if (given) return new DatabaseServer(given);
    // The README recommends a quarter of the memory.
    const settings = { shared_buffers: `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB` };
    const server = await startEmbeddedServer({ dataDir: join(DATA, 'bench'), settings });
    cleanup.add(() => server.stop());
    return new DatabaseServer(server.adminUrl);
  }

  urlOf(name: string): string {
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Creates an empty database, or a copy of another one, vacuumed or not. Replaces a database with the same name. */
  async create(name: string, template?: string): Promise<string> {
    await this.drop(name);
    await this.query(`CREATE DATABASE ${name} ${template ? `TEMPLATE ${template} STRATEGY FILE_COPY` : ''}`);
    return this.urlOf(name);
  }

  async drop(name: string): Promise<void> {
    await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** The comment of a database; `undefined` if it has none or does not exist. */
  async noteOf(name: string): Promise<string | undefined> {
    const [row] = await this.query(`SELECT shobj_description(oid, 'pg_database') AS note
      FROM pg_database WHERE datname = '${name}'`);
    return row?.['note'];
  }

  async note(name: string, text: string): Promise<void> {
    await this.query(`COMMENT ON DATABASE ${name} IS '${text}'`);
  }

  async version(): Promise<string> {
    return (await this.query('SHOW server_version'))[0]?.['server_version'] ?? '';
  }

  private async query(text: string): Promise<Record<string, string>[]> {
    return (await queryOnce(this.url, text)) as Record<string, string>[]; // the statements above select texts
  }
}

export const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** Runs a statement on its own connection. */
export async function queryOnce(url: string, text: string): Promise<object[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    return (await pool.query<object>(text)).rows;
  } finally {
    await pool.end();
  }
}
