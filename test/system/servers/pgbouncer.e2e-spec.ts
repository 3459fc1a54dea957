import { setTimeout as sleep } from 'node:timers/promises';
import { generatedSource } from '@app/bundles';
import { createDataSource, migrate } from '@app/persistence';
import { releaseName } from '@app/process';
import { DataSource } from 'typeorm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  expectProblem,
  type Problem,
  listingLine,
  servicesOn,
  specFixture,
  specService,
  specStore,
  testSettings,
  withClient,
} from '@testing';
import { PgBouncer } from './pg-bouncer.js';
import { leftOut, missingPrograms } from '../../support/programs.js';

const LISTS = ['websites', 'agents', 'listings', 'listings?status=all&minbedrooms=1', 'suburbs/regions', 'properties'];
const MANY_LISTINGS = 1_100;

const missing = missingPrograms('pgbouncer');

describe.skipIf(missing.length > 0)(`behind PgBouncer in transaction mode${leftOut(missing)}`, () => {
  const store = specStore();
  const bouncer = specFixture(() => PgBouncer.start(store.url));
  const service = specService(
    () => ({ databaseDirectUrl: store.url }),
    () => Promise.resolve({ url: bouncer.url, dataSource: store.dataSource, drop: () => Promise.resolve() }),
  );
  let account: AccountAnswer;

  beforeAll(async () => {
    account = await createAccount(service);
  });

  const pooled = (databaseDirectUrl: string | undefined) =>
    createDataSource(bouncer.url, { ...testSettings, databaseDirectUrl }).initialize();

  it('the service reads and writes concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const path = `/api/v1/websites/${account.websiteID}`;
      const answers = await Promise.all([
        ...LISTS.map((list) => service.get(`/api/v1/${list}`, { as: account })),
        ...LISTS.map((list) => service.get(`/api/v1/${list}`)),
        service.get(path, { as: account }),
        service.get('/api/v1/auth/me', { as: account }),
        service.get('/readyz'),
        service.put(path, { about: `Round ${round}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  it('the service reports its release to the server', async () => {
    const dataSource = await pooled(store.url);
    const [{ name = '' } = {}] = await dataSource.query<{ name?: string }[]>(
      `SELECT current_setting('application_name') AS name`,
    );
    await dataSource.destroy();
    expect(name).toContain(`${releaseName} ${process.pid}@`);
  });

  it('the service imports, and vacuums tables with many changes', async () => {
    const dataSource = await pooled(store.url);
    try {
      const lines = Array.from({ length: MANY_LISTINGS }, (_, at) =>
        listingLine(account.websiteID, { uniqueID: `P${at}` }),
      );
      const { files } = await servicesOn(dataSource).importer.import([generatedSource('listings', lines)]);
      expect(files).toMatchObject([{ created: MANY_LISTINGS, rejected: 0 }]);
    } finally {
      await dataSource.destroy();
    }
    expect((await service.get<{ total: number }>('/api/v1/listings')).body.total).toBe(MANY_LISTINGS);
  });

  it('the service migrates on the direct connection, and requires one', async () => {
    const [direct, lost] = [await pooled(store.url), await pooled(undefined)];
    try {
      expect(await migrate(direct)).toEqual([]);
      await expect(migrate(lost)).rejects.toThrow('set DATABASE_DIRECT_URL');
    } finally {
      await Promise.all([direct.destroy(), lost.destroy()]);
    }
  });

  it('the service sets the planner for its role, whatever the settings of the server', async () => {
    const dataSource = await pooled(store.url);
    const ofNewSessions = async () => {
      const fresh = await new DataSource({ type: 'postgres', url: store.url }).initialize();
      const [{ jit }] = await fresh.query<[{ jit: string }]>('SHOW jit');
      const [{ random_page_cost: cost }] = await fresh.query<[{ random_page_cost: string }]>('SHOW random_page_cost');
      await fresh.destroy();
      return [jit, cost];
    };
    try {
      const database = new URL(store.url).pathname.slice(1);
      await dataSource.query(`ALTER DATABASE ${database} SET jit = on`);
      await dataSource.query(`ALTER DATABASE ${database} SET random_page_cost = 4`);
      await dataSource.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} RESET ALL`);
      expect(await ofNewSessions()).toEqual(['on', '4']);
      await migrate(dataSource);
      expect(await ofNewSessions()).toEqual(['off', '1.1']);
    } finally {
      await dataSource.destroy();
    }
  });

  it('a queue in PgBouncer is no outage, and readiness does not wait in it', async () => {
    await withClient(store.url, async (administrator) => {
      await administrator.query('BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE');
      const blocked = Array.from({ length: 9 }, (_, at) => service.get<Problem>(`/api/v1/agents?limit=${at + 1}`));
      // Longer than a statement waits in the queue.
      const until = performance.now() + 7_000;
      for (let asked = 0; performance.now() < until; asked++) {
        expect((await service.get('/readyz')).status).toBe(200);
        await sleep(100);
      }
      expect(await bouncer.waiting()).toBe(0);
      await administrator.query('ROLLBACK');
      const answers = await Promise.all(blocked);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expectProblem(answer, 503, 'UNAVAILABLE');
    });
    expect((await service.get('/api/v1/agents')).status).toBe(200);
  });

  it('the service does not change the settings of shared sessions', async () => {
    const dataSource = await pooled(store.url);
    try {
      const rows = await Promise.all(
        Array.from({ length: 6 }, () => dataSource.query<{ statement_timeout: string }[]>('SHOW statement_timeout')),
      );
      expect(new Set(rows.flat().map((row) => row.statement_timeout))).toEqual(new Set(['0']));
    } finally {
      await dataSource.destroy();
    }
  });
});
