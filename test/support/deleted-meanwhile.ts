import type { DataSource } from 'typeorm';
import { waitsForLock } from './waits-for-lock.js';

/** Works on a listing that another transaction is deleting, and commits the deletion once the work waits for it. */
export async function deletedMeanwhile<T>(dataSource: DataSource, id: number, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('DELETE FROM listings WHERE id = $1', [id]);
  const working = work();
  await waitsForLock(dataSource);
  await runner.commitTransaction();
  await runner.release();
  return working;
}
