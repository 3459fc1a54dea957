import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AccountAnswer, createAccount, expectProblem, type Problem, TcpProxy, TestService } from '@testing';
import { startOwnServer, type OwnServer } from '../support/own-server.js';

/** The longest wait; without a limit it would be minutes. */
const FAR_TOO_LONG_MS = 20_000;
const settings = { statementTimeoutMs: 500 };

let server: OwnServer;
let proxy: TcpProxy;
let service: TestService;
let account: AccountAnswer;

beforeAll(async () => {
  server = await startOwnServer();
  proxy = await TcpProxy.start(server.url);
  service = await TestService.start(settings, { ...server, url: proxy.url });
  account = await createAccount(service);
});

afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

async function timed<T>(work: Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const begun = performance.now();
  const answer = await work;
  return { answer, milliseconds: performance.now() - begun };
}

const LISTS = ['websites', 'agents', 'listings', 'suburbs/regions', 'properties'];
let asked = 0;

/** Commits a change, so that lists of accounts are not answered from the cache. */
const commit = () => server.dataSource.query(`UPDATE accounts SET name = name WHERE id = $1`, [account.websiteID]);

/** The lists do not hang, whatever the response. Each call requests other lists, so that each takes a connection. */
async function askLists(expected: readonly number[]): Promise<number[]> {
  asked += 1;
  const answers = LISTS.map((list) => `/api/v1/${list}?suburb=Place${asked}`).flatMap((path) => [
    timed(service.get<Problem>(`${path}&limit=7`)),
    timed(service.get<Problem>(`${path}&limit=8`, { as: account })),
  ]);
  const all = await Promise.all(answers);
  for (const { answer, milliseconds } of all) {
    expect(expected).toContain(answer.status);
    expect(milliseconds).toBeLessThan(FAR_TOO_LONG_MS);
    if (answer.status !== 200) expectProblem(answer, 503, 'UNAVAILABLE');
  }
  return all.map(({ answer }) => answer.status);
}

/** All lists are answered; on a busy machine a statement may reach its limit now and then. */
async function listsRecover(): Promise<void> {
  await expect.poll(() => askLists([200, 503]), { timeout: 60_000 }).toEqual(LISTS.flatMap(() => [200, 200]));
}

describe('connections without a response from the server', () => {
  it('are closed: their requests fail, all others continue', async () => {
    await listsRecover();
    expect(proxy.connections).toBeGreaterThan(1);
    proxy.halt();
    await commit();
    const first = await timed(service.get('/api/v1/websites?limit=3'));
    expect(first.milliseconds).toBeLessThan(FAR_TOO_LONG_MS);
    await listsRecover();
    expect((await service.get('/readyz')).status).toBe(200);
    expect((await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'after' })).status).toBe(200);
  });

  it('are closed in a transaction, too', async () => {
    await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'before' });
    proxy.halt();
    const { answer, milliseconds } = await timed(
      service.put<Problem>(`/api/v1/websites/${account.websiteID}`, { about: 'halted' }),
    );
    expect(milliseconds).toBeLessThan(FAR_TOO_LONG_MS);
    expectProblem(answer, 503, 'UNAVAILABLE');
    await listsRecover();
  });
});

describe('a PostgreSQL server that is stopped', () => {
  afterEach(() => server.signalAll('SIGCONT'));

  it('blocks no request; /readyz reports it within two seconds; requests succeed once the server continues', async () => {
    await listsRecover();
    server.signalAll('SIGSTOP');
    const { answer, milliseconds } = await timed(service.get<Problem>('/readyz', { as: null }));
    expectProblem(answer, 503, 'UNAVAILABLE');
    expect(milliseconds).toBeLessThan(4_000); // two seconds, on a busy machine
    await askLists([503]);
    expect((await service.get('/livez')).status).toBe(200);
    server.signalAll('SIGCONT');
    await expect.poll(async () => (await service.get('/readyz')).status, { timeout: FAR_TOO_LONG_MS }).toBe(200);
    await listsRecover();
  });
});

describe('a stopped PostgreSQL server with a long statement timeout', () => {
  afterEach(() => server.signalAll('SIGCONT'));

  it('keeps a request waiting for three seconds, then none; requests succeed as soon as it continues', async () => {
    const patient = await TestService.start(
      { statementTimeoutMs: 60_000 },
      { ...server, drop: () => Promise.resolve() },
    );
    const path = `/api/v1/websites/${account.websiteID}`;
    const ask = () =>
      Promise.all([
        timed(patient.get<Problem>(path, { as: account })),
        timed(patient.get<Problem>('/api/v1/listings')),
        timed(patient.put<Problem>(path, { about: 'stopped' })),
        timed(patient.post<Problem>('/api/v1/accounts', {}, { as: account })),
      ]);
    try {
      await ask();
      server.signalAll('SIGSTOP');
      const first = await ask();
      for (const { answer } of first) expectProblem(answer, 503, 'UNAVAILABLE');
      // The time limits of the wait and of the probe, on a busy machine.
      expect(Math.max(...first.map(({ milliseconds }) => milliseconds))).toBeLessThan(6_000);
      const later = await ask();
      for (const { answer } of later) expectProblem(answer, 503, 'UNAVAILABLE');
      expect(Math.max(...later.map(({ milliseconds }) => milliseconds))).toBeLessThan(1_000);
      server.signalAll('SIGCONT');
      await expect.poll(async () => (await patient.get(path)).status).toBe(200);
    } finally {
      server.signalAll('SIGCONT');
      await patient.stop();
    }
  });
});

describe('ten slow lists', () => {
  it('leave connections for credentials, single reads, cached responses and readiness', async () => {
    // Reads of accounts have numbers of listings, whose table is locked.
    const hooks = `/api/v1/websites/${account.websiteID}/hooks`;
    const paths = ['/readyz', '/api/v1/websites?limit=5', hooks, '/api/v1/auth/me'];
    const patient = await TestService.start(
      { statementTimeoutMs: 60_000 },
      { ...server, drop: () => Promise.resolve() },
    );
    const other = await new DataSource({ type: 'postgres', url: server.url }).initialize();
    const holder = other.createQueryRunner();
    try {
      const ask = () => Promise.all(paths.map((path) => patient.get(path, { as: account })));
      await ask();
      await holder.startTransaction();
      await holder.query('LOCK TABLE listings IN ACCESS EXCLUSIVE MODE');
      const slow = Array.from({ length: 10 }, (_, at) => patient.get(`/api/v1/listings?limit=${at + 1}`));
      await expect
        .poll(async () => {
          const [{ waiting }] = await other.query<[{ waiting: number }]>(
            `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'listings'::regclass`,
          );
          return waiting;
        })
        .toBeGreaterThan(3);
      for (let times = 0; times < 5; times++) {
        expect((await ask()).map(({ status }) => status)).toEqual(paths.map(() => 200));
      }
      await holder.rollbackTransaction();
      await Promise.all(slow);
    } finally {
      await holder.release();
      await other.destroy();
      await patient.stop();
    }
  });
});
