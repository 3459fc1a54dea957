import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountBody, agentBody, listingLine, seed, specService } from '@testing';
import { HttpFront, type Interruption } from '../../http/http-front.js';
import { programsOfThePage, SECOND_MS, type Directory, type Programs } from './keeping-a-copy.js';

const KEYS = { accessKey: 'portal-access-key', secretKey: 'portal-secret-key-0123456789' };
/** Another pair of the account, which reads everything beside the copy: one export at a time. */
let other: typeof KEYS;

type Copied = Awaited<ReturnType<Programs['FileCopy']['open']>>;

const service = specService();
let programs: Programs;
let folder: string;
let stopping: (() => Promise<void>)[];

beforeAll(async () => {
  programs = await programsOfThePage();
  await seed(service, {
    accounts: [
      { websiteID: 1, ...accountBody(KEYS) },
      { websiteID: 2, ...accountBody() },
    ],
    agents: [{ id: 5, ...agentBody(1, 'Jane Citizen') }],
    listings: [
      listingLine(1, { id: 11, agents: [{ id: 5 }] }),
      listingLine(1, { id: 12, uniqueID: 'TWELVE', status: 'sold', soldDetails: { price: 987_654_321 } }),
      listingLine(2, { id: 13 }),
    ],
  });
  const pair = { label: 'another', scope: 'full' };
  const { body } = await service.post<{ credential: typeof KEYS }>('/api/v1/websites/1/credentials', pair);
  const { accessKey, secretKey } = body.credential;
  other = { accessKey, secretKey };
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'));
  stopping = [];
});

afterEach(async () => {
  for (const stop of stopping) await stop();
  await rm(folder, { recursive: true });
});

const WAYS = ['keepCopy', 'streamCopy'] as const;

/** Follows the service from the state of the file; ends with the test, or before. */
async function follow(way: (typeof WAYS)[number], url = service.address) {
  const copy = await programs.FileCopy.open(join(folder, 'copy.json'));
  const ending = new AbortController();
  const directory: Directory = { url, ...KEYS, pauseMs: 50 };
  const following = programs[way](directory, copy, ending.signal);
  const stop = async () => {
    ending.abort();
    await following;
  };
  stopping.push(stop);
  return { copy, stop };
}

/** The same row in a new copy. */
async function expectWhole(copy: Copied): Promise<void> {
  const anew = await programs.FileCopy.open(join(folder, 'anew.json'));
  const ending = new AbortController();
  const reading = programs.keepCopy({ url: service.address, ...other, pauseMs: 50 }, anew, ending.signal);
  await expect.poll(() => anew.cursor).toBeTruthy();
  ending.abort();
  await reading;
  await rm(join(folder, 'anew.json'));
  await expect.poll(() => Object.fromEntries(copy.rows)).toEqual(Object.fromEntries(anew.rows));
}

async function inFront(...interruptions: Interruption[]): Promise<HttpFront> {
  const front = await HttpFront.start(service.address);
  stopping.push(() => front.stop());
  front.interrupt(...interruptions);
  return front;
}

const thingsOf = (copy: Copied): string[] => [...copy.rows.keys()].toSorted();

describe.each(WAYS)('a copy that is synchronized as the page describes, with %s', (way) => {
  it('reads everything, and follows creates, changes and deletes', async () => {
    const { copy } = await follow(way);
    await expectWhole(copy);
    expect(thingsOf(copy)).toEqual(expect.arrayContaining(['account 1', 'agent 5', 'listing 12']));
    await seed(service, {
      listings: [listingLine(2), listingLine(1, { id: 12, uniqueID: 'TWELVE', description: `By ${way}` })],
    });
    await service.put('/api/v1/agents/5', { biography: `By ${way}` });
    const { body } = await service.post<{ account: { websiteID: number } }>('/api/v1/accounts', accountBody());
    await service.store.dataSource.query(`DELETE FROM listings WHERE id = ${way === 'keepCopy' ? 13 : 11}`);
    await expect.poll(() => thingsOf(copy)).toContain(`account ${body.account.websiteID}`);
    await expectWhole(copy);
    expect(copy.rows.get('agent 5')).toMatchObject({ biography: `By ${way}` });
    await service.delete(`/api/v1/websites/${body.account.websiteID}`);
    await expect.poll(() => thingsOf(copy)).not.toContain(`account ${body.account.websiteID}`);
    await expectWhole(copy);
  });

  it('continues where it stopped', async () => {
    const { copy, stop } = await follow(way);
    await expectWhole(copy);
    await stop();
    await service.put('/api/v1/agents/5', { biography: `Meanwhile, ${way}` });
    const front = await inFront();
    const again = await follow(way, front.address);
    await expect.poll(() => again.copy.rows.get('agent 5')).toMatchObject({ biography: `Meanwhile, ${way}` });
    expect(front.requests.filter(({ url }) => url.includes('export'))).toEqual([]);
  });

  it('reads everything again if its cursor has expired', async () => {
    const { copy, stop } = await follow(way);
    await expectWhole(copy);
    await stop();
    await service.put('/api/v1/agents/5', { biography: `Forgotten, ${way}` });
    await service.store.dataSource.query(
      'UPDATE changes_horizon SET xid = (SELECT max(xid::text::bigint)::text::xid8 FROM changes), id = 0',
    );
    const again = await follow(way);
    await expect.poll(() => again.copy.rows.get('agent 5')).toMatchObject({ biography: `Forgotten, ${way}` });
    await expectWhole(again.copy);
  });

  it.each([429, 503])('waits as long as %s says, and tries again', async (status) => {
    const later = { status, headers: { 'retry-after': '1' }, body: '{}' };
    const front = await inFront(later, later);
    const { copy } = await follow(way, front.address);
    await expectWhole(copy);
    const [first = 0, second = 0, third = 0] = front.requests.map(({ at }) => at);
    expect(Math.min(second - first, third - second)).toBeGreaterThan(0.95 * SECOND_MS);
  });
});

it('a copy sends the last ETag, and waits at 304', async () => {
  const statuses: string[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await original(...request);
    const [url] = request;
    if (typeof url === 'string' && url.includes('/changes?')) statuses.push(String(response.status));
    return response;
  };
  try {
    await follow('keepCopy');
    await expect.poll(() => statuses.slice(-2)).toEqual(['304', '304']);
  } finally {
    globalThis.fetch = original;
  }
});
