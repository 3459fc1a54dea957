import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.js';
import type { Build } from '../directory/build.js';
import { databaseOf, type DatabaseServer } from '../directory/database-server.js';
import { startService, type Service } from '../servers/service.js';
import type { TargetName } from './measurements.js';

const BUSY = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** A build, its service, and the directory that it serves. */
export class Side {
  private constructor(
    readonly name: TargetName,
    readonly url: string,
    readonly service: Service,
  ) {}

  /** @param isWritten the directory is a copy, which is dropped at the end */
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
    return new Side(name, own, await startService(name, build, own, cleanup));
  }

  /** Waits until the database is idle: a statement may outlive its request. */
  async quiet(): Promise<void> {
    while ((await this.service.pool.query(BUSY)).rowCount) await sleep(50);
  }
}
