import * as pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { DividedPool } from './divided-pool.js';

/** TypeORM's option `driver`: node-postgres with an existing pool. */
export interface PoolDriver<Pool extends pg.Pool = pg.Pool> {
  /** The pool, used by TypeORM and by other code. */
  readonly pool: Pool;
  readonly Pool: new () => pg.Pool;
}

/** Gives a pool to TypeORM: it asks its driver for a new pool once, and ends it when the data source is destroyed. */
export function poolDriver<Pool extends pg.Pool>(pool: Pool): PoolDriver<Pool> {
  const GivenPool = function (): pg.Pool {
    return pool;
  };
  // When a function that returns an object is called with `new`, the result is that object.
  return { ...pg, pool, Pool: GivenPool as unknown as new () => pg.Pool };
}

/** The pool that was given to a data source. */
export function poolOf({ options }: Pick<DataSource, 'options'>): DividedPool {
  const driver = driverOf(options);
  if (!driver) throw new Error('The data source was not given a pool');
  return driver.pool;
}

/** The result of `poolDriver`; TypeORM does not declare a type for this option. */
const driverOf = (options: DataSourceOptions): PoolDriver<DividedPool> | undefined =>
  options.type === 'postgres' ? (options.driver as PoolDriver<DividedPool> | undefined) : undefined;
