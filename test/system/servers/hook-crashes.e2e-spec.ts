import { setTimeout as sleep } from 'node:timers/promises';
import { generatedSource } from '@app/bundles';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specReceiver } from '../../support/hook-receiver.js';
import {
  type AccountAnswer,
  accountBody,
  listingLine,
  operator,
  servicesOn,
  specFixture,
  withClient,
  walk,
  walkSeed,
} from '@testing';
import { Dice } from '@testing/brute-force';
import { startOwnServer } from '../support/own-server.js';
import { Replica } from '../support/replica.js';

const CHANGES = walk(40);
const KILLS = walk(1);
const SEED = walkSeed;
const FAILURES_BEFORE_BACKOFF = { timeout: 60_000, interval: 100 };
const [LISTINGS, WRITERS] = [10, 4];

const server = specFixture(startOwnServer, (one) => one.drop());
const receiver = specReceiver();
let replicas: readonly [Replica, Replica];

beforeAll(async () => {
  const environment = { HOOKS_ALLOW: receiver.origin };
  replicas = [new Replica(server.url, environment), new Replica(server.url, environment)];
  await replicas[0].start();
  await replicas[1].start();
});

afterAll(() => Promise.all(replicas.map((replica) => replica.kill())));

async function send<Answer>(method: string, path: string, body: object): Promise<Answer> {
  const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
  const json = { ...headers, 'content-type': 'application/json' };
  const answer = await fetch(replicas[0].url + path, { method, headers: json, body: JSON.stringify(body) });
  return (await answer.json()) as Answer; // as the service documents it
}

/** An account with hooks at some paths. @returns its websiteID */
async function createAccount(paths: readonly string[], fields: object = {}): Promise<number> {
  const hooks = paths.map((path) => ({ url: receiver.origin + path, trigger: 'listing-updated' }));
  const body = accountBody({ hooks, ...fields });
  return (await send<{ account: AccountAnswer }>('POST', '/api/v1/accounts', body)).account.websiteID;
}

/** Three accounts, one of which shows the listings of another one, with five endpoints. */
async function fill(): Promise<void> {
  const main = await createAccount(['/a', '/b']);
  const sub = { mainWebsiteID: main, listingSource: 'officeID', listingOfficeIDs: ['EAST'] };
  await createAccount(['/c'], { subsiteDetails: sub });
  const other = await createAccount(['/d', '/e']);
  const lines = Array.from({ length: LISTINGS }, (_, at) =>
    listingLine(at % 2 === 0 ? main : other, { id: at + 1, uniqueID: `L${at}`, agentID: 'EAST' }),
  );
  await servicesOn(server.dataSource).importer.import([generatedSource('listings', lines)], { strict: true });
}

/** Makes the given number of changes; changes lost with the server are repeated. */
async function write(count: number, dice: Dice): Promise<void> {
  const left = Array.from({ length: count }, () => [dice.below(1_000_000), 1 + dice.below(LISTINGS)]);
  const go = async (client: Client): Promise<void> => {
    for (let next = left[0]; next; next = left[0]) {
      await client.query('UPDATE listings SET price = $1 WHERE id = $2', next);
      left.shift();
      // As fast as a busy directory, so that every kill can lose changes.
      await sleep(CHANGES > 1_000 ? 50 : 20);
    }
  };
  do await withClient(server.url, go).catch(() => undefined);
  while (left.length > 0);
}

const MISHAPS = [
  async (dice: Dice): Promise<void> => {
    const replica = dice.pick(replicas);
    await replica.kill();
    await replica.start();
  },
  () =>
    withClient(server.url, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    }),
];

/** The expected messages of each endpoint: their ids, in the order of the log. */
async function expected(): Promise<Record<string, string[]>> {
  const { rows } = await withClient(server.url, (client) =>
    client.query<{ path: string; ids: string[] }>(`
      SELECT substring(url from '/[a-e]$') AS path,
        array_agg(concat_ws('_', 'msg', changes_log(), hook.id, change.xid, change.id) ORDER BY change.xid, change.id) AS ids
      FROM hook_endpoints hook JOIN accounts account ON account.id = website_id JOIN changes change
        ON resource = 'listing' AND kind = 'updated' AND change.website_id IN (account.id, account.main_website_id)
      GROUP BY url`),
  );
  return Object.fromEntries(rows.map(({ path, ids }) => [path, ids]));
}

/** The ids received by an endpoint, by first arrival. */
const arrived = (path: string): string[] => [
  ...new Set(receiver.received.filter((one) => one.path === path).map(({ headers }) => String(headers['webhook-id']))),
];

it(
  'every change arrives at every subscribed endpoint, in order, whichever process is killed',
  { timeout: 1_200_000 },
  async () => {
    const dice = new Dice(SEED);
    await fill();
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, at) => write(CHANGES / WRITERS, new Dice(SEED * 100 + at))),
    );
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(dice.below(CHANGES > 1_000 ? 3_000 : 600));
      await MISHAPS[kill % MISHAPS.length]?.(dice);
    }
    await writing;
    const wanted = await expected();
    expect(Object.keys(wanted).sort()).toEqual(['/a', '/b', '/c', '/d', '/e']);
    expect(Object.values(wanted).flat().length).toBeGreaterThanOrEqual(CHANGES * 2);
    for (const [path, ids] of Object.entries(wanted)) {
      await expect.poll(() => arrived(path).length, FAILURES_BEFORE_BACKOFF).toBe(ids.length);
      expect(arrived(path)).toEqual(ids);
    }
    const count = Object.values(wanted).flat().length;
    console.info(`${count} messages, ${receiver.received.length} requests, ${KILLS} kills`);
  },
);
