import type { Cleanup } from '../cleanup.js';
import type { Build } from '../directory/build.js';
import { databaseOf, type DatabaseServer } from '../directory/database-server.js';
import { startService, type Service } from '../servers/service.js';
import { Writer } from '../writing/writer.js';
import type { TargetName } from './target.js';

const WITHOUT_AUTOVACUUM = `
  DO $$ DECLARE each regclass; BEGIN
    FOR each IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)', each);
    END LOOP;
  END $$`;

const BUSY = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** A build, its service, and the directory that it answers from. */
export class Side {
  private constructor(
    readonly name: TargetName,
    readonly url: string,
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
    const own = isWritten ? await server.create(copy, databaseOf(url)) : url;
    if (isWritten) cleanup.add(() => server.drop(copy));
    const service = await startService(build, own, cleanup);
    return new Side(name, own, service, isWritten ? await Writer.start(build.root, own, service, cleanup) : undefined);
  }

  /** Commits so many changes a second from now on; returns the commits at the rate before. */
  async commit(rate: number): Promise<number> {
    return (await this.writer?.order({ rate }))?.count ?? 0;
  }

  /** Changes listings, spread over all current ones; ANALYZE, and no VACUUM from now on. @returns changes a second */
  async change(most: number): Promise<number> {
    const { pool } = this.service;
    const { rows } = await pool.query<{ current: number }>(
      "SELECT count(*)::int AS current FROM listings WHERE status = 'current'",
    );
    await pool.query(WITHOUT_AUTOVACUUM);
    const written = await this.writer?.order({ every: Math.max(1, Math.floor((rows[0]?.current ?? 0) / most)) });
    await pool.query('ANALYZE');
    await pool.query('CHECKPOINT');
    return written ? written.count / written.seconds : 0;
  }

  /** Waits until the database is idle: a statement may outlive its request. */
  async quiet(): Promise<void> {
    while ((await this.service.pool.query(BUSY)).rowCount) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
