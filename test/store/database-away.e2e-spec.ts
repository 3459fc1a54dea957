import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { DataSource } from 'typeorm';
import {
  type AccountAnswer,
  accountBody,
  type AgentAnswer,
  agentBody,
  type Answer,
  createAccount,
  createAgent,
  expectProblem,
  type Problem,
  specFixture,
  specService,
  waitsForLock,
} from '@testing';

const service = specService({ statementTimeoutMs: 1_000 });
const admin = specFixture(
  () => new DataSource({ type: 'postgres', url: inject('serverUrl'), poolSize: 1 }).initialize(),
  (one) => one.destroy(),
);
let database: string;
let account: AccountAnswer;
let agent: AgentAnswer;

beforeAll(async () => {
  database = new URL(service.store.url).pathname.slice(1);
  account = await createAccount(service);
  agent = await createAgent(service, account.websiteID);
});

afterEach(() => admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`));

/** Ends every connection to the database, even those with a running request. */
const disconnect = () =>
  admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [database]);

async function close(): Promise<void> {
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await disconnect();
}

function expectAway(answer: Answer<Problem>): void {
  expectProblem(answer, 503, 'UNAVAILABLE');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Sends every kind of request that needs the database. */
async function askEverything(): Promise<Answer<Problem>[]> {
  const [website, person] = [`/api/v1/websites/${account.websiteID}`, `/v1/agents/${agent._id}`];
  const lists = [
    'websites',
    'agents',
    'suburbs',
    'suburbs/postcodes',
    'suburbs/regions',
    'suburbs/areanames',
    'listings',
  ];
  const reads = ['/readyz', website, person, '/api/v1/properties', '/v1/listings/1', '/api/v1/properties/1'];
  return Promise.all([
    ...[...reads, ...lists.map((list) => `/api/v1/${list}`)].map((path) => service.get<Problem>(path)),
    service.get<Problem>('/api/v1/auth/me', { as: account }),
    service.get<Problem>(website, { as: account }),
    service.post<Problem>('/api/v1/accounts', accountBody()),
    service.post<Problem>('/api/v1/agents', agentBody(account.websiteID)),
    service.put<Problem>(website, { about: 'lost' }),
    service.put<Problem>(person, { biography: 'lost' }),
    service.delete<Problem>(person),
    service.delete<Problem>(website),
  ]);
}

describe('while the database is not available (D9)', () => {
  it('requests are answered 503 with Retry-After and without internal details, until it recovers', async () => {
    await close();
    for (const answer of await askEverything()) expectAway(answer);
    expect((await service.get('/livez')).status).toBe(200);
    expect((await service.get('/api/v1/websites', { as: null })).status).toBe(401);
    expect((await service.get('/api/v1/nowhere')).status).toBe(404);
    await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    expect((await service.get('/readyz')).status).toBe(200);
    expect((await service.get(`/api/v1/websites/${account.websiteID}`)).body).toMatchObject({ about: '' });
    expect((await service.get(`/api/v1/agents/${agent.id}`)).body).toMatchObject({ biography: '' });
  });

  it('requests are answered 503 even if it was dropped, until it is back', async () => {
    await close();
    await admin.query(`ALTER DATABASE ${database} RENAME TO ${database}_gone`);
    expectAway(await service.get<Problem>('/api/v1/websites'));
    expectAway(await service.get<Problem>('/readyz', { as: null }));
    await admin.query(`ALTER DATABASE ${database}_gone RENAME TO ${database}`);
    await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    expect((await service.get('/api/v1/websites')).status).toBe(200);
  });

  it('no request fails if only idle connections are lost', async () => {
    await service.get('/api/v1/websites');
    await disconnect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await service.get('/api/v1/websites')).status).toBe(200);
  });
});

describe('while a row is locked', () => {
  const holdAccount = async () => {
    const other = await new DataSource({ type: 'postgres', url: service.store.url, poolSize: 1 }).initialize();
    const holder = other.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.websiteID]);
    return { release: () => holder.rollbackTransaction().then(() => other.destroy()), other };
  };

  it('an update that waits too long is answered 503', async () => {
    const { release } = await holdAccount();
    expectAway(await service.put<Problem>(`/api/v1/websites/${account.websiteID}`, { about: 'late' }));
    await release();
    expect((await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'in time' })).status).toBe(200);
  });

  it('an update whose connection is lost is answered 503, and changes nothing', async () => {
    const { other } = await holdAccount();
    const waiting = service.put<Problem>(`/api/v1/websites/${account.websiteID}`, { about: 'lost' });
    await waitsForLock(service.store.dataSource);
    await disconnect();
    expectAway(await waiting);
    await other.destroy();
    expect((await service.put(`/api/v1/websites/${account.websiteID}`, {})).body).toMatchObject({ about: 'in time' });
  });
});
