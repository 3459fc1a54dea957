import { once } from 'node:events';
import { connect } from 'node:net';
import { METRICS } from '@app/metrics';
import { releaseName } from '@app/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createStore,
  EventStream,
  MeasuredService,
  operator,
  type Sample,
  TcpProxy,
  type TestStore,
  withClient,
  listingLine,
  seed,
} from '@testing';

const LIMIT = { requests: 500, seconds: 60 };

let store: TestStore;
let proxy: TcpProxy;
let measured: MeasuredService;
let account: AccountAnswer;

beforeAll(async () => {
  store = await createStore();
  proxy = await TcpProxy.start(store.url);
  measured = await MeasuredService.start({ rateLimit: LIMIT }, { ...store, url: proxy.url });
  account = await createAccount(measured.service);
});

afterAll(async () => {
  await measured.stop();
  await proxy.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => measured.service.get(path, { headers });

describe('the metrics', () => {
  it('include every declared metric and those of Node.js', async () => {
    const text = await measured.text();
    for (const name of [...Object.keys(METRICS), 'nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])
      expect(text).toContain(`# TYPE ${name} `);
    const build = (await measured.samples()).find(({ name }) => name === 'build_info');
    expect(build).toMatchObject({ labels: { node: process.version }, value: 1 });
    expect(releaseName).toContain(build?.labels['version']);
  });

  it('count requests by route template, and aliases by the canonical route', async () => {
    const route = '/api/v1/websites/:id';
    const before = (await measured.value('http_request_duration_seconds_count', { route, status: '200' })) ?? 0;
    await get(`/api/v1/websites/${account.websiteID}`);
    await get(`/v1/accounts/${account.websiteID}`);
    expect(await measured.value('http_request_duration_seconds_count', { route, status: '200' })).toBe(before + 2);
  });

  it('have one label for unknown paths, and one for unknown methods', async () => {
    const unmatched = { route: 'unmatched' };
    for (const path of ['/api/v1/nothing', '/jane@example.com', '/wp-login.php']) await get(path);
    expect(await measured.value('http_request_duration_seconds_count', { ...unmatched, status: '404' })).toBe(3);
    await measured.service.call('PROPFIND', '/api/v1/nowhere');
    expect(await measured.value('http_request_duration_seconds_count', { ...unmatched, method: 'other' })).toBe(1);
  });

  it('count malformed requests, and requests whose client disconnects', async () => {
    const { port } = new URL(measured.service.address);
    const socket = connect(Number(port), '127.0.0.1').resume();
    socket.end('\x01\x02 nothing\r\n\r\n');
    await once(socket, 'close');
    expect(await measured.value('http_request_duration_seconds_count', { method: 'other', status: '400' })).toBe(1);
    const stream = await EventStream.open(measured.service, 'now');
    expect(await measured.value('change_streams')).toBe(1);
    expect(await measured.value('http_requests_in_flight')).toBe(1);
    stream.close();
    const ended = () => measured.value('http_request_duration_seconds_count', { route: '/api/v1/changes' });
    await expect.poll(ended).toBe(1);
    expect(await measured.value('http_requests_in_flight')).toBe(0);
  });

  it('distinguish hits, misses and 304 of cached responses, with their memory and bytes', async () => {
    const outcome = (of: string) => measured.value('response_cache_requests_total', { outcome: of });
    const before = await Promise.all(['hit', 'miss', 'not_modified'].map(outcome));
    const sent = (await measured.value('http_response_bytes_total')) ?? 0;
    const first = await get('/api/v1/listings?limit=7');
    await get('/api/v1/listings?limit=7');
    await get('/api/v1/listings?limit=7', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(await Promise.all(['hit', 'miss', 'not_modified'].map(outcome))).toEqual(before.map((hits = 0) => hits + 1));
    expect(await measured.value('response_cache_bytes')).toBeGreaterThan(1_000);
    const length = Number(first.headers.get('content-length'));
    expect(length).toBeGreaterThan(0);
    expect(await measured.value('http_response_bytes_total')).toBe(sent + 2 * length);
  });

  it('count refused credentials and exceeded limits by reason', async () => {
    const { accessKey } = account;
    const failed = (reason: string) => measured.value('auth_failures_total', { reason });
    const unknown = { accessKey: 'nobody-has-this-key', secretKey: 'x'.repeat(30) };
    await measured.service.get('/api/v1/auth/me', { as: null });
    await measured.service.get('/api/v1/auth/me', { as: unknown });
    await measured.service.get('/api/v1/auth/me', { as: { accessKey, secretKey: 'wrong' } });
    await measured.service.get('/api/v1/auth/me', { as: { ...operator, secretKey: 'wrong' } });
    expect(await Promise.all(['no_keys', 'unknown_key', 'wrong_secret'].map(failed))).toEqual([1, 1, 2]);
    for (let at = 0; at < 20; at++)
      await measured.service.get('/api/v1/auth/me', { as: { accessKey, secretKey: `guess-${at}` } });
    expect(await failed('not_checked')).toBeGreaterThan(0);
    expect(await measured.value('rate_limited_total', { limit: 'failures' })).toBe(await failed('not_checked'));
  });

  it('have the age of the transaction that holds back the log, and no other detail', async () => {
    await withClient(store.url, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE accounts SET name = name WHERE id = $1`, [account.websiteID]);
      await expect.poll(() => measured.value('changes_horizon_age_seconds')).toBeGreaterThan(0);
      await client.query('ROLLBACK');
    });
    await expect.poll(() => measured.value('changes_horizon_age_seconds')).toBe(0);
  });

  it('have the age of the oldest pending message, but not of a disabled endpoint', async () => {
    const hooks = [{ name: 'CRM', url: 'https://crm.example/in', trigger: 'all' }];
    const { websiteID } = await createAccount(measured.service, { hooks });
    await measured.service.put(`/api/v1/websites/${websiteID}`, { about: 'changed' });
    const pending = () => expect.poll(() => measured.value('hooks_oldest_pending_seconds'));
    const state = (values: string) => store.dataSource.query(`UPDATE hook_states SET ${values}`);
    // Hooks are off, so no endpoint is called.
    await pending().toBeGreaterThan(0);
    await state(`state = 'disabled'`);
    await pending().toBe(0);
    await state(`state = 'failing', cursor_xid = 3`);
    await pending().toBeGreaterThan(0);
    await state(`cursor_xid = 4000000000`);
    await pending().toBe(0);
    await store.dataSource.query(`INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
      SELECT id, 'm', 'listing.updated', '{}', now() - interval '90 seconds', now() FROM hook_endpoints`);
    await pending().toBeGreaterThan(89);
    await store.dataSource.query('DELETE FROM hook_messages');
  });

  it('have the endpoints without room, and the age of changes that searches were not compared with', async () => {
    const hooks = [{ name: 'CRM', url: 'https://crm.example/matches', trigger: 'search-matched' }];
    const { websiteID } = await createAccount(measured.service, { hooks });
    const value = (name: string) => expect.poll(() => measured.value(name));
    await value('hooks_held_back_endpoints').toBe(0);
    await store.dataSource.query(`INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
      SELECT id, 'm' || n, 'listing.updated', '{}', now(), now() FROM hook_endpoints, generate_series(1, 100) n`);
    await value('hooks_held_back_endpoints').toBeGreaterThan(0);
    await store.dataSource.query('DELETE FROM hook_messages');
    const search = { name: 'x', query: 'suburb=Richmond', notify: ['new'], websiteID };
    expect((await measured.service.post('/api/v1/searches', search)).status).toBe(201);
    const { headers } = await measured.service.get('/api/v1/listings');
    await store.dataSource.query('UPDATE search_progress SET cursor = $1', [headers.get('changes-cursor')]);
    await value('searches_behind_seconds').toBe(0);
    await seed(measured.service, { listings: [listingLine(websiteID)] });
    await value('searches_behind_seconds').toBeGreaterThan(0);
    await measured.service.delete(`/api/v1/websites/${websiteID}`);
  });

  it('have the size of the database and its tables, the connections of the server, and unknown migrations', async () => {
    const { dataSource } = store;
    const [row] = await dataSource.query<{ size: number; table: number; most: number }[]>(
      `SELECT pg_database_size(current_database())::float8 AS size, pg_total_relation_size('listing_documents')::float8 AS table,
        current_setting('max_connections')::int AS most`,
    );
    const { size = 0, table = 0, most = 0 } = row ?? {};
    expect(await measured.value('db_size_bytes')).toBeGreaterThan(size / 2);
    expect(await measured.value('db_server_connections_max')).toBeLessThan(most);
    await dataSource.query('VACUUM listing_documents');
    // Maps of free space are not counted.
    const shown = await measured.value('db_table_bytes', { table: 'listing_documents' });
    expect(shown).toBeGreaterThan(table / 3);
    expect(shown).toBeLessThanOrEqual(table);
    const before = (await measured.value('db_server_connections')) ?? 0;
    const all = ['a', 'b', 'c'].map(() => withClient(store.url, () => measured.value('db_server_connections')));
    expect(Math.max(...(await Promise.all(all)).map((value = 0) => value))).toBeGreaterThan(before);
    expect(await measured.value('schema_unknown_migrations')).toBe(0);
    await dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'OfTomorrow1')`);
    expect(await measured.value('schema_unknown_migrations')).toBe(1);
    await dataSource.query(`DELETE FROM migrations WHERE name = 'OfTomorrow1'`);
  });

  it('show the sizes of tables while a migration locks one', async () => {
    await withClient(store.url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE listing_documents IN ACCESS EXCLUSIVE MODE');
      const table = 'listing_documents';
      expect(await measured.value('db_table_bytes', { table })).toBeGreaterThan(0);
      await client.query('ROLLBACK');
    });
  });

  it('have no label with an id, a URL or a value', async () => {
    await get(`/api/v1/listings?suburb=Richmond&s=jane%40example.com`);
    await get('/api/v1/agents/jane-citizen');
    const known: Readonly<Record<string, RegExp>> = {
      route: /^(unmatched|(\/(v1|[a-z-]+(\.[a-z]+)?|:[a-zA-Z]+|\*[a-z]+))+)$/,
      status: /^\d{3}$/,
      le: /^([\d.]+|\+Inf)$/,
      version: /^(v?[\d.]+|development)$/,
      commit: /^\w+$/,
      node: /^v/,
      kind: /^\w+$/,
      space: /^\w+$/,
      type: /^\w+$/,
      quantile: /^[\d.]+$/,
      major: /^\d+$/,
      minor: /^\d+$/,
      patch: /^\d+$/,
    };
    const isBounded = ({ name, labels }: Sample): boolean =>
      Object.entries(labels).every(([label, value]) => {
        const declared = Object.entries(METRICS).find(([metric]) => name.startsWith(metric))?.[1].labels ?? {};
        const values = (declared as Readonly<Record<string, readonly string[] | undefined>>)[label];
        return values ? values.includes(value) : known[label]?.test(value);
      });
    expect((await measured.samples()).filter((sample) => !isBounded(sample))).toEqual([]);
    const text = await measured.text();
    for (const word of ['Richmond', 'jane', account.accessKey, 'nobody-has']) expect(text).not.toContain(word);
  });
});

describe('the metrics port', () => {
  it.each([
    ['GET', '/', 404],
    ['GET', '/metrics/x', 404],
    ['POST', '/metrics', 405],
    ['HEAD', '/metrics', 200],
    ['GET', '/metrics?collect=x', 200],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await fetch(new URL(path, measured.url), { method })).status).toBe(status);
  });

  it('answers while the database hangs, without metrics from the database', async () => {
    proxy.halt();
    const begun = performance.now();
    const [first, second] = await Promise.all([measured.samples(), measured.samples()]);
    const names = new Set(first.map(({ name }) => name));
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(names).toContain('http_requests_in_flight');
    expect(names).not.toContain('hooks_oldest_pending_seconds');
    expect(second.length).toBe(first.length);
    await expect.poll(() => measured.value('hooks_oldest_pending_seconds')).toBe(0);
  });
});

it('without METRICS_PORT nothing is measured', async () => {
  const { isMeasured, Metrics } = await import('@app/metrics');
  expect(Metrics.begin({ metricsPort: undefined, host: '127.0.0.1' })).toBeUndefined();
  expect(isMeasured()).toBe(true);
  const former = measured;
  await former.stop();
  expect(isMeasured()).toBe(false);
  measured = await MeasuredService.start();
});
