import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/**
 * Four ids save most of a statement's fixed cost. Larger batches leave other connections idle: with batches of eight,
 * clients get fewer responses than without batches.
 */
const MOST_IDS = 4;

/**
 * Reads single rows by id. Concurrent requests share one statement. Nothing is cached.
 * @param readAll returns the existing rows by id
 * @returns a function that reads a row; undefined if the row does not exist
 */
export function batchedById<T>(
  readAll: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): (id: number) => Promise<T | undefined> {
  const loader = new DataLoader<number, T | undefined>(
    async (ids) => {
      const found = await readAll(ids);
      return ids.map((id) => found.get(id));
    },
    // Node handles requests that arrive together one after the other; `setImmediate` runs after all of them.
    { cache: false, maxBatchSize: MOST_IDS, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
}

/** The number of recipients whose batches are kept. */
const MAX_RECIPIENTS = 1_000;

/**
 * As `batchedById`, with separate batches for recipients that may see different rows.
 * @param nameOf recipients with equal names see the same rows
 */
export function batchedByIdFor<Recipient, T>(
  nameOf: (recipient: Recipient) => string,
  readAll: (ids: readonly number[], recipient: Recipient) => Promise<ReadonlyMap<number, T>>,
): (id: number, recipient: Recipient) => Promise<T | undefined> {
  const batches = new LRUCache<string, (id: number) => Promise<T | undefined>>({ max: MAX_RECIPIENTS });
  return (id, recipient) => {
    const name = nameOf(recipient);
    let read = batches.get(name);
    if (!read) batches.set(name, (read = batchedById((ids) => readAll(ids, recipient))));
    return read(id);
  };
}
