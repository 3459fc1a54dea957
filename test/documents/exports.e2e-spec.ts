import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUNDLE_KINDS, findSources } from '@app/bundles';
import type { Settings } from '@app/config';
import { generateDirectory } from '@app/demo';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  agentBody,
  createStore,
  type Keys,
  listingLine,
  operator,
  seed,
  seenRequests,
  servicesOn,
  specService,
  statementsOf,
  storeCredential,
  TestService,
} from '@testing';

const KINDS = [...BUNDLE_KINDS, 'properties'] as const;
const SECRETS = { accessKey: 'harbour-access-key-of-exports', secretKey: 'harbour-secret-key-0123456789' };
const OTHER = { accessKey: 'other-access-key', secretKey: 'other-secret-key-0123456789' };
const SUB = { accessKey: 'sub-access-key', secretKey: 'sub-secret-key-0123456789' };
const THIRD = { accessKey: 'third-access-key', secretKey: 'third-secret-key-0123456789' };

/** More bytes than all buffers on the way hold. */
const LONG = 'Light by the park. '.repeat(4_000);
const LONG_LISTINGS = 200;

const service = specService();

beforeAll(async () => {
  const { suburbs } = generateDirectory({ listings: 10, now: new Date() });
  await seed(service, {
    suburbs: [...suburbs].slice(0, 30),
    accounts: [
      { websiteID: 1, ...accountBody(SECRETS) },
      { websiteID: 2, ...accountBody(OTHER) },
      {
        websiteID: 3,
        ...accountBody({
          ...SUB,
          subsiteDetails: { mainWebsiteID: 1, listingSource: 'officeID', listingOfficeIDs: ['EAST'] },
        }),
      },
      { websiteID: 4, ...accountBody(THIRD) },
    ],
    agents: [
      { id: 5, ...agentBody(1, 'Jane Citizen'), email: { agency: 'jane@agency.example', crm: 'jane@crm.example' } },
    ],
    listings: [
      listingLine(1, { id: 11, agentID: 'EAST', agents: [{ id: 5 }] }),
      listingLine(1, { id: 12, status: 'sold', soldDetails: { price: 987_654_321, date: SOLD, display: 'no' } }),
      listingLine(2, { id: 14, status: 'sold', soldDetails: { price: 7, date: SOLD } }),
      listingLine(2, { id: 15, status: 'withdrawn', soldDetails: { price: 8 } }),
      listingLine(2, { id: 13 }),
    ],
  });
});

const asOf = ({ accessKey, secretKey }: Keys) => ({ 'x-access-key': accessKey, 'x-secret-key': secretKey });

function fetchExport(path: string, keys: Keys = operator, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.address}${path}`, { headers: { ...asOf(keys), ...headers } });
}

/** The lines of an export without its end line, which must state their number. */
async function linesOf(path: string, keys: Keys = operator): Promise<Record<string, unknown>[]> {
  const response = await fetchExport(path, keys);
  expect(response.status).toBe(200);
  const texts = (await response.text()).split('\n');
  expect(texts.pop()).toBe('');
  const lines = texts.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines) expect(service.faultsOf('GET', path, 200, 'application/x-ndjson', line)).toEqual([]);
  expect(lines.pop()).toEqual({ end: true, count: lines.length });
  return lines;
}

const idsOf = async (query: string) => (await linesOf(`/api/v1/export/listings.ndjson?${query}`)).map(({ id }) => id);

/** An export whose reader has not started to read. */
async function begin(path: string, address = service.address, keys: Keys = operator): Promise<IncomingMessage> {
  const [response] = (await once(get(`${address}${path}`, { headers: asOf(keys) }), 'response')) as [
    IncomingMessage, // what the event has
  ];
  return response;
}

const SOLD = '2026-03-03T00:00:00.000Z';
const END = '{"end":true,"count":205}\n';
const LISTINGS = '/api/v1/export/listings.ndjson';

const replicaWith = (settings: Partial<Settings>) =>
  TestService.start(settings, { ...service.store, drop: () => Promise.resolve() });

const OF_EXPORTS = `datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

/** The open transactions of exports. */
async function openSnapshots(): Promise<number> {
  const [row] = await service.store.dataSource.query<[{ open: number }]>(
    `SELECT count(*)::int AS open FROM pg_stat_activity WHERE ${OF_EXPORTS} AND xact_start IS NOT NULL`,
  );
  return row.open;
}

