import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  type AgentAnswer,
  type Answer,
  createAccount,
  createAgent,
  expectProblem,
  type Keys,
  listingLine,
  type Problem,
  seed,
  specService,
} from '@testing';
import { startOwnServer, type OwnServer } from '../support/own-server.js';

interface Single {
  readonly listingID: number;
  readonly propertyID: number;
}

let server: OwnServer;
const service = specService({}, async () => (server = await startOwnServer()));
let accounts: AccountAnswer[];
let agent: AgentAnswer;
let single: Single | undefined;

beforeAll(async () => {
  accounts = await Promise.all(Array.from({ length: 8 }, () => createAccount(service)));
  const websiteID = accounts[0]?.websiteID ?? 0;
  agent = await createAgent(service, websiteID);
  await seed(service, { listings: [listingLine(websiteID)] });
  [single] = await service.store.dataSource.query<Single[]>(
    'SELECT id AS "listingID", property_id AS "propertyID" FROM listings',
  );
});

/** How long reads wait for the server. */
const TIMEOUT_MS = 3_000;
const TRIES = 30;

type Request = () => Promise<Answer<Problem>>;

/** Repeats requests while the server restarts. */
async function duringRestart(mode: 'fast' | 'immediate', requests: readonly Request[]) {
  const answers: Answer<Problem>[] = [];
  const over = new AbortController();
  const rows = requests.map(async (request) => {
    while (!over.signal.aborted) answers.push(await request());
  });
  await sleep(200);
  const begun = performance.now();
  await server.restart(mode);
  const milliseconds = performance.now() - begun;
  over.abort();
  await Promise.all(rows);
  return { answers, milliseconds };
}

describe.each(['fast', 'immediate'] as const)('a %s restart of PostgreSQL', (mode) => {
  it('fails no read', async () => {
    let quick = 0;
    for (let tries = 0; quick === 0 && tries < TRIES; tries += 1) {
      // The service waits for the end of an outage from its start, so an earlier one must be over.
      await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
      const { answers, milliseconds } = await duringRestart(mode, reads());
      // On a busy machine the server may be down for longer than a read waits.
      if (milliseconds > TIMEOUT_MS / 2) continue;
      quick += 1;
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    }
    expect(quick).toBeGreaterThan(0);
  });

  it('answers a write whose connection ends with 503, never 500', async () => {
    let failed = 0;
    for (let times = 0; times < 3; times += 1) {
      const updates = accounts.map(({ websiteID }) => update(websiteID));
      const { answers } = await duringRestart(mode, [...updates, ...updates.slice(0, 2).map(() => createOnce)]);
      for (const answer of answers.filter(({ status }) => status >= 400)) {
        expectProblem(answer, 503, 'UNAVAILABLE');
        failed += 1;
      }
      await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
    }
    expect(failed).toBeGreaterThan(0);
  });
});

let sent = 0;

/** Not from the cache: each request has another page size. */
const page = (path: string, as?: Keys): Request => {
  const separator = path.includes('?') ? '&' : '?';
  return () => service.get<Problem>(`${path}${separator}limit=${(sent++ % 90) + 1}`, as && { as });
};

function reads(): Request[] {
  const [account] = accounts;
  const own = `/api/v1/websites/${account?.websiteID}`;
  const lists = [
    'websites',
    'agents',
    'listings',
    'properties',
    'suburbs',
    'suburbs/postcodes',
    'suburbs/regions',
    'suburbs/areanames',
  ];
  const singles = [
    own,
    `${own}/credentials`,
    `${own}/hooks`,
    `/api/v1/listings/${single?.listingID}`,
    `/api/v1/properties/${single?.propertyID}`,
    '/api/v1/changes?since=now',
    '/api/v1/feeds',
    `/api/v1/agents/${agent.id}`,
    `/api/v1/suburbs/suggest?q=place${sent}`,
    '/api/v1/auth/me',
    '/api/v1/audit',
    '/api/v1/listings/facets?facets=bedrooms',
  ];
  return [
    ...lists.flatMap((list) => [page(`/api/v1/${list}`), page(`/api/v1/${list}?cursor=`, account)]),
    ...singles.map((path) => () => service.get<Problem>(path, account && { as: account })),
  ];
}

const update = (websiteID: number) => () =>
  service.put<Problem>(`/api/v1/websites/${websiteID}`, { about: `update ${sent++}` });

const createOnce = () =>
  service.post<Problem>('/api/v1/accounts', accountBody(), { headers: { 'idempotency-key': `restart-${sent++}` } });
