import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/**
 * Most of what a statement costs beside its rows is saved with this many. With more, those who wait for one statement leave
 * the other connections of the server idle: eight clients get fewer answers than without batches.
 */
const MOST_IDS = 4;

/**
 * Reads single rows by id: those that are asked for at the same moment by one statement. Nothing is remembered: it is
 * sent after the last of them was asked for.
 *
 * @param readAll by id, what was found
 * @returns reads one; undefined when there is none
 */
export function batchedById<T>(
  readAll: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): (id: number) => Promise<T | undefined> {
  const loader = new DataLoader<number, T | undefined>(
    async (ids) => {
      const found = await readAll(ids);
      return ids.map((id) => found.get(id));
    },
    // Requests that were read from the network together are handled one after the other: the last one comes along.
    { cache: false, maxBatchSize: MOST_IDS, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
}

/** More recipients than these are read for by new batches. */
const MAX_RECIPIENTS = 1_000;

/**
 * The same for several recipients, who may see different rows: the reads of each are batched apart.
 *
 * @param nameOf equal names see the same
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
