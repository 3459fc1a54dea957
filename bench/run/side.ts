import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { databaseOf } from '../directory/database-server.js';
import type { Surroundings } from './plan.js';
import { Writer, type Written } from '../writing/writer.js';

/** Autovacuum as the build configures it goes on where this is not said. */
const WITHOUT_AUTOVACUUM = `
  DO $$ DECLARE each regclass; BEGIN
    FOR each IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)', each);
    END LOOP;
  END $$`;

const MAY_CHECKPOINT = "SELECT pg_has_role('pg_checkpoint', 'USAGE') AS may";

/** A directory that servers of one build answer from, and what writes to it. */
export class Side {
  private constructor(
    readonly url: string,
    readonly pool: Pool,
    private readonly writer: Writer | undefined,
  ) {}

  /** A directory that is only read. */
  static reading(url: string, cleanup: Cleanup): Side {
    return new Side(url, poolOf(url, cleanup), undefined);
  }

  /**
   * A copy of a directory, which is dropped in the end.
   *
   * @param name of the copy
   * @param root the commit whose write paths write to it
   * @param lines the folder of those that are changed
   */
  static async written(
    url: string,
    name: string,
    root: string,
    lines: string,
    { server, progress, signal }: Surroundings,
    cleanup: Cleanup,
  ): Promise<Side> {
    progress.step(`copying ${databaseOf(url)}`);
    await server.copy(databaseOf(url), name);
    cleanup.add(() => server.drop(name));
    const copy = server.urlOf(name);
    const pool = poolOf(copy, cleanup);
    return new Side(copy, pool, await Writer.start(root, copy, lines, signal, cleanup));
  }

  /** Commits so many changes a second from now on; returns what became of the rate before. */
  async turn(commits: number): Promise<Written | undefined> {
    return this.writer?.turn(commits);
  }

  /** All listings of the lines are changed; ANALYZE, and no VACUUM from now on. Then what was written goes to the disk. */
  async change(): Promise<Written | undefined> {
    await this.pool.query(WITHOUT_AUTOVACUUM);
    const written = await this.writer?.load();
    await this.pool.query('ANALYZE');
    const { rows } = await this.pool.query<{ may: boolean }>(MAY_CHECKPOINT);
    if (rows[0]?.may) await this.pool.query('CHECKPOINT');
    return written;
  }
}

function poolOf(url: string, cleanup: Cleanup): Pool {
  const pool = new Pool({ connectionString: url, max: 2 });
  // The database is dropped under it when a run is interrupted.
  pool.on('error', () => undefined);
  cleanup.add(() => pool.end());
  return pool;
}
