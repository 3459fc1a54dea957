import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStore, specStore } from '@testing';
import { databaseOf } from './pool/database.js';
import type { LimitedClient } from './pool/limited-client.js';
import { SqlExecutor } from './sql-executor.js';
import { anyOfIds, raw, sql, unseen } from './tag.js';

const store = specStore();
let pooled: SqlExecutor;

beforeAll(async () => {
  pooled = SqlExecutor.of(store.dataSource);
  await pooled.execute(sql`CREATE TABLE counters (name text PRIMARY KEY, value int NOT NULL)`);
});

const KINDS = ['list', 'composed', 'lookup', 'reserved'] as const;
const backend = sql`SELECT pg_backend_pid() AS pid`;
const values = () => pooled.query(sql`SELECT name, value FROM counters ORDER BY name`);

describe.each([
  ['on the pool', <T>(work: (executor: SqlExecutor) => Promise<T>) => work(pooled)],
  ['in a transaction', <T>(work: (executor: SqlExecutor) => Promise<T>) => pooled.transaction(work)],
])('SqlExecutor %s', (_, within) => {
  it('returns rows for every form of a statement', async () => {
    const statement = sql`SELECT ${'x'}::text AS text, ${2}::int AS number`;
    const rows = [{ text: 'x', number: 2 }];
    await within(async (executor) => {
      for (const kind of KINDS) expect(await executor.query(statement, kind)).toEqual(rows);
    });
  });

  it('returns the rows of RETURNING for every kind of write', async () => {
    await within(async (executor) => {
      const made = await executor.execute(sql`INSERT INTO counters VALUES ('a', 1) RETURNING value`);
      const moved = await executor.execute(sql`UPDATE counters SET value = 2 RETURNING value`);
      const quiet = await executor.execute(sql`UPDATE counters SET value = 3`);
      const gone = await executor.execute(sql`DELETE FROM counters RETURNING value`);
      expect([made, moved, quiet, gone]).toEqual([[{ value: 1 }], [{ value: 2 }], [], [{ value: 3 }]]);
    });
  });
});

