import { normalizeLine } from '@app/listings';
import { sql } from '@app/sql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../test/support/store.js';
import { account, emptyStore, importLines, listing } from './bundle.support.js';
import { inTransaction } from './import-transaction.js';
import { ListingsWriter } from './listings.writer.js';

const listings = new ListingsWriter();
let store: TestStore;

beforeAll(async () => {
  store = await createStore();
  await emptyStore(store.dataSource);
  await importLines(store.dataSource, { accounts: [account(1)] });
});

afterAll(() => store.drop());

const normalized = (...line: Parameters<typeof listing>) => normalizeLine(listing(...line) as never); // a whole line

const all = () =>
  store.dataSource.query<{ id: string; kind: string }[]>('SELECT id, kind FROM listing_events ORDER BY id');

it('numbers events so that who has read up to one finds no earlier one later', async () => {
  const { dataSource } = store;
  const seen: number[] = [];
  const writing = new AbortController();
  const reader = (async () => {
    let last = 0;
    while (!writing.signal.aborted) {
      const rows = await dataSource.query<{ id: string }[]>('SELECT id FROM listing_events WHERE id > $1 ORDER BY id', [
        last,
      ]);
      seen.push(...rows.map(({ id }) => Number(id)));
      last = seen.at(-1) ?? 0;
    }
  })();
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let round = 0; round < 15; round++) {
      const lines = Array.from({ length: 1 + ((writer * 7 + round) % 9) }, (__, at) =>
        normalized(`${writer}-${at}`, { headline: `Round ${round}` }),
      );
      await inTransaction(dataSource, async (transaction) => {
        await listings.importLines(transaction, lines);
        await transaction.queryRows(sql`SELECT pg_sleep(random() * 0.01)`);
      });
    }
  });
  await Promise.all(writers);
  writing.abort();
  await reader;
  const written = (await all()).map(({ id }) => Number(id));
  expect(written.length).toBeGreaterThan(100);
  // The last look of the reader may have come before the last commits.
  expect(written.slice(0, seen.length)).toEqual(seen);
});

it('tells of what was taken out, and nothing of what was taken back', async () => {
  const { dataSource } = store;
  const before = (await all()).length;
  await expect(
    inTransaction(dataSource, async (transaction) => {
      await listings.importLines(transaction, [normalized('back')]);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  const [{ id }] = await dataSource.query<[{ id: number }]>('SELECT id FROM listings ORDER BY id LIMIT 1');
  const removed = await inTransaction(dataSource, (transaction) => listings.remove(transaction, [id, 999_999]));
  expect(removed).toEqual(new Set([id]));
  expect((await all()).slice(before).map(({ kind }) => kind)).toEqual(['deleted']);
});
