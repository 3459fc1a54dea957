import type { Request } from 'express';
import { sql, SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectUnlessOthersCommit, statementsOf, specStore } from '@testing';
import { SnapshotClock } from './snapshot-clock.js';

const store = specStore();
let executor: SqlExecutor;

beforeAll(async () => {
  executor = SqlExecutor.of(store.dataSource);
  await executor.execute(sql`CREATE TABLE notes (text text)`);
});

/** The clock stores its reading on the request, and reads none of its properties. */
const request = () => ({}) as Request;
const textOf = async (clock: SnapshotClock, of = request()) => (await clock.of(of)).snapshot;
const expectSame = (read: () => Promise<string[]>) =>
  expectUnlessOthersCommit(async () => expect(new Set(await read()).size).toBe(1));
const write = (within: SqlExecutor) => within.execute(sql`INSERT INTO notes VALUES ('new')`);

describe('SnapshotClock', () => {
  it('reads the same snapshot without commits, on every instance', async () => {
    const [one, other] = [new SnapshotClock(executor), new SnapshotClock(executor)];
    await expectSame(async () => {
      const snapshot = await textOf(one);
      await executor.query(sql`SELECT * FROM notes`);
      return [snapshot, await textOf(one), await textOf(other)];
    });
  });

  it('reads another snapshot after each commit', async () => {
    const clock = new SnapshotClock(executor);
    const seen = [await textOf(clock)];
    for (let commit = 0; commit < 3; commit += 1) {
      await write(executor);
      seen.push(await textOf(clock));
    }
    expect(new Set(seen).size).toBe(4);
  });

  it('reads another snapshot after a commit, not after a write before it', async () => {
    const clock = new SnapshotClock(executor);
    const before = await executor.transaction(async (transaction) => {
      await write(transaction);
      await expectSame(async () => {
        const snapshot = await textOf(clock);
        await write(transaction);
        return [snapshot, await textOf(clock)];
      });
      return textOf(clock);
    });
    expect(await textOf(clock)).not.toBe(before);
  });

  it('sends one statement for a request, and one for concurrent requests', async () => {
    const clock = new SnapshotClock(executor);
    const same = request();
    const { result, statements } = await statementsOf(() =>
      Promise.all([clock.of(same), clock.of(same), ...Array.from({ length: 20 }, () => clock.of(request()))]),
    );
    expect(new Set(result).size).toBe(1);
    expect(statements).toHaveLength(1);
  });

  it('sends no statement for a request whose position is stored', async () => {
    const clock = new SnapshotClock(executor);
    const noted = request();
    const noticed = { epoch: 1, position: 0, snapshot: '7:7:', end: { log: '', xid: 6 } };
    clock.note(noted, noticed);
    const { result, statements } = await statementsOf(() => clock.of(noted));
    expect(result).toBe(noticed);
    expect(statements).toEqual([]);
  });
});
