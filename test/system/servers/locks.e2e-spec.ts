import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource, migrate } from '@app/persistence';
import { Database, SqlExecutor, sql } from '@app/sql';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountAnswer, createAccount, expectProblem, type Problem, specService, testSettings } from '@testing';
import { startOwnServer } from '../support/own-server.js';

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

/** Runs work while a session of a database administrator holds a lock, which it releases when `release` is called. */
async function whileLocked(lock: string, work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const administrator = new Client({ connectionString: service.store.url, application_name: 'psql' });
  await administrator.connect();
  try {
    await administrator.query(`BEGIN; ${lock}`);
    await work(() => administrator.query('ROLLBACK'));
  } finally {
    await administrator.end();
  }
}

describe('a table that an administrator has locked', () => {
  it('delays only reads that need it, for five seconds, and the error names the session', () =>
    whileLocked('LOCK TABLE agents IN ACCESS EXCLUSIVE MODE', async (release) => {
      // Fewer than the connections for lists: more of the operator's would delay its other reads as well.
      const blocked = [1, 2].map((limit) => service.get<Problem>(`/api/v1/agents?limit=${limit}`));
      const statement = SqlExecutor.of(service.store.dataSource).query(sql`SELECT FROM agents`);
      await expect(statement).rejects.toThrow(
        /lock timeout: agents is locked by process \d+ \(psql, idle in transaction since 20\S+Z\)$/,
      );
      for (const { status } of await Promise.all([
        service.get('/readyz'),
        service.get('/api/v1/suburbs/regions'),
        service.get('/api/v1/websites', { as: account }),
      ]))
        expect(status).toBe(200);
      for (const answer of await Promise.all(blocked)) expectProblem(answer, 503, 'UNAVAILABLE');
      await release();
      expect((await service.get('/api/v1/agents')).status).toBe(200);
    }));
});

class AddLockedColumn9999999999999 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('ALTER TABLE agents ADD locked text');
  }
  down(runner: QueryRunner): Promise<unknown> {
    return runner.query('ALTER TABLE agents DROP COLUMN locked');
  }
}

describe('a migration', () => {
  it('gives way to a session that reads the table, names it, lets others read, and repeats', () =>
    whileLocked('SELECT FROM agents', async (release) => {
      const { settings, options } = service.store.dataSource as Database;
      const migrations = [...(options.migrations as (() => void)[]), AddLockedColumn9999999999999];
      const later = new Database(settings, { entities: options.entities ?? [], migrations });
      await later.initialize();
      const holders: string[] = [];
      const migrated = migrate(later, { onWait: (line) => holders.push(line) });
      await expect.poll(() => holders).toEqual([expect.stringMatching(/ is locked by process \d+ \(psql, /)]);
      // Readers that came while it waited are answered when it gives way.
      expect((await service.get('/api/v1/agents?limit=3')).status).toBe(200);
      await release();
      expect(await migrated).toEqual(['AddLockedColumn9999999999999']);
      await later.undoLastMigration();
      await later.destroy();
    }));
});

describe('a server whose connections are used up', () => {
  it('is waited for at every step of a start', async () => {
    const server = await startOwnServer({ max_connections: '14' });
    const others: Client[] = [];
    try {
      await server.dataSource.destroy();
      const database = createDataSource(server.url, { ...testSettings, databaseWaitSeconds: 30 });
      const fill = async () => {
        for (;;) {
          const other = new Client(server.url);
          other.on('error', () => undefined);
          try {
            await other.connect();
            others.push(other);
          } catch {
            return;
          }
        }
      };
      const free = (count: number) => Promise.all(others.splice(0, count).map((other) => other.end()));
      await fill();
      const started = database.initialize().then(async () => migrate(database));
      let steps = 0;
      void started.then(() => (steps = Infinity));
      for (; steps < 12; steps += 1) {
        await sleep(300);
        await free(1);
      }
      expect(await started).toEqual([]);
      await database.destroy();
    } finally {
      await Promise.all(others.map((other) => other.end()));
      await server.drop();
    }
  });
});