/** Whether exports keep VACUUM from removing rows that a transaction has just deleted. */
async function holdVacuumBack(): Promise<boolean> {
  const [row] = await service.store.dataSource.query<[{ held: boolean }]>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE ${OF_EXPORTS} AND age(backend_xmin) > 0) AS held`,
  );
  return row.held;
}

const changeListing = () =>
  service.store.dataSource.query(`UPDATE listings SET price = coalesce(price, 0) + 1 WHERE id = 11`);

/** Reads a limited number of bytes at a time, with pauses. @returns the text up to the end */
async function readSlowly(export_: IncomingMessage, bytes: number, restMs: number): Promise<string> {
  let received = '';
  let portion = 0;
  for await (const chunk of export_.setEncoding('utf8') as AsyncIterable<string>) {
    received += chunk;
    portion += chunk.length;
    if (portion < bytes) continue;
    portion = 0;
    await sleep(restMs);
  }
  return received;
}

describe('an export', () => {
  it.each(KINDS)(
    'has every line of %s by id, under both path families, for the operator and for an account',
    async (kind) => {
      for (const keys of [operator, SECRETS]) {
        const lines = await linesOf(`/api/v1/export/${kind}.ndjson`, keys);
        expect(lines.length).toBeGreaterThan(0);
        expect(await linesOf(`/v1/export/${kind}.ndjson`, keys)).toEqual(lines);
        const ids = lines.flatMap(({ id, websiteID }) => (id ?? websiteID ?? []) as number[]);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }
    },
  );

  it('has the filters of its list, and includes every status by default', async () => {
    expect(await idsOf('')).toEqual([11, 12, 13, 14, 15]);
    expect(await idsOf('websiteID=1')).toEqual([11, 12]);
    expect(await idsOf('websiteID=3')).toEqual([11]);
    expect(await idsOf('websiteID=1&status=current')).toEqual([11]);
    expect(await linesOf('/api/v1/export/suburbs.ndjson?state=nowhere')).toEqual([]);
    expect(await linesOf('/api/v1/export/agents.ndjson?slug=jane-citizen')).toHaveLength(1);
    expect(await linesOf('/api/v1/export/accounts.ndjson?main=1')).toHaveLength(1);
  });

  it('shows an account exactly the fields of its reads', async () => {
    const read = async (path: string) => {
      const { listingCounts: _numbers, ...shown } = (await service.get<Record<string, unknown>>(path, { as: SECRETS }))
        .body;
      return shown;
    };
    for (const line of await linesOf('/api/v1/export/accounts.ndjson', SECRETS))
      expect(line).toEqual({ ...(await read(`/api/v1/websites/${Number(line['websiteID'])}`)), status: true });
    for (const line of await linesOf('/api/v1/export/properties.ndjson?listingType=residential', SECRETS))
      expect(line).toEqual(await read(`/api/v1/properties/${Number(line['id'])}`));
    const { listingsStats: _, website: __, ...agent } = await read('/api/v1/agents/5');
    expect(await linesOf('/api/v1/export/agents.ndjson', SECRETS)).toEqual([agent]);
    const { data } = await read('/api/v1/suburbs?limit=100');
    expect(await linesOf('/api/v1/export/suburbs.ndjson', SECRETS)).toEqual(expect.arrayContaining(data as object[]));
    for (const line of await linesOf('/api/v1/export/listings.ndjson?websiteID=1', SECRETS)) {
      const { agents, address, websiteID: _id, ...shown } = line;
      const listing = await read(`/api/v1/listings/${Number(line['id'])}`);
      expect(listing).toMatchObject({ ...shown, agents: agents as object[] });
      const { _id: ___, ...place } = address as { _id: string };
      expect(listing['address']).toEqual(place);
    }
  });

  it('has fields for the operator that reads never show', async () => {
    const hidden = ['jane@crm.example', '987654321'];
    const everything = async (keys: Keys) => {
      const lines = [];
      for (const kind of KINDS) lines.push(...(await linesOf(`/api/v1/export/${kind}.ndjson`, keys)));
      return JSON.stringify(lines);
    };
    const [whole, shown] = [await everything(operator), await everything(SECRETS)];
    for (const value of hidden) {
      expect(whole).toContain(value);
      expect(shown).not.toContain(value);
    }
    for (const { secretKey } of [SECRETS, OTHER]) expect(whole + shown).not.toContain(secretKey);
  });

  it('shows of a sale only visible fields, and to the operator all fields', async () => {
    const sales = async (keys: Keys) => (await linesOf(LISTINGS, keys)).map(({ id, soldDetails }) => [id, soldDetails]);
    expect(await sales(SECRETS)).toEqual([
      [11, undefined],
      [12, { date: SOLD }],
      [13, undefined],
      [14, { price: 7, date: SOLD }],
      [15, undefined],
    ]);
    expect(Object.fromEntries(await sales(operator))).toMatchObject({
      12: { price: 987_654_321, date: SOLD, display: 'no' },
      14: { price: 7, date: SOLD },
      15: { price: 8 },
    });
  });

  it('is a bundle file without secrets: its import recreates the directory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'export-'));
    for (const kind of BUNDLE_KINDS) {
      const response = await fetchExport(`/api/v1/export/${kind}.ndjson`);
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${kind}.ndjson"`);
      await writeFile(join(folder, `${kind}.ndjson`), await response.text());
    }
    const copy = await createStore();
    const { importer } = servicesOn(copy.dataSource);
    const { kept } = await importer.import(await findSources([folder]), { strict: true });
    expect(kept).toBe(true);
    const { files } = await importer.import(await findSources([folder]), { strict: true });
    expect(files.map(({ created, updated, rejected }) => created + updated + rejected)).toEqual([0, 0, 0, 0]);
    const [again, original] = [join(folder, 'again'), join(folder, 'original')];
    await servicesOn(copy.dataSource).exporter.export(again);
    await servicesOn(service.store.dataSource).exporter.export(original);
    for (const kind of BUNDLE_KINDS) {
      const [exported = '', bundle, restored] = (
        await Promise.all([folder, original, again].map((from) => readFile(join(from, `${kind}.ndjson`), 'utf8')))
      ).map((lines) => lines.replaceAll(/"secretKey":"[^"]*",/g, ''));
      expect(restored).toBe(bundle);
      expect(exported.startsWith(bundle ?? '')).toBe(true);
      expect(await readFile(join(folder, `${kind}.ndjson`), 'utf8')).not.toContain('secretKey');
    }
    await rm(folder, { recursive: true });
    await copy.drop();
  });

  it.each(['br', 'gzip'])('is compressed with %s if the client accepts it', async (encoding) => {
    const plain = await fetchExport(`${LISTINGS}?websiteID=1`, operator, { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
    const lines = await plain.text();
    const packed = await fetchExport(`${LISTINGS}?websiteID=1`, operator, { 'accept-encoding': encoding });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(await packed.text()).toBe(lines);
  });
});