describe('SqlExecutor', () => {
  it('binds values, and never writes them into the text', async () => {
    const hostile = `'); DROP TABLE agents; --`;
    const [row] = await pooled.query(sql`SELECT ${hostile} AS said, ${raw('1 + 1')} AS two`);
    expect(row).toEqual({ said: hostile, two: 2 });
  });

  it('prepares look-ups, however many statements were composed before', async () => {
    const isPrepared = (text: string) =>
      sql`SELECT ${text} = ANY(SELECT statement FROM pg_prepared_statements) AS "isPrepared"`;
    const statements = Array.from({ length: 250 }, (_, at) => raw(`SELECT ${at} AS number`));
    for (const statement of statements) await pooled.query(statement, 'composed');
    const lookUp = raw('SELECT 1 AS one');
    await pooled.query(lookUp, 'lookup');
    // Sequential statements use the same connection.
    expect(await pooled.query(isPrepared(lookUp.text))).toEqual([{ isPrepared: true }]);
    const last = statements.at(-1);
    expect(await pooled.query(isPrepared(last?.text ?? ''))).toEqual([{ isPrepared: false }]);
    const [{ count }] = (await pooled.query(
      sql`SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE 'SELECT % AS number'`,
    )) as [{ count: number }];
    expect(count).toBeLessThanOrEqual(200);
  });

  describe('keeps the plan of a look-up with few values', () => {
    beforeAll(async () => {
      await pooled.execute(sql`CREATE TABLE numbered AS SELECT id FROM generate_series(1, 20000) AS id`);
      await pooled.execute(sql`ALTER TABLE numbered ADD PRIMARY KEY (id)`);
      await pooled.execute(sql`ANALYZE numbered`);
    });

    it.each([
      ['by ids', (ids: number[]) => sql`SELECT id FROM numbered WHERE id = ${anyOfIds(ids)} ORDER BY id`],
      [
        'joined to an array',
        (ids: number[]) => sql`SELECT id FROM unnest(${unseen(sql`${ids}::int[]`)}) AS asked(id)
          JOIN numbered USING (id) ORDER BY id`,
      ],
    ])('%s', async (_, lookUp) => {
      for (let id = 1; id <= 20; id += 1)
        expect(await pooled.query(lookUp([id, 30]), 'lookup')).toEqual([{ id }, { id: 30 }]);
      // PostgreSQL compares custom plans with a generic one for five executions.
      expect(
        await pooled.query(sql`SELECT custom_plans::int AS custom, generic_plans::int AS generic
          FROM pg_prepared_statements WHERE statement = ${lookUp([1]).text}`),
      ).toEqual([{ custom: 5, generic: 15 }]);
    });
  });

  it('sends all statements of a transaction on one connection', async () => {
    const pids = await pooled.transaction(async (executor) => [
      await executor.query(backend, 'reserved'),
      await executor.execute(backend),
      await executor.manager.query<object[]>(backend.text),
    ]);
    expect(new Set(pids.map((rows) => JSON.stringify(rows))).size).toBe(1);
  });

  it('rolls back a transaction that throws', async () => {
    const failing = pooled.transaction(async (executor) => {
      await executor.execute(sql`INSERT INTO counters VALUES ('b', 1)`);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await values()).toEqual([]);
  });

  it.each([
    ['a statement', (executor: SqlExecutor) => executor.execute(sql`SELECT 1`)],
    ['a statement of TypeORM', ({ manager }: SqlExecutor) => manager.query('SELECT 1')],
    ['the end of the transaction', () => Promise.resolve()],
  ])('throws the connection loss of a transaction, whichever error comes next: %s', async (_, next) => {
    const lost = pooled.transaction(async (executor) => {
      const [own] = await executor.query<{ pid: number }>(backend);
      const client = await executor.client();
      const hasEnded = new Promise((resolve) => client.once('end', resolve));
      await pooled.query(sql`SELECT pg_terminate_backend(${own?.pid})`);
      await hasEnded;
      await next(executor);
    });
    await expect(lost).rejects.toMatchObject({
      code: '08006',
      message: expect.stringContaining('terminating connection due to administrator command') as string,
    });
  });

  it('repeats a read after a connection loss, but no write', async () => {
    const endOwn = (name: string) => sql`
      SELECT pg_terminate_backend(pg_backend_pid()) FROM counters WHERE name = ${name} AND nextval('ends') = 1`;
    await pooled.execute(sql`CREATE SEQUENCE ends`);
    await pooled.execute(sql`INSERT INTO counters VALUES ('d', 1)`);
    try {
      for (const kind of KINDS) {
        await pooled.execute(sql`ALTER SEQUENCE ends RESTART`);
        expect(await pooled.query(endOwn('d'), kind)).toEqual([]);
      }
      await pooled.execute(sql`ALTER SEQUENCE ends RESTART`);
      let snapshots = 0;
      const read = pooled.readTogether(async (executor) => {
        snapshots += 1;
        const [own] = await executor.query<{ pid: number }>(backend);
        if (snapshots === 1) await pooled.query(sql`SELECT pg_terminate_backend(${own?.pid})`);
        return executor.query(sql`SELECT 1 AS one`);
      });
      expect(await read).toEqual([{ one: 1 }]);
      expect(snapshots).toBe(2);
      await expect(pooled.execute(endOwn('d'))).rejects.toThrow('terminat');
    } finally {
      await pooled.execute(sql`DELETE FROM counters WHERE name = 'd'`);
    }
  });

  it('limits the time of statements, except in a long transaction', async () => {
    const limit = sql`SELECT current_setting('statement_timeout') AS limit`;
    const long = await pooled.longTransaction((executor) => executor.query(limit));
    expect(long).toEqual([{ limit: '0' }]);
    expect(await pooled.query(limit)).not.toEqual(long);
  });

  it('reads one snapshot despite concurrent commits, and cannot write in it', async () => {
    const count = sql`SELECT count(*)::int AS count FROM counters`;
    const read = pooled.readSnapshot(async (executor) => {
      await executor.query(count);
      await pooled.execute(sql`INSERT INTO counters VALUES ('c', 1)`);
      expect(await executor.query(count)).toEqual([{ count: 0 }]);
      await executor.execute(sql`DELETE FROM counters`);
    });
    await expect(read).rejects.toThrow('read-only transaction');
    expect(await values()).toEqual([{ name: 'c', value: 1 }]);
  });

  it('streams rows only inside a transaction', async () => {
    const statement = sql`SELECT generate_series(1, ${3}::int) AS at`;
    const streamed: unknown[] = [];
    await pooled.readSnapshot(async (executor) => {
      for await (const rows of executor.stream(statement)) streamed.push(...rows);
    });
    expect(streamed).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
    await expect(pooled.stream(statement).next()).rejects.toThrow('connection of a transaction');
  });

  it('streams statements one after another, however each ends', async () => {
    const statement = sql`SELECT generate_series(1, ${1_000}::int) AS at`;
    await pooled.readSnapshot(async (executor) => {
      for await (const rows of executor.stream<{ at: number }>(statement)) {
        if (rows.at(-1)?.at === 400) break;
      }
      const lengths: number[] = [];
      for await (const rows of executor.stream(statement)) lengths.push(rows.length);
      expect(lengths).toEqual([200, 200, 200, 200, 200]);
    });
  });

  it('throws the error that ends a stream, and releases its connection', async () => {
    const fails = sql`SELECT 1 / (${500}::int - at) AS at FROM generate_series(1, 1000) at`;
    const read = async (onRows: (pid: number | undefined) => Promise<unknown>) =>
      pooled.readSnapshot(async (executor) => {
        const [own] = await executor.query<{ pid: number }>(backend);
        for await (const rows of executor.stream(fails)) if (rows.length > 0) await onRows(own?.pid);
      });
    await expect(read(() => Promise.resolve())).rejects.toThrow('division by zero');
    // While rows are processed, only the error reports it.
    const later = read(() => sleep(10).then(() => Promise.reject(new Error('on purpose'))));
    await expect(later).rejects.toThrow('on purpose');
    const lost = read((pid) => pooled.query(sql`SELECT pg_terminate_backend(${pid})`));
    await expect(lost).rejects.toThrow(/terminat|EPIPE|ECONNRESET/);
    // After the last fetch of the stream.
    const cut = pooled.readSnapshot(async (executor) => {
      const { connection } = (await executor.client()) as unknown as LimitedClient; // a client of the pool
      connection.once('commandComplete', () => connection.stream.destroy());
      for await (const rows of executor.stream(sql`SELECT 1 AS one`)) expect(rows).toEqual([{ one: 1 }]);
    });
    await expect(cut).rejects.toThrow('terminat');
    expect(await pooled.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    const open = sql`SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;
    await expect.poll(() => pooled.query(open)).toEqual([{ open: 0 }]);
  });

  it('sends nothing for a stream that is cancelled while it starts', async () => {
    const cancelled = new AbortController();
    const read = pooled.readSnapshot(async (executor) => {
      const first = executor.stream(sql`SELECT pg_sleep(60)`, cancelled.signal).next();
      cancelled.abort(new Error('gone'));
      await first;
    });
    await expect(read).rejects.toThrow('gone');
  });

  // The first cancellation arrives before the statement.
  it('cancels a stream until it ends, and no later statement of the connection', async () => {
    await pooled.execute(sql`
      CREATE OR REPLACE FUNCTION sleep_again() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN PERFORM pg_sleep(60); END $$`);
    const isSleeping = sql`SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'
      AND datname = current_database()) AS sleeping`;
    const cancelled = new AbortController();
    await pooled.transaction(async (executor) => {
      await executor.execute(sql`SAVEPOINT before`);
      const first = executor.stream(sql`SELECT sleep_again()`, cancelled.signal).next();
      first.catch(() => undefined);
      await expect.poll(() => pooled.query(isSleeping)).toEqual([{ sleeping: true }]);
      cancelled.abort();
      await expect(first).rejects.toThrow('canceling statement due to user request');
      await executor.execute(sql`ROLLBACK TO SAVEPOINT before`);
      await executor.query(sql`SELECT pg_sleep(0.05)`);
    });
  });

  it('uses the pool of TypeORM, and is closed with it', async () => {
    const other = await createStore();
    const executor = SqlExecutor.of(other.dataSource);
    const { main } = databaseOf(other.dataSource);
    await Promise.all([executor.query(backend), other.dataSource.query(backend.text)]);
    expect(main.totalCount).toBe(2);
    await other.dataSource.destroy();
    await expect(executor.query(backend)).rejects.toThrow('after calling end');
    await expect(executor.query(backend, 'reserved')).rejects.toThrow('after calling end');
    await other.drop();
  });
});
