import * as pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { DividedPool } from './divided-pool.js';

/** TypeORM's option `driver`: node-postgres, whose pool is one that exists already. */
export interface PoolDriver<Pool extends pg.Pool = pg.Pool> {
  /** What TypeORM works with, and whoever else was given it. */
  readonly pool: Pool;
  readonly Pool: new () => pg.Pool;
}

/** Hands a pool to TypeORM, which asks its driver for a new one once, and ends it when the data source is destroyed. */
export function poolDriver<Pool extends pg.Pool>(pool: Pool): PoolDriver<Pool> {
  const GivenPool = function (): pg.Pool {
    return pool;
  };
  // A function that returns an object is a constructor of it.
  return { ...pg, pool, Pool: GivenPool as unknown as new () => pg.Pool };
}

/** The pool of a data source that was given one. */
export function poolOf({ options }: Pick<DataSource, 'options'>): DividedPool {
  const driver = driverOf(options);
  if (!driver) throw new Error('The data source was not given a pool');
  return driver.pool;
}

/** What `poolDriver` made; TypeORM has no type for its option. */
const driverOf = (options: DataSourceOptions): PoolDriver<DividedPool> | undefined =>
  options.type === 'postgres' ? (options.driver as PoolDriver<DividedPool> | undefined) : undefined;
