import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeWorld } from './support/brute-force/world.js';
import { expectUnlessOthersCommit } from './support/others-commit.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';
import { statementsOf } from './support/statements.js';

const PATH = '/api/v1/listings?limit=5';
const world = makeWorld(1, Date.now());
let service: TestService;

interface List {
  readonly total: number;
  readonly data: readonly { readonly id: number; readonly status: string }[];
}

const write = (text: string, values: unknown[] = []) => service.store.dataSource.query(text, values);

/** The page, and the statements that read listings for it; the clock's is no such statement. */
async function ask(path = PATH) {
  const { result, statements } = await statementsOf(() => service.get<List>(path));
  return { list: result.body, read: statements.filter(({ text }) => /\bFROM\s+listings\b/i.test(text)).length };
}

/** The ids of the current listings, in the order of the list. */
const current = async (): Promise<number[]> => {
  const rows = await write(`SELECT id FROM listings WHERE status = 'current' ORDER BY firstdate DESC, id`);
  return (rows as { id: number }[]).map(({ id }) => id);
};

beforeAll(async () => {
  service = await TestService.start();
  await seed(service, { ...world });
});

afterAll(() => service.stop());

beforeEach(async () => {
  // Items are kept when they are read again.
  for (let time = 0; time < 4; time++) {
    await write('UPDATE listings SET bedrooms = 1 - bedrooms % 2 WHERE id = $1', [(await current())[0]]);
    await ask();
  }
});

it('a listing that leaves the list behind a page changes its total, and nothing is read', () =>
  expectUnlessOthersCommit(async () => {
    const ids = await current();
    await write(`UPDATE listings SET status = 'withdrawn' WHERE id = $1`, [ids.at(-1)]);
    const { list, read } = await ask();
    expect({ total: list.total, ids: list.data.map(({ id }) => id), read }).toEqual({
      total: ids.length - 1,
      ids: ids.slice(0, 5),
      read: 0,
    });
  }));

it('a listing that leaves a page moves the others up: the one that comes is read by its id', () =>
  expectUnlessOthersCommit(async () => {
    const ids = await current();
    await write(`UPDATE listings SET status = 'withdrawn' WHERE id = $1`, [ids[1]]);
    const { list, read } = await ask();
    expect(list).toMatchObject({ total: ids.length - 1 });
    expect(list.data.map(({ id }) => id)).toEqual([ids[0], ...ids.slice(2, 6)]);
    expect(read).toBeLessThanOrEqual(2);
    const { statements } = await statementsOf(() => service.get(`${PATH}&page=1`));
    expect(statements.filter(({ text }) => text.includes('count('))).toEqual([]);
  }));

it('a price moves a listing in the order of prices', () =>
  expectUnlessOthersCommit(async () => {
    const dear = '/api/v1/listings?sort=price-desc&limit=3';
    for (let time = 0; time < 3; time++) {
      await write('UPDATE listings SET price = price + 1 WHERE id = $1', [(await current())[0]]);
      await ask(dear);
    }
    const [cheapest] = (await write(`SELECT id FROM listings WHERE status = 'current' ORDER BY price, id LIMIT 1`)) as {
      id: number;
    }[];
    await write('UPDATE listings SET price = (SELECT max(price) + 1 FROM listings) WHERE id = $1', [cheapest?.id]);
    const { result, statements } = await statementsOf(() => service.get<List>(dear));
    expect(result.body.data[0]?.id).toBe(cheapest?.id);
    expect(statements.filter(({ text }) => text.includes('count('))).toEqual([]);
  }));
