import pg, { type QueryConfig } from 'pg';
import { vi } from 'vitest';

/**
 * Records the statements sent to PostgreSQL during some work, except those that open a connection, because they may
 * come at any time.
 */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: QueryConfig[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const sent = query.mock.calls.map(([config]: unknown[]) => {
      if (typeof config === 'string') return { text: config };
      const { text, values, name } = config as QueryConfig; // the service sends nothing else
      return { text, values, name };
    });
    return { result, statements: sent.filter(({ text }) => !/set_config\('statement_timeout'/.test(text)) };
  } finally {
    query.mockRestore();
  }
}
