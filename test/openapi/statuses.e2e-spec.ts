import { connect } from 'node:net';
import type { OpenAPIObject } from '@nestjs/swagger';
import { beforeAll, expect, inject, it } from 'vitest';
import { lockHolderUntilCommit, SqlExecutor } from '@app/sql';
import { DataSource } from 'typeorm';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import {
  createAccount,
  createDemoStore,
  exchange,
  type Keys,
  operator,
  specFixture,
  specService,
  type TestService,
} from '@testing';
import { CREATIONS } from './collection-creations.js';
import {
  type DocumentedRequest,
  documentedRequests,
  inOrder,
  pathOf,
  requiredQuery,
  variableOf,
} from './documented-request.js';

const service = specService({ bodySeconds: 1, hooks: 'on' }, createDemoStore);
const admin = specFixture(
  () => new DataSource({ type: 'postgres', url: inject('serverUrl'), poolSize: 1 }).initialize(),
  (one) => one.destroy(),
);

let requests: readonly DocumentedRequest[];
/** The statuses that each operation has answered. */
const had = new Map<string, Set<number>>();

/** A cursor of another change log. */
const EXPIRED = 'WzEsIjAxMjM0NTY3ODlhYiIsN10';
/** The limit of health probes in a minute. */
const PROBES = 6_000;

beforeAll(() => {
  const document: OpenAPIObject = makeDocument(service.app);
  requests = documentedRequests(document);
  for (const { id } of requests) had.set(id, new Set());
});

const NO_QUERY: Readonly<Record<string, string>> = {};

const keysOf = ({ accessKey, secretKey }: Keys): Keys => ({ accessKey, secretKey });
const headersOf = ({ accessKey, secretKey }: Keys) => ({ 'x-access-key': accessKey, 'x-secret-key': secretKey });

