import type { Gauges } from '@app/config';
import type { DataSource } from 'typeorm';
import { databaseOf } from './database.js';

/** Gauges of the connections of a database, and of the statements that wait for one. */
export function poolGauges(dataSource: DataSource): Pick<Gauges['own'], 'db_pool_connections' | 'db_pool_waiting'> {
  const database = databaseOf(dataSource);
  const { reserved, gates } = database;
  return {
    db_pool_connections: () =>
      (['main', 'reserved'] as const).flatMap((pool) => {
        const { totalCount, idleCount } = database[pool];
        return [
          [{ pool, state: 'used' }, totalCount - idleCount] as const,
          [{ pool, state: 'idle' }, idleCount] as const,
        ];
      }),
    db_pool_waiting: () => [
      [{ pool: 'main' }, database.main.waitingCount + gates.long.waiting + gates.requests.waiting],
      [{ pool: 'reserved' }, reserved.waitingCount],
      [{ pool: 'exports' }, gates.snapshots.waiting],
    ],
  };
}
