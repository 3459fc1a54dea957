import type { DataSource } from 'typeorm';
import { expect } from 'vitest';

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Waits until a statement in the database waits for a lock of another transaction.
 *
 * @param work the wait also ends when this work is done
 */
export async function waitsForLock(dataSource: DataSource, work?: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => void (isOver = true);
  work?.then(end, end);
  await expect.poll(async () => isOver || (await dataSource.query<object[]>(WAITING)).length === 1).toBe(true);
}
