import { vi } from 'vitest';
import { type TestStore } from '@testing';

/**
 * Clocks of the database and of this process that a test can move, as an operator or a virtual machine does. A move is no
 * commit, so no snapshot reveals it: an unlogged sequence needs no transaction id.
 */
export async function movableClock(store: TestStore): Promise<(seconds: number) => Promise<void>> {
  const { dataSource } = store;
  const [database] = await dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
  for (const statement of [
    'CREATE SCHEMA clock',
    'CREATE UNLOGGED SEQUENCE clock.shift MINVALUE -10000000000 START 0',
    ...['now', 'clock_timestamp'].map(
      (name) => `CREATE FUNCTION clock.${name}() RETURNS timestamptz STABLE LANGUAGE sql
        RETURN pg_catalog.${name}() + (SELECT make_interval(secs => last_value) FROM clock.shift)`,
    ),
    `ALTER DATABASE ${database?.name} SET search_path = clock, public, pg_catalog`,
  ])
    await dataSource.query(statement);
  // The setting applies to new connections.
  await dataSource
    .query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()')
    .catch(() => undefined);
  return async (seconds) => {
    await dataSource.query('SELECT setval($1, $2)', ['clock.shift', seconds]);
    vi.useFakeTimers({ toFake: ['Date'], now: realNow() + seconds * 1_000 });
  };
}

const started = { date: Date.now(), running: performance.now() };

/** The real time, which `Date` no longer returns. */
const realNow = (): number => started.date + performance.now() - started.running;
