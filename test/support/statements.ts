import pg, { type QueryConfig } from 'pg';
import { vi } from 'vitest';

/** What is sent to PostgreSQL while something is done; without what each new connection begins with, whenever it comes. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: QueryConfig[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const sent = query.mock.calls.map(([config]: unknown[]) => {
      if (typeof config === 'string') return { text: config };
      const { text, values, name } = config as QueryConfig; // all that the service sends
      return { text, values, name };
    });
    return { result, statements: sent.filter(({ text }) => !/set_config\('statement_timeout'/.test(text)) };
  } finally {
    query.mockRestore();
  }
}
