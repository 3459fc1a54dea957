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
const KEY = 'statuses';

beforeAll(() => {
  const document: OpenAPIObject = makeDocument(service.app);
  requests = documentedRequests(document);
  for (const { id } of requests) had.set(id, new Set());
});

const NO_QUERY: Readonly<Record<string, string>> = {};

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

async function attemptEach(changeOf: (request: DocumentedRequest) => Change): Promise<void> {
  for (const request of requests) await attempt(request, changeOf(request));
}

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

it('a stored answer is not sent again', async () => {
  for (const request of requests.filter(({ method }) => method === 'GET')) {
    const query: Record<string, string> = request.path.startsWith('/api/v1/inspections')
      ? { datefrom: '2026-01-01' }
      : {};
    const { headers } = await attempt(request, { query });
    const tag = headers.get('etag') ?? '"none"';
    await attempt(request, { query, headers: { 'if-none-match': tag } });
    await attempt(request, { query, headers: { 'if-match': '"0-former"' } });
  }
});

it('faults of the request', async () => {
  await attemptEach(() => ({ query: { nonsense: '1' } }));
  await attemptEach(({ body }) => ({ body: body ? '{' : '{"a":1}' }));
  await attemptEach(() => ({ as: null }));
  await attemptEach((request) => ({
    path: pathOf(request, () => '999999'),
    query: /listings\.xml|feeds$/.test(request.path) ? { websiteID: '999999' } : NO_QUERY,
  }));
  for (const request of requests.filter(({ parameters }) => parameters.some(({ name }) => name === 'If-Match')))
    await attempt(request, { headers: { 'if-match': '"0-former"' } });
  for (const request of requests.filter(({ body }) => body))
    await attempt(request, { headers: { 'content-type': 'text/plain' } });
  const ofChanges = requests.filter(({ parameters }) => parameters.some(({ name }) => name === 'since'));
  for (const request of ofChanges) await attempt(request, { query: { since: EXPIRED } });
});

it('a disabled account', async () => {
  const { accessKey, secretKey } = await createAccount(service, { status: false });
  await attemptEach(() => ({ as: { accessKey, secretKey } }));
});

/** The status of a request whose head announces a body, of which nothing arrives. */
function announce(request: DocumentedRequest, length: number): Promise<void> {
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
      had.get(request.id)?.add(Number(/^HTTP\/1.1 (\d+)/.exec(bytes.toString())?.[1]));
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

it('a body that is too long, or does not arrive', async () => {
  const writes = requests.filter(({ method }) => method !== 'GET');
  for (const request of writes) await announce(request, 200_000_000);
  for (let at = 0; at < writes.length; at += 4)
    await Promise.all(writes.slice(at, at + 4).map((request) => announce(request, 2)));
});

it('an idempotency key that another request has or had', async () => {
  const posts = requests.filter(({ method }) => method === 'POST');
  const body = JSON.stringify({ name: 'Once', link: 'https://once.example' });
  for (const request of posts.filter(({ id }) => id === 'createAccount'))
    await attempt(request, { headers: { 'idempotency-key': KEY }, body });
  for (const request of posts) await attempt(request, { headers: { 'idempotency-key': KEY } });
  await service.app.get(SqlExecutor).transaction(async (executor) => {
    await lockHolderUntilCommit(executor, 'idempotency', '0 held', 1_000);
    await Promise.all(posts.map((request) => attempt(request, { headers: { 'idempotency-key': 'held' } })));
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
  for (const request of requests.filter(({ id }) => CONFLICTS[id])) await attempt(request, CONFLICTS[request.id]);
  const [{ id } = { id: 0 }] = await service.store.dataSource.query<{ id: number }[]>(
    "SELECT id FROM credentials WHERE website_id = 3 AND scope = 'full'",
  );
  const path = `/api/v1/websites/3/credentials/${id}`;
  for (const request of requests.filter(({ id: name }) => name === 'deleteCredential'))
    await attempt(request, { path });
});

it('a rate limit', async () => {
  const limited = await service.replica({ rateLimit: { requests: 1, seconds: 600 } });
  const { accessKey, secretKey } = await createAccount(service);
  const as = { accessKey, secretKey };
  await exchange(`${limited.address}/api/v1/auth/me`, { method: 'GET', headers: headersOf(as) });
  await attemptEach(() => ({ on: limited, as }));
  const probe = requests.filter(({ path }) => !path.startsWith('/api/'));
  for (const path of Array<string>(6_000).fill('/livez'))
    await exchange(limited.address + path, { method: 'GET', headers: {} });
  for (const request of probe) await attempt(request, { on: limited });
  await limited.stop();
});

it('a fault of the service', async () => {
  const { accessKey, secretKey } = await createAccount(service);
  await service.store.dataSource.query('ALTER TABLE credentials RENAME TO lost');
  await attemptEach(() => ({ as: { accessKey, secretKey } }));
  await service.store.dataSource.query('ALTER TABLE lost RENAME TO credentials');
});

it('a database that is away', async () => {
  const { accessKey, secretKey } = await createAccount(service);
  const database = new URL(service.store.url).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  await attemptEach(() => ({ as: { accessKey, secretKey } }));
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