interface Change {
  readonly on?: TestService;
  readonly as?: Keys | null;
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends the documented request with a change, and records the status. */
async function attempt(request: DocumentedRequest, change: Change = {}): Promise<Awaited<ReturnType<typeof exchange>>> {
  const { on = service, as = operator, path = pathOf(request), query = {}, headers = {} } = change;
  const { accept, body: example, method } = request;
  const body = change.body ?? example?.text;
  const search = new URLSearchParams({ ...requiredQuery(request), ...query }).toString();
  const isStream = request.path.endsWith('/stream');
  const answer = await exchange(`${on.address}${path}?${search}`, {
    method: isStream ? 'HEAD' : method,
    headers: {
      ...(as && headersOf(as)),
      ...(accept && { accept }),
      ...(body !== undefined && { 'content-type': example?.type ?? 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  had.get(request.id)?.add(answer.status);
  return answer;
}

/** Changes some requests alike. @returns the statuses */
async function attemptEach(
  changeOf: (request: DocumentedRequest) => Change,
  some: readonly DocumentedRequest[] = requests,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const request of some) statuses.push((await attempt(request, changeOf(request))).status);
  return statuses;
}

const withParameter = (parameter: string): DocumentedRequest[] =>
  requests.filter(({ parameters }) => parameters.some(({ name }) => name === parameter));
const named = (id: string): DocumentedRequest[] => requests.filter((one) => one.id === id);

it('each request of the document succeeds', async () => {
  const ids = new Map<string, string>();
  for (const request of Object.values(inOrder(requests)).flat()) {
    const path = pathOf(request, (name) => ids.get(variableOf(request, name) ?? ''));
    const { status, text } = await attempt(request, { path });
    expect([request.id, status, text]).toEqual([request.id, Number(request.status), text]);
    const creation = CREATIONS[request.id];
    if (!creation) continue;
    const id = creation.idOf.split('.').reduce((part, name) => (part as never)[name], JSON.parse(text) as unknown);
    ids.set(creation.variable, String(id));
  }
  const stream = requests.find(({ path }) => path.endsWith('/stream'));
  if (stream) expect((await attempt(stream)).status).toBe(200);
});

it('an answer that the client has, or does not expect', async () => {
  const found = new Set<number>();
  for (const request of requests.filter(({ method }) => method === 'GET')) {
    const query = request.path.startsWith('/api/v1/inspections') ? { datefrom: '2026-01-01' } : NO_QUERY;
    const { headers } = await attempt(request, { query });
    const sentBack = await attempt(request, { query, headers: { 'if-none-match': headers.get('etag') ?? '"none"' } });
    const unexpected = await attempt(request, { query, headers: { 'if-match': '"0-former"' } });
    found.add(sentBack.status).add(unexpected.status);
  }
  expect(found).toEqual(new Set([200, 304, 412]));
});

it('faults of the request', async () => {
  expect(await attemptEach(() => ({ query: { nonsense: '1' } }))).toContain(400);
  expect(await attemptEach(({ body }) => ({ body: body ? '{' : '{"a":1}' }))).toContain(400);
  expect(await attemptEach(() => ({ as: null }))).toContain(401);
  const unknown = await attemptEach((request) => ({
    path: pathOf(request, () => '999999'),
    query: /listings\.xml|feeds$/.test(request.path) ? { websiteID: '999999' } : NO_QUERY,
  }));
  expect(unknown).toContain(404);
  expect(await attemptEach(() => ({ query: { since: EXPIRED } }), withParameter('since'))).toContain(410);
  expect(await attemptEach(() => ({ headers: { 'if-match': '"0-former"' } }), withParameter('If-Match'))).toContain(
    412,
  );
  const withBody = requests.filter(({ body }) => body);
  expect(await attemptEach(() => ({ headers: { 'content-type': 'text/plain' } }), withBody)).toContain(415);
});

it('a disabled account', async () => {
  const as = keysOf(await createAccount(service, { status: false }));
  expect(await attemptEach(() => ({ as }))).toContain(403);
});

/** The status of a request whose head announces a body, of which nothing arrives. */
function announce(request: DocumentedRequest, length: number): Promise<number> {
  const { hostname, port } = new URL(service.address);
  const search = new URLSearchParams(requiredQuery(request)).toString();
  const head = [
    `${request.method} ${pathOf(request)}?${search} HTTP/1.1`,
    'host: localhost',
    `x-access-key: ${operator.accessKey}`,
    `x-secret-key: ${operator.secretKey}`,
    `content-type: ${request.body?.type ?? 'application/json'}`,
    `content-length: ${length}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    socket.once('data', (bytes) => {
      const status = Number(/^HTTP\/1.1 (\d+)/.exec(bytes.toString())?.[1]);
      had.get(request.id)?.add(status);
      socket.destroy();
      resolve(status);
    });
    socket.once('error', reject);
  });
}

it('a body that is too long, or does not arrive', async () => {
  const writes = requests.filter(({ method }) => method !== 'GET');
  const statuses: number[] = [];
  for (const request of writes) statuses.push(await announce(request, 200_000_000));
  for (let at = 0; at < writes.length; at += 4)
    statuses.push(...(await Promise.all(writes.slice(at, at + 4).map((request) => announce(request, 2)))));
  expect(statuses).toEqual(expect.arrayContaining([408, 413]));
});

it('an idempotency key that another request has or had', async () => {
  const posts = requests.filter(({ method }) => method === 'POST');
  const body = JSON.stringify({ name: 'Once', link: 'https://once.example' });
  const used = { headers: { 'idempotency-key': 'used' } };
  expect(await attemptEach(() => ({ ...used, body }), named('createAccount'))).toEqual([201]);
  expect(await attemptEach(() => used, posts)).toContain(422);
  await service.app.get(SqlExecutor).transaction(async (executor) => {
    await lockHolderUntilCommit(executor, 'idempotency', '0 held', 1_000);
    const held = posts.map((request) => attempt(request, { headers: { 'idempotency-key': 'held' } }));
    expect((await Promise.all(held)).map(({ status }) => status)).toContain(409);
  });
});

/** Writes that would break a rule. */
const CONFLICTS: Readonly<Record<string, Change>> = {
  updateAccount: { body: JSON.stringify({ accessKey: 'taken-access-key' }) },
  updateAgent: { body: JSON.stringify({ slug: 'theo-calloway' }) },
  updateSearch: { body: JSON.stringify({ query: '' }) },
  deleteAccount: {},
};

it('a conflict', async () => {
  await createAccount(service, { accessKey: 'taken-access-key' });
  const columns = 'uid, website_id, name, reference, notify, cursor, group_key, keys, keys_version, is_widened';
  await service.store.dataSource.query(
    `INSERT INTO searches (${columns}, query, is_broad)
      SELECT ${columns.replace('uid', 'gen_random_uuid()')}, '', TRUE FROM searches, generate_series(1, 500) WHERE id = 1`,
  );
  const [{ id } = { id: 0 }] = await service.store.dataSource.query<{ id: number }[]>(
    "SELECT id FROM credentials WHERE website_id = 3 AND scope = 'full'",
  );
  const path = `/api/v1/websites/3/credentials/${id}`;
  const changes = { ...CONFLICTS, deleteCredential: { path } };
  for (const [name, change] of Object.entries(changes))
    expect([name, await attemptEach(() => change, named(name))]).toEqual([name, [409]]);
});

it('a rate limit', async () => {
  const limited = await service.replica({ rateLimit: { requests: 1, seconds: 600 } });
  const as = keysOf(await createAccount(service));
  await exchange(`${limited.address}/api/v1/auth/me`, { method: 'GET', headers: headersOf(as) });
  const statuses = await attemptEach(() => ({ on: limited, as }));
  // Probes have a limit of their own.
  const probe = { method: 'GET', headers: {} };
  for (let sent = 0; sent < PROBES; sent++) await exchange(`${limited.address}/livez`, probe);
  const ofProbes = await attemptEach(
    () => ({ on: limited }),
    requests.filter(({ path }) => !path.startsWith('/api/')),
  );
  expect(new Set([...statuses.slice(0, -2), ...ofProbes])).toEqual(new Set([429]));
  await limited.stop();
});

it('a fault of the service', async () => {
  const as = keysOf(await createAccount(service));
  await service.store.dataSource.query('ALTER TABLE credentials RENAME TO lost');
  expect(await attemptEach(() => ({ as }))).toContain(500);
  await service.store.dataSource.query('ALTER TABLE lost RENAME TO credentials');
});

it('a database that is away', async () => {
  const as = keysOf(await createAccount(service));
  const database = new URL(service.store.url).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  expect(await attemptEach(() => ({ as }))).toContain(503);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
});

it('each documented status was answered, and no other', () => {
  const differing = requests.flatMap(({ id, of }) => {
    const documented = Object.keys(of.responses).map(Number);
    const found = [...(had.get(id) ?? [])];
    const [missing, undocumented] = [
      documented.filter((status) => !found.includes(status)),
      found.filter((status) => !documented.includes(status)),
    ];
    return missing.length + undocumented.length > 0 ? [{ id, missing, undocumented }] : [];
  });
  expect(differing).toEqual([]);
});
