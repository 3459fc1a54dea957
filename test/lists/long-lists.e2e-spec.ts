import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService } from '@testing';

/** More rows than a list may have to be counted each time. */
const COPIES = 30_500;

/** Each copy costs one dollar more. */
const CHEAPEST = 100_000;

const service = specService();

const run = (statement: string): Promise<unknown> => service.store.dataSource.query(statement);

/** Changes that are not logged. */
async function unlogged(...statements: readonly string[]): Promise<void> {
  const switchTo = async (state: string) => {
    for (const table of ['listings', 'listing_documents', 'properties'])
      await run(`ALTER TABLE ${table} ${state} TRIGGER staged`);
  };
  await switchTo('DISABLE');
  for (const statement of statements) await run(statement);
  await switchTo('ENABLE');
}

beforeAll(async () => {
  await seed(service, {
    accounts: [{ websiteID: 1, ...accountBody({ name: 'Agency' }) }],
    listings: [listingLine(1, { id: 1, uniqueID: 'L1', features: { bedrooms: 1 } })],
  });
  const copied = async (table: string, key: string, overrides: Record<string, string>) => {
    const columns = (await run(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' ORDER BY ordinal_position`,
    )) as { name: string }[];
    const values = columns.map(({ name }) => overrides[name] ?? name);
    return `INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) SELECT ${values.join()}
      FROM ${table}, generate_series(2, ${COPIES}) AS copy WHERE ${key} = 1`;
  };
  await unlogged(
    await copied('listings', 'id', {
      id: 'copy',
      uid: 'gen_random_uuid()',
      unique_id: `'L' || copy`,
      bedrooms: 'copy % 6',
      price: `${CHEAPEST} + copy`,
    }),
    await copied('listing_documents', 'listing_id', {
      listing_id: 'copy',
      document: `regexp_replace(document, '"id":1\\M', '"id":' || copy)`,
    }),
  );
});

const LISTS: Readonly<Record<string, string>> = {
  '': `status = 'current'`,
  'minbedrooms=1': `status = 'current' AND bedrooms >= 1`,
  'status=all': 'TRUE',
  'maxbedrooms=4&category=House': `status = 'current' AND bedrooms <= 4 AND lower(category) = 'house'`,
};

/** Lists whose totals are derived from similar lists. */
const boundedBy = (by: number): Record<string, string> => ({
  [`minPrice=${CHEAPEST + by}`]: `status = 'current' AND price >= ${CHEAPEST + by}`,
  [`maxPrice=${CHEAPEST + COPIES - by}`]: `status = 'current' AND price <= ${CHEAPEST + COPIES - by}`,
  [`minPrice=${CHEAPEST + by}&maxPrice=${CHEAPEST + COPIES - 30}`]: `
    status = 'current' AND price BETWEEN ${CHEAPEST + by} AND ${CHEAPEST + COPIES - 30}`,
  [`minPrice=${CHEAPEST + 30}&maxPrice=${CHEAPEST + COPIES - by}&status=all`]: `
    price BETWEEN ${CHEAPEST + 30} AND ${CHEAPEST + COPIES - by}`,
});

