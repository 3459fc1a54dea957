import { parametersOf } from '@app/lists';
import { AccountsQuery } from '@app/accounts';
import { AgentsQuery } from '@app/agents';
import { ListingsQuery } from '@app/listings';
import { generateDirectory } from '@app/demo';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE_KINDS } from '@app/bundles';
import { PropertiesQuery } from '@app/properties';
import { seed, specService, spread, walk } from '@testing';

interface List {
  readonly total?: number;
  readonly hasNext?: boolean;
  readonly nextCursor?: string | null;
  readonly data: unknown[];
}

const service = specService();

beforeAll(async () => {
  const made = generateDirectory({ listings: walk(80), now: new Date() });
  await seed(service, Object.fromEntries(BUNDLE_KINDS.map((kind) => [kind, [...made[kind]]])));
  // Ties and missing values.
  await service.store.dataSource.query(`UPDATE listings SET firstdate = date_trunc('month', firstdate),
    updated_at = date_trunc('month', updated_at), price = CASE WHEN id % 4 > 0 THEN 100000 * round(price / 100000) END`);
  for (const table of ['accounts', 'agents', 'properties']) {
    await service.store.dataSource.query(`UPDATE ${table} SET created_at = date_trunc('month', created_at) -
      (id % 3) * interval '1 day', updated_at = date_trunc('month', updated_at) - (id % 4) * interval '1 day'`);
  }
  // Offices in pairs, so that there are ties, and as many as a list by distance needs.
  await service.store.dataSource.query(
    'UPDATE accounts SET latitude = -37.81 + 0.001 * (id / 2), longitude = 144.96 WHERE id % 4 > 0',
  );
  await service.store.dataSource.query(`INSERT INTO feed_runs (file, hash, website_id, started_at)
    SELECT 'run.xml', '', NULL, now() FROM generate_series(1, 25)`);
  await service.store.dataSource.query(`INSERT INTO audit_log (role, credential_id, action, resource, paths)
    SELECT 'account', 7, CASE WHEN n % 2 = 0 THEN 'ping' ELSE 'enable' END, 'hook', '{}' FROM generate_series(1, 60) n`);
  await service.store.dataSource
    .query(`INSERT INTO enquiries (uid, website_id, kind, listing_id, name, email, phone, message)
    SELECT gen_random_uuid(), 1, 'listing', 1, 'Ann', '', '1', 'x' FROM generate_series(1, 25)`);
  await service.store.dataSource.query(`INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor,
      group_key, keys, keys_version, is_widened, is_broad)
    SELECT gen_random_uuid(), 1, 'Near', '', 'visitor', '{new}', '', '', '{}', 1, false, true FROM generate_series(1, 25)`);
});

/** The sort orders of a list, with the parameters that they require. */
const sortsOf = (query: new () => object): string[] =>
  ((parametersOf(query).get('sort')?.kind.schema.enum ?? []) as string[]) // declared as such
    .map((sort) => (sort === 'distance' ? `${sort}&near=-37.81,144.96&radius=100000` : sort))
    .map((sort) => (sort.startsWith('sold-') ? `${sort}&status=current,sold` : sort));

const LISTS = [
  '/v1/accounts?s=a',
  '/api/v1/agents?s=a',
  '/api/v1/suburbs?',
  '/api/v1/suburbs/postcodes?',
  '/api/v1/suburbs/regions?',
  '/api/v1/suburbs/areanames?state=VIC',
  '/api/v1/properties?state=VIC',
  '/api/v1/feeds?',
  '/api/v1/enquiries?',
  '/api/v1/searches?',
  '/api/v1/audit?',
  '/api/v1/audit?action=ping&credential=7',
  ...sortsOf(AccountsQuery).map((sort) => `/api/v1/websites?sort=${sort}`),
  ...sortsOf(AgentsQuery).map((sort) => `/api/v1/agents?sort=${sort}`),
  ...sortsOf(PropertiesQuery).map((sort) => `/api/v1/properties?sort=${sort}`),
  '/api/v1/suburbs?sort=id',
  '/api/v1/feeds?sort=id',
  '/api/v1/audit?sort=id',
  '/api/v1/enquiries?sort=id',
  '/api/v1/searches?sort=id',
  ...sortsOf(ListingsQuery).flatMap((sort) =>
    ['status=all', 'state=VIC,NSW', 'status=current', 'region=Greater Melbourne,Greater Sydney,Greater Brisbane'].map(
      (filter) => `/api/v1/listings?${filter}&sort=${sort}`,
    ),
  ),
];

/** The URL of the next page in `Link`. */
const nextOf = (headers: Headers): string | undefined => /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

describe('a list by cursor (B11)', () => {
  it.each(spread(LISTS, 24))('%s equals the list by pages, each item once', async (list) => {
    const whole: unknown[] = [];
    for (let page = 1; ; page++) {
      const { body } = await service.get<List>(`${list}&limit=100&page=${page}`);
      if (body.data.length === 0) break;
      whole.push(...body.data);
    }
    expect(whole.length).toBeGreaterThan(7);
    const found: unknown[] = [];
    for (let path: string | undefined = `${list}&limit=7&cursor=`; path !== undefined;) {
      const { status, body, headers } = await service.get<List>(path);
      expect(status).toBe(200);
      if (body.total !== undefined) expect(body.total).toBe(whole.length);
      if (body.hasNext !== undefined) expect(body.hasNext).toBe(body.nextCursor !== null);
      found.push(...body.data);
      path = nextOf(headers);
      expect(path && new URL(path, service.address).searchParams.get('cursor')).toBe(body.nextCursor ?? undefined);
    }
    expect(found).toEqual(whole);
  });

  it('has no cursor in responses to page requests', async () => {
    expect((await service.get<List>('/api/v1/agents')).body).not.toHaveProperty('nextCursor');
    expect((await service.get<List>('/api/v1/agents?cursor=&slug=nobody')).body.nextCursor).toBeNull();
  });

  it('accepts either a page or a cursor', async () => {
    const { status, body } = await service.get<{ errors: object[] }>('/api/v1/agents?page=1&cursor=');
    expect([status, body.errors]).toEqual([
      400,
      [{ parameter: 'page', message: 'must not be given with cursor, which takes its place' }],
    ]);
    expect((await service.get('/api/v1/agents?page=&cursor=')).status).toBe(200);
  });

  it('refuses a cursor of another list or other filters, and a malformed one', async () => {
    const { body } = await service.get<List>('/api/v1/listings?limit=1&cursor=');
    const cursor = body.nextCursor!;
    expect((await service.get(`/api/v1/listings?limit=50&cursor=${cursor}`)).status).toBe(200);
    for (const path of [
      `/api/v1/listings?state=VIC&cursor=${cursor}`,
      `/api/v1/listings?sort=oldest&cursor=${cursor}`,
      `/api/v1/properties?cursor=${cursor}`,
      `/api/v1/listings?cursor=${cursor.slice(1)}`,
      '/api/v1/listings?cursor=x',
      '/api/v1/listings?cursor=%2B',
      `/api/v1/listings?cursor=${'x'.repeat(4_001)}`,
      `/api/v1/listings?cursor=${cursor}&cursor=${cursor}`,
    ])
      expect(await service.get<{ code: string }>(path)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_CURSOR' },
      });
    // Together with other faults, all of them are reported.
    expect(await service.get('/api/v1/listings?cursor=%2B&limit=x')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETERS', errors: [{ parameter: 'cursor' }, { parameter: 'limit' }] },
    });
  });
});
