import { ChangeDaysRepository, ChangesRepository } from '@app/changes';
import { SqlExecutor } from '@app/sql';
import { DataSource } from 'typeorm';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createStore, migratedTemplate, type TestStore } from '@testing';

const RETENTION = 30;
const SUBURBS = ['suburb'] as const;
/** Today and the days that are prepared. */
const DAYS = 8;

let store: TestStore;
let days: ChangeDaysRepository;
let log: ChangesRepository;

beforeEach(async () => {
  await store?.drop();
  store = await createStore(migratedTemplate);
  const executor = SqlExecutor.of(store.dataSource);
  days = new ChangeDaysRepository(executor);
  log = new ChangesRepository(executor);
});

afterAll(() => store.drop());

const query = <Row>(statement: string) => store.dataSource.query<Row[]>(statement);
const dayOf = (offset: number): string =>
  `changes_${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Records a change with an older date. @returns its partition and its position */
async function recordAt(offset: number) {
  const [row] = await query<{ part: string; xid: number; id: number }>(
    `INSERT INTO changes (at, resource, resource_id, kind)
     VALUES (now() + interval '1 day' * ${offset}, 'suburb', 1, 'updated')
     RETURNING tableoid::regclass::text AS part, xid::text::float8 AS xid, id::float8 AS id`,
  );
  return row!; // one row was inserted
}

/** Creates the partition of a past day, as a service running then would have. */
async function pastDay(offset: number): Promise<void> {
  const day = `current_date + ${offset}`;
  await query(`DO $$ BEGIN EXECUTE format('CREATE TABLE ${dayOf(offset)} PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
    ${day}, ${day} + 1); END $$`);
}

describe('the daily partitions of the log', () => {
  it('are created ahead, once', async () => {
    expect((await recordAt(0)).part).toBe('changes_rest');
    await query('DELETE FROM changes');
    expect(await days.keep(RETENTION)).toEqual(Array.from({ length: DAYS }, (_, ahead) => dayOf(ahead)));
    expect(await days.keep(RETENTION)).toEqual([]);
    expect((await recordAt(0)).part).toBe(dayOf(0));
    expect((await recordAt(DAYS - 1)).part).toBe(dayOf(DAYS - 1));
    expect((await recordAt(DAYS)).part).toBe('changes_rest');
  });

  it('are created despite earlier rows in the default partition', async () => {
    await recordAt(0);
    await recordAt(2);
    const made = await days.keep(RETENTION);
    expect(made).toHaveLength(DAYS - 2);
    expect(made).not.toContain(dayOf(0));
    expect((await recordAt(0)).part).toBe('changes_rest');
    expect((await recordAt(1)).part).toBe(dayOf(1));
  });

  it('are dropped when they are old, and readers behind them are told', async () => {
    const start = await recordAt(0);
    await pastDay(-31);
    const rest = await recordAt(-45);
    const old = await recordAt(-31);
    const kept = await recordAt(0);
    await expect.poll(() => log.after(start, { resources: SUBURBS }, 10, null)).toHaveLength(3);
    expect(await days.keep(RETENTION)).toContain(dayOf(-31));
    expect(await log.isExpired(start, SUBURBS)).toBe(true);
    expect(await log.isExpired(rest, SUBURBS)).toBe(true);
    expect(await log.isExpired(old, SUBURBS)).toBe(false);
    expect(await log.after(old, { resources: SUBURBS }, 10, null)).toMatchObject([{ id: kept.id }]);
    const [since] = await query<object>(
      `SELECT changes_since('${rest.xid}:${rest.xid}:', 10) AS missed, changes_since(pg_current_snapshot(), 10) AS now`,
    );
    expect(since).toEqual({ missed: null, now: [] });
  });

  it('end no reader behind a transaction that is open, although a later change was dropped', async () => {
    const open = store.dataSource.createQueryRunner();
    try {
      await open.startTransaction();
      await open.query(`INSERT INTO changes (resource, resource_id, kind) VALUES ('suburb', 2, 'updated')`);
      await recordAt(-45);
      await days.keep(RETENTION);
      const [start] = await query<{ recorded: string }>(
        `SELECT found ->> 'recorded' AS recorded FROM read_changes(NULL, 10) found`,
      );
      await open.commitTransaction();
      const cursor = { xid: Number(start?.recorded), id: Number.MAX_SAFE_INTEGER };
      expect(await log.isExpired(cursor, SUBURBS)).toBe(true);
    } finally {
      await open.release();
    }
  });

  it('are planned once per connection, not at each poll', async () => {
    await days.keep(RETENTION);
    const url = new URL(inject('serverUrl'));
    url.pathname = new URL(store.url).pathname;
    const session = await new DataSource({ type: 'postgres', url: url.href, poolSize: 1 }).initialize();
    try {
      for (let look = 0; look < 2; look++) await session.query('SELECT changes_since(pg_current_snapshot(), 10)');
      const kept = await session.query<unknown[]>(
        `SELECT FROM pg_backend_memory_contexts WHERE name = 'CachedPlan' AND ident LIKE '%pg_snapshot_xip%'`,
      );
      expect(kept).toHaveLength(1);
    } finally {
      await session.destroy();
    }
  });

  it('start again after a restored dump, whose transaction ids are those of another server', async () => {
    const kept = await recordAt(0);
    await query(
      `INSERT INTO changes (xid, resource, resource_id, kind) VALUES ('900000000000', 'suburb', 1, 'updated')`,
    );
    await query(`UPDATE changes_horizon SET xid = '900000000000'`);
    expect(await log.isExpired(kept, SUBURBS)).toBe(true);
    await days.keep(RETENTION);
    const own = await recordAt(0);
    await expect.poll(() => log.isExpired(kept, SUBURBS)).toBe(false);
    await expect
      .poll(() => log.after(kept, { resources: SUBURBS }, 10, null))
      .toMatchObject([{ xid: own.xid, id: own.id }]);
  });

  it('accept the change of a write that arrives while they are created', async () => {
    const other = store.dataSource.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query(`SELECT keep_change_days(${RETENTION})`);
      const change = recordAt(0);
      const waiting = `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON database = pg_database.oid
        WHERE datname = current_database() AND NOT granted`;
      await expect.poll(() => query(waiting)).toEqual([{ count: 1 }]);
      await other.commitTransaction();
      expect((await change).part).toBe(dayOf(0));
    } finally {
      await other.release();
    }
  });

  it('are maintained by one process at a time, and skipped for an hour if they are in use', async () => {
    const other = store.dataSource.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query('SELECT FROM changes');
      expect(await days.keep(RETENTION)).toEqual([]);
      await other.commitTransaction();
      expect(await days.keep(RETENTION)).toHaveLength(DAYS);
    } finally {
      await other.release();
    }
  });
});
