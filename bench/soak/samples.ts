import { appendFileSync } from 'node:fs';
import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import type { LimitedProcess } from './limited-process.js';

/** What a run measures, at one time. */
export interface Sample {
  readonly seconds: number;
  /** By the process, in MB. */
  readonly memory: Readonly<Record<string, number>>;
  readonly openFiles: Readonly<Record<string, number>>;
  /** Sessions of the programs on the primary and on the standby. */
  readonly connections: number;
  readonly standbyConnections: number;
  readonly tables: Readonly<Record<string, Table>>;
}

interface Table {
  readonly dead: number;
  readonly megabytes: number;
}

/** Tables whose rows go again within the run, or are replaced. */
export const BOUNDED_TABLES = [
  'accounts', 'agents', 'credential_uses', 'feed_upload_chunks', 'feed_uploads', 'hook_retries', 'hook_states',
  'idempotent_answers', 'listing_documents', 'listings', 'current_listings', 'pending_changes',
] as const; // prettier-ignore

const SESSIONS = `SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE application_name LIKE 'agency-directory%'`;
const TABLES = `SELECT relname AS name, n_dead_tup::int AS dead, pg_total_relation_size(relid)::float / 1048576 AS megabytes
  FROM pg_stat_user_tables WHERE relname = ANY ($1)`;

/** Reads samples, and writes each to a file. */
export class Sampler {
  readonly samples: Sample[] = [];
  private readonly primary: Pool;
  private readonly standby: Pool;

  constructor(
    private readonly processes: readonly LimitedProcess[],
    urls: { readonly primary: string; readonly standby: string },
    private readonly file: string,
    cleanup: Cleanup,
  ) {
    [this.primary, this.standby] = [urls.primary, urls.standby].map((connectionString) => {
      const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 2_000 });
      pool.on('error', () => undefined); // a restart
      cleanup.add(() => pool.end());
      return pool;
    }) as [Pool, Pool];
    const names = processes.map(({ name }) => name);
    const tables = BOUNDED_TABLES.flatMap((name) => [`${name} dead`, `${name} MB`]);
    const head = ['seconds', ...names.map((name) => `${name} MB`), ...names.map((name) => `${name} files`)];
    this.write([...head, 'connections', 'standby connections', ...tables]);
  }

  /** Takes a sample; none while a server restarts. */
  async take(seconds: number): Promise<void> {
    const found = await this.read(seconds).catch(() => undefined);
    if (!found) return;
    this.samples.push(found);
    const { memory, openFiles, connections, standbyConnections, tables } = found;
    const ofTables = BOUNDED_TABLES.flatMap((name) => [tables[name]?.dead ?? 0, tables[name]?.megabytes ?? 0]);
    const numbers = [
      ...Object.values(memory),
      ...Object.values(openFiles),
      connections,
      standbyConnections,
      ...ofTables,
    ];
    this.write([seconds, ...numbers].map((number) => number.toFixed(1)));
  }

  private async read(seconds: number): Promise<Sample> {
    const sessionsOf = async (pool: Pool) => (await pool.query<{ sessions: number }>(SESSIONS)).rows[0]?.sessions ?? 0;
    const { rows } = await this.primary.query<Table & { name: string }>(TABLES, [BOUNDED_TABLES]);
    const tables = rows.map(({ name, dead, megabytes }) => [name, { dead, megabytes }] as const);
    const [connections, standbyConnections] = [await sessionsOf(this.primary), await sessionsOf(this.standby)];
    const byProcess = (of: (process: LimitedProcess) => number) =>
      Object.fromEntries(this.processes.map((process) => [process.name, of(process)]));
    return {
      seconds,
      memory: byProcess(({ memory }) => memory),
      openFiles: byProcess(({ openFiles }) => openFiles),
      connections,
      standbyConnections,
      tables: Object.fromEntries(tables),
    };
  }

  private write(values: readonly string[]): void {
    appendFileSync(this.file, `${values.join(',')}\n`);
  }
}
