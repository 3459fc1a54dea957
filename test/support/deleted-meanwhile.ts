import type { DataSource } from 'typeorm';
import { expect } from 'vitest';

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Works on a listing that SQL by hand has deleted, and commits when the work waits for that. */
export async function deletedMeanwhile<T>(dataSource: DataSource, id: number, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('DELETE FROM listings WHERE id = $1', [id]);
  const working = work();
  await expect.poll(() => dataSource.query<object[]>(WAITING)).toHaveLength(1);
  await runner.commitTransaction();
  await runner.release();
  return working;
}
