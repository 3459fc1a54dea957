import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchedById } from './batched-reads.js';

/** The stored rows, and the ids of each statement. */
let stored: Map<number, string>;
let asked: (readonly number[])[];

const readAll = (ids: readonly number[]): Promise<Map<number, string>> => {
  asked.push(ids);
  if (ids.includes(13)) return Promise.reject(new Error('on purpose'));
  return Promise.resolve(new Map(ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id)!]] : [])))); // the row exists
};

beforeEach(() => {
  stored = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, `text ${id}`]));
  asked = [];
});

describe('batchedById', () => {
  it('reads concurrent requests with few statements, and returns each its own row', async () => {
    const read = batchedById(readAll);
    const found = await Promise.all([6, 2, 7, 1, 3, 2].map(read));
    expect(found).toEqual(['text 6', 'text 2', undefined, 'text 1', 'text 3', 'text 2']);
    expect(asked).toEqual([
      [6, 2, 7, 1],
      [3, 2],
    ]);
  });

  it('includes requests made later in the same turn', async () => {
    const read = batchedById(readAll);
    const first = read(1);
    await Promise.resolve();
    process.nextTick(() => void read(2));
    await first;
    expect(asked).toEqual([[1, 2]]);
  });

  it('never returns a row that was read before the request', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const read = batchedById(async (ids) => {
      const found = await readAll(ids);
      await held;
      return found;
    });
    const before = read(1);
    await nextTurn();
    stored.set(1, 'changed');
    const after = read(1);
    release();
    expect([await before, await after, await read(1)]).toEqual(['text 1', 'changed', 'changed']);
  });

  it('fails only the requests that were read together', async () => {
    const read = batchedById(readAll);
    const failed = await Promise.allSettled([1, 13].map(read));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read(1)).toBe('text 1');
  });
});