/** The status of a further export of the account. */
async function exportAgain(): Promise<number> {
  const response = await fetchExport('/api/v1/export/agents.ndjson', SECRETS);
  await response.text();
  return response.status;
}

describe('the reader of an export', () => {
  beforeAll(() =>
    seed(service, {
      listings: Array.from({ length: LONG_LISTINGS }, (_, at) => listingLine(2, { id: 1000 + at, description: LONG })),
    }),
  );

  it('receives one snapshot, whatever is committed meanwhile', async () => {
    const response = await begin(LISTINGS);
    await service.store.dataSource.query(`UPDATE listings SET status = 'sold' WHERE id = 1199`);
    await service.store.dataSource.query(`DELETE FROM listings WHERE id = 1198`);
    const lines = await text(response);
    expect(lines).toContain('"id":1198');
    expect(lines.endsWith(END)).toBe(true);
    await seed(service, { listings: [listingLine(2, { id: 1198, description: LONG })] });
  });

  it('has one export at a time per credential', async () => {
    const running = await begin(LISTINGS);
    const { status, headers, body } = await service.get<{ code: string }>(LISTINGS);
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'EXPORT_UNDER_WAY', '10']);
    expect(headers.get('content-encoding')).toBeNull();
    const replica = await service.replica();
    expect((await replica.get(LISTINGS)).status).toBe(429);
    await replica.stop();
    expect(await linesOf('/api/v1/export/agents.ndjson', SECRETS)).toHaveLength(1);
    expect((await text(running)).endsWith(END)).toBe(true);
    expect(await linesOf('/api/v1/export/agents.ndjson')).toHaveLength(1);
  });

  it('is refused a second one without taking a connection', async () => {
    const running = await begin(LISTINGS);
    const { statements } = await statementsOf(() => service.get(LISTINGS));
    expect(statements.filter(({ text: statement }) => statement.includes('advisory'))).toEqual([]);
    expect((await text(running)).endsWith(END)).toBe(true);
  });

  it('is cut if it stalls, and releases its snapshot and connection', async () => {
    const replica = await replicaWith({ exportStallSeconds: 1 });
    const stalled = await begin(LISTINGS, replica.address);
    expect(await openSnapshots()).toBe(1);
    await changeListing();
    expect(await holdVacuumBack()).toBe(true);
    await expect.poll(openSnapshots).toBe(0);
    expect(await holdVacuumBack()).toBe(false);
    await expect(text(stalled)).rejects.toThrow('aborted');
    await replica.stop();
    expect(await linesOf('/api/v1/export/agents.ndjson')).toHaveLength(1);
  });

  it('is cut if it reads too slowly, and releases its snapshot and connection', async () => {
    const replica = await replicaWith({ exportStallSeconds: 1, exportLinesPerSecond: 10_000 });
    const dripping = await begin(LISTINGS, replica.address);
    await changeListing();
    const read = readSlowly(dripping, 512 * 1024, 200);
    await expect(read).rejects.toThrow('aborted');
    expect([await openSnapshots(), await holdVacuumBack()]).toEqual([0, false]);
    await replica.stop();
  });

  it('ends the export by disconnecting', async () => {
    const left = await begin(LISTINGS);
    expect(await openSnapshots()).toBe(1);
    left.destroy();
    await expect.poll(openSnapshots).toBe(0);
  });

  it('may disconnect during authentication', async () => {
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE credentials IN ACCESS EXCLUSIVE MODE');
    const { seen, forget } = seenRequests(service);
    const asked = get(`${service.address}${LISTINGS}`, { headers: asOf(SECRETS) });
    asked.on('error', () => undefined);
    const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'credentials'::regclass`;
    await expect.poll(async () => (await runner.query(waiting)) as unknown).toEqual([{ count: 1 }]);
    asked.destroy();
    await expect.poll(() => seen.gone).toBe(1);
    forget();
    await runner.rollbackTransaction();
    await runner.release();
    // Much sooner than a stalled reader is cut.
    await expect.poll(exportAgain).toBe(200);
    expect(await openSnapshots()).toBe(0);
  });

  it('ends a statement without rows yet by disconnecting', async () => {
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE properties IN ACCESS EXCLUSIVE MODE');
    const asked = get(`${service.address}/api/v1/export/properties.ndjson`, { headers: asOf(operator) });
    asked.on('error', () => undefined);
    await expect.poll(openSnapshots).toBe(2);
    asked.destroy();
    await expect.poll(openSnapshots).toBe(1);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('leaves connections for lists, however many exports run', async () => {
    const replica = await replicaWith({ databasePoolSize: 6 });
    const running = await begin(LISTINGS, replica.address);
    const second = fetch(`${replica.address}/api/v1/export/agents.ndjson`, { headers: asOf(SECRETS) });
    expect((await replica.get('/api/v1/listings')).status).toBe(200);
    expect((await text(running)).endsWith(END)).toBe(true);
    expect(await (await second).text()).toContain('{"end":true,"count":1}');
    await replica.stop();
  });

  it('of one account does not get all connections, and a second credential of the account still gets its turn', async () => {
    const reader = await storeCredential(service, { websiteID: 1 }, 'read');
    const stalled = await begin(LISTINGS, service.address, SECRETS);
    const begun: string[] = [];
    const agents = async (name: string, keys: Keys) => {
      const response = await fetchExport('/api/v1/export/agents.ndjson', keys);
      begun.push(`${name} ${response.status}`);
      await response.text();
    };
    const { seen, forget } = seenRequests(service);
    const own = [agents('its sub-account', SUB), agents('its other pair', reader)];
    await expect.poll(() => seen.checked).toBe(2);
    forget();
    await agents('another account', OTHER);
    expect((await text(stalled)).endsWith(END)).toBe(true);
    await Promise.all(own);
    expect(begun[0]).toBe('another account 200');
    expect(begun.slice(1).sort()).toEqual(['its other pair 200', 'its sub-account 200']);
  });

  it('of an account leaves one connection for the operator', async () => {
    const stalled = await Promise.all([SECRETS, OTHER].map((keys) => begin(LISTINGS, service.address, keys)));
    expect(await linesOf('/api/v1/export/agents.ndjson')).toHaveLength(1);
    for (const export_ of stalled) expect((await text(export_)).endsWith(END)).toBe(true);
  });

  it('is cut if it stalls, and its connection goes to a waiting export', async () => {
    const replica = await replicaWith({ exportStallSeconds: 1 });
    const stalled = await Promise.all([SECRETS, OTHER].map((keys) => begin(LISTINGS, replica.address, keys)));
    const waiting = await fetch(`${replica.address}/api/v1/export/agents.ndjson`, { headers: asOf(THIRD) });
    expect(await waiting.text()).toContain('{"end":true');
    const ends = await Promise.allSettled(stalled.map((export_) => text(export_)));
    expect(ends.map(({ status }) => status)).toContain('rejected');
    await replica.stop();
  });

  it('receives the rest while the service stops', async () => {
    const replica = await service.replica();
    const running = await begin(LISTINGS, replica.address);
    const stopped = replica.stop();
    expect((await text(running)).endsWith(END)).toBe(true);
    await stopped;
  });
});
