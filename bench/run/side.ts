import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import type { Build } from '../directory/build.js';
import { databaseOf, type DatabaseServer } from '../directory/database-server.js';
import { startService, type Service } from '../servers/service.js';
import { Writer, type Written } from '../writing/writer.js';
import type { TargetName } from './target.js';

const WITHOUT_AUTOVACUUM = `
  DO $$ DECLARE each regclass; BEGIN
    FOR each IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)', each);
    END LOOP;
  END $$`;

const BUSY = `SELECT count(*)::int AS busy FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** A build, its service, and the directory that it answers from. */
export class Side {
  private constructor(
    readonly name: TargetName,
    readonly build: Build,
    readonly url: string,
    readonly pool: Pool,
    readonly service: Service,
    private readonly writer: Writer | undefined,
  ) {}

  /** @param isWritten the directory is a copy, which is dropped in the end */
  static async open(
    name: TargetName,
    build: Build,
    url: string,
    isWritten: boolean,
    server: DatabaseServer,
    cleanup: Cleanup,
  ): Promise<Side> {
    const copy = `bench_copy_${name}`;
    if (isWritten) {
      await server.copy(databaseOf(url), copy);
      cleanup.add(() => server.drop(copy));
    }
    const own = isWritten ? server.urlOf(copy) : url;
    const pool = new Pool({ connectionString: own, max: 2 });
    // The database is dropped under it when a run is interrupted.
    pool.on('error', () => undefined);
    cleanup.add(() => pool.end());
    const service = await startService(build, own, cleanup);
    const writer = isWritten ? await Writer.start(build.root, own, service, cleanup) : undefined;
    return new Side(name, build, own, pool, service, writer);
  }

  /** Commits so many changes a second from now on; returns the changes at the rate before. */
  async commit(rate: number): Promise<Written | undefined> {
    return this.writer?.commit(rate);
  }

  /** Changes listings, spread over all current ones; ANALYZE, and no VACUUM from now on. @returns changes a second */
  async change(most: number): Promise<number> {
    const { rows } = await this.pool.query<{ current: number }>(
      "SELECT count(*)::int AS current FROM listings WHERE status = 'current'",
    );
    await this.pool.query(WITHOUT_AUTOVACUUM);
    const written = await this.writer?.change(Math.max(1, Math.floor((rows[0]?.current ?? 0) / most)));
    await this.pool.query('ANALYZE');
    const may = await this.pool.query<{ may: boolean }>("SELECT pg_has_role('pg_checkpoint', 'USAGE') AS may");
    if (may.rows[0]?.may) await this.pool.query('CHECKPOINT');
    return written ? written.count / written.seconds : 0;
  }

  /** Waits until the database is idle: a statement may outlive its request. */
  async quiet(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await this.pool.query<{ busy: number }>(BUSY);
      if (rows[0]?.busy === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
