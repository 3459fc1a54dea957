import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generatedSource } from '@app/bundles';
import { ADDRESS, feedOf } from '../support/feed-texts.js';
import { entryOf } from '../support/feed-entries.js';
import { createDataSource } from '@app/persistence';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createStore,
  listingLine,
  servicesOn,
  TestService,
  testSettings,
  type TestStore,
} from '@testing';

/** Above this number of announced lines, the indexes would be created afterwards. */
const ANNOUNCED = 20_000;
const LISTINGS = 60;
const ROLE = `dml_${process.pid}`;

let owner: TestStore;
let admin: DataSource;
let service: TestService;
let account: AccountAnswer;
let url: string;

beforeAll(async () => {
  owner = await createStore();
  const asAdmin = new URL(inject('serverUrl'));
  asAdmin.pathname = new URL(owner.url).pathname;
  admin = await new DataSource({ type: 'postgres', url: asAdmin.href }).initialize();
  await admin.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'dml'`);
  const page = await readFile(resolve(import.meta.dirname, '../../docs/OPERATING.md'), 'utf8');
  const [, rights = ''] = /\*\*Rights\.\*\*.*?```sql\n(.*?)```/s.exec(page) ?? [];
  await owner.dataSource.query(rights.replaceAll('TO directory;', `TO ${ROLE};`));
  const ofRole = new URL(owner.url);
  [ofRole.username, ofRole.password] = [ROLE, 'dml'];
  url = ofRole.href;
});

afterAll(async () => {
  await service?.app.close();
  await admin.query(`DROP OWNED BY ${ROLE}`);
  await admin.query(`DROP ROLE ${ROLE}`);
  await admin.destroy();
  await owner.drop();
});

async function asRole<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await createDataSource(url, testSettings).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

it('a role that owns nothing imports a first load, serves, writes, and imports feeds', async () => {
  const first = { websiteID: 1, name: 'First', link: 'https://first.example' };
  // Nobody else is connected, as in a first load.
  await owner.dataSource.destroy();
  await admin.destroy();
  const { files } = await asRole((dataSource) =>
    servicesOn(dataSource).importer.import([
      generatedSource('accounts', [first]),
      generatedSource(
        'listings',
        Array.from({ length: LISTINGS }, (_, at) => listingLine(1, { uniqueID: `L${at}` })),
        ANNOUNCED,
      ),
    ]),
  );
  expect(files.map(({ created, rejected }) => [created, rejected])).toEqual([
    [1, 0],
    [LISTINGS, 0],
  ]);
  await admin.initialize();

  service = await TestService.start({}, { ...owner, url });
  account = await createAccount(service);
  const agent = await createAgent(service, account.websiteID);
  const path = `/api/v1/websites/${account.websiteID}`;
  expect((await service.put(path, { about: 'Served' }, { as: account })).status).toBe(200);
  expect((await service.get<{ total: number }>('/api/v1/listings')).body.total).toBe(LISTINGS);
  expect((await service.get('/readyz')).status).toBe(200);
  // The days of the log of changes are created with the rights of the owner.
  const days = () => admin.query<object[]>(`SELECT FROM pg_inherits WHERE inhparent = 'changes'::regclass`);
  await expect.poll(async () => (await days()).length).toBeGreaterThan(1);
  // As at the next midnight.
  const [{ day }] = await admin.query<[{ day: string }]>(
    `SELECT max(relname) AS day FROM pg_class WHERE relname ~ '^changes_\\d+$'`,
  );
  await admin.query(`DROP TABLE ${day}`);
  await asRole((dataSource) => dataSource.query('SELECT keep_change_days(30)'));
  const hidden = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    AND NOT has_table_privilege('${ROLE}', oid, 'SELECT')`;
  expect(await admin.query(hidden)).toEqual([]);

  const folder = await mkdtemp(join(tmpdir(), 'dml-role-'));
  await writeFile(join(folder, 'feed.xml'), feedOf(entryOf(ADDRESS)));
  const report = await asRole((dataSource) =>
    servicesOn(dataSource).feeds.import(join(folder, 'feed.xml'), account.websiteID),
  );
  await rm(folder, { recursive: true });
  expect(report).toMatchObject({ created: 1, rejected: 0, fatal: null });

  expect((await service.delete(`/api/v1/agents/${agent.id}`)).status).toBe(200);
  expect((await service.delete(path)).status).toBe(200);
});
