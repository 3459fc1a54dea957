import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Commits per second. */
const PACE = 10;
/** Only every 20th of the first current listings is changed, again and again. */
const SPREAD = 20;
const LISTINGS = 4_000;
/** In twenty consecutive changes, two sell listings, the next two revert them, and the others change a price. */
const [CYCLE, SOLD, SOLD_AND_BACK] = [20, 2, 4];

/** Runs work while listings change. @param pool of one connection */
export async function whileListingsChange<T>(pool: Pool, work: () => Promise<T>, pace = PACE): Promise<T> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM listings WHERE status = 'current') numbered
     WHERE number % ${SPREAD} = 1 LIMIT ${LISTINGS}`,
  );
  const ending = new AbortController();
  const ids = rows.map(({ id }) => id);
  const writing = write(pool, ids, pace, ending.signal);
  try {
    return await work();
  } finally {
    ending.abort();
    await writing;
  }
}

async function write(pool: Pool, ids: readonly number[], pace: number, over: AbortSignal): Promise<void> {
  let due = performance.now();
  // Sold listings are restored before the end.
  for (let count = 0; !over.aborted || (count % CYCLE > 0 && count % CYCLE < SOLD_AND_BACK); count++) {
    await pool.query(changeOf(count, ids));
    due += 1000 / pace;
    await sleep(Math.max(0, due - performance.now()));
  }
}

/** Two statements in one transaction: a column of filters and sorts, and a text of the representation. */
function changeOf(count: number, ids: readonly number[]): string {
  const step = count % CYCLE;
  const isBack = step >= SOLD && step < SOLD_AND_BACK;
  const id = ids[(isBack ? count - SOLD : count) % ids.length];
  const [column, value] =
    step < SOLD_AND_BACK ? ['status', isBack ? `'current'` : `'sold'`] : ['price', 400_000 + (count % 40) * 25_000];
  return `UPDATE listings SET ${column} = ${value} WHERE id = ${id};
    UPDATE listing_documents SET document = regexp_replace(document, '"headline":"([^"\\\\]|\\\\.)*"', '"headline":"Change ${count}"')
    WHERE listing_id = ${id}`;
}