const totalOf = async (query: string): Promise<number> => {
  const { status, body } = await service.get<{ total: number }>(`/api/v1/listings?limit=1&${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return body.total;
};

async function countedOf(condition: string): Promise<number> {
  const [row] = (await run(`SELECT count(*)::int AS total FROM listings WHERE ${condition}`)) as [{ total: number }];
  return row.total;
}

const CHANGES: Readonly<Record<string, string>> = {
  'some are sold': `UPDATE listings SET status = 'sold' WHERE id BETWEEN 10 AND 40`,
  'some are current again': `UPDATE listings SET status = 'current' WHERE id BETWEEN 20 AND 30`,
  'rooms change': 'UPDATE listings SET bedrooms = (bedrooms + 1) % 6 WHERE id BETWEEN 100 AND 200',
  'rooms are no longer known': 'UPDATE listings SET bedrooms = NULL WHERE id BETWEEN 100 AND 110',
  'prices change': 'UPDATE listings SET price = 1 WHERE id BETWEEN 300 AND 320',
  'some are deleted': 'DELETE FROM listings WHERE id BETWEEN 400 AND 450',
  'one changes twice in a transaction': `
    BEGIN; UPDATE listings SET status = 'sold' WHERE id = 500;
    UPDATE listings SET status = 'withdrawn', bedrooms = 5 WHERE id = 500; COMMIT`,
  'a change is rolled back': `BEGIN; DELETE FROM listings WHERE id = 501; ROLLBACK`,
  'more change than can be judged': `UPDATE listings SET status = 'leased' WHERE id BETWEEN 1000 AND 1700`,
  'the log is pruned': `
    UPDATE listings SET status = 'sold' WHERE id = 2000; UPDATE changes_horizon SET xid = pg_current_xact_id()`,
};

it('the changes since a snapshot are found without reading the log', async () => {
  await run(`INSERT INTO changes (at, resource, resource_id, kind)
    SELECT clock_timestamp(), 'listing', id, 'content' FROM generate_series(1, 20000) AS id`);
  const [{ last }] = (await run('SELECT pg_current_snapshot()::text AS last')) as [{ last: string }];
  await run('UPDATE listings SET bedrooms = 5 WHERE id = 4000');
  const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT changes_since('${last}'::pg_snapshot, 2000)`;
  await run(explain); // reads the catalog once
  const [plan] = (await run(explain)) as [{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }];
  const { Plan: node } = plan['QUERY PLAN'][0];
  expect((node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)).toBeLessThan(200);
});

describe('the total of a long list', () => {
  it('is counted once, then updated by each change that adds or removes a row', async () => {
    const before = await totalOf('');
    // This change is not logged; only a new count would find it.
    await unlogged(`UPDATE listings SET status = 'withdrawn' WHERE id = 3000`);
    await run(`UPDATE listings SET price = 7 WHERE id = 3001`);
    expect(await totalOf('sort=oldest')).toBe(before);
    await run(`UPDATE listings SET status = 'sold' WHERE id = 3001`);
    expect(await totalOf('sort=oldest')).toBe(before - 1);
    await unlogged(`UPDATE listings SET status = 'current' WHERE id = 3000`);
    await run(`UPDATE listings SET status = 'current' WHERE id = 3001`);
  });

  it.each(Object.keys(CHANGES))('is correct when %s', async (change) => {
    const by = 60 + 10 * Object.keys(CHANGES).indexOf(change);
    for (const query of [...Object.keys(LISTS), ...Object.keys(boundedBy(by))]) await totalOf(query);
    await run(CHANGES[change] ?? '');
    const lists = [LISTS, boundedBy(by), boundedBy(by - 3), boundedBy(by + 3)];
    for (const [query, condition] of lists.flatMap((some) => Object.entries(some))) {
      expect({ query, total: await totalOf(query) }).toEqual({ query, total: await countedOf(condition) });
    }
  });
});

describe.each([
  ['vacuumed', ['VACUUM listings']],
  ['changed since the last VACUUM', ['UPDATE listings SET version = version', 'ANALYZE listings']],
])('a long list, %s', (state, statements) => {
  beforeAll(async () => {
    for (const statement of statements) await run(statement);
  });

  it.each([
    ['newest', 'firstdate DESC, id'],
    ['oldest', 'firstdate, id'],
    ['id', 'id'],
    ['price-desc', 'price DESC NULLS LAST, id'],
    ['updated', 'updated_at DESC, id'],
  ])('is read in the order %s, at its start and far from it', async (sort, order) => {
    for (const [page, from] of [
      [1, 0],
      [1_400, 27_980],
    ]) {
      const bound = state === 'vacuumed' ? '' : '&minbedrooms=0';
      const { body } = await service.get<{ total: number; data: { id: number }[] }>(
        `/api/v1/listings?sort=${sort}&page=${page}${bound}`,
      );
      const wanted = (await run(`SELECT id, count(*) OVER ()::int AS total FROM listings
        WHERE status = 'current' AND (bedrooms >= 0 OR '${bound}' = '') ORDER BY ${order} OFFSET ${from} LIMIT 20`)) as [
        { id: number; total: number },
      ];
      expect(body.total).toBe(wanted[0].total);
      expect(body.data.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    }
  });
});
