import { setTimeout as sleep } from 'node:timers/promises';
import { generatedSource } from '@app/bundles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specReceiver } from '../../support/hook-receiver.js';
import {
  type AccountAnswer,
  accountBody,
  listingLine,
  operator,
  servicesOn,
  specFixture,
  walk,
  walkSeed,
} from '@testing';
import { Dice } from '@testing/brute-force';
import { startOwnServer } from '../support/own-server.js';
import { Replica } from '../support/replica.js';

const LISTINGS = walk(20);
const KILLS = walk(2);
const LONGEST = { timeout: 60_000, interval: 100 };

interface Message {
  readonly data: { readonly matches: readonly { readonly listingIDs: readonly number[] }[] };
}

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

async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
  const json = { ...headers, 'content-type': 'application/json' };
  const sent = { method, headers: json, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(replicas[0].url + path, sent);
  return (await answer.json()) as Answer; // as the service documents it
}

/** The listings of all matches of a search, page by page. */
async function matches({ id, cursor }: { readonly id: number; readonly cursor: string }): Promise<number[]> {
  interface MatchPage {
    readonly data: { readonly listingID: number }[];
    readonly cursor: string;
    readonly hasNext: boolean;
  }
  const {
    data,
    cursor: next,
    hasNext,
  } = await send<MatchPage>('GET', `/api/v1/searches/${id}/matches?since=${cursor}`);
  return [...data.map(({ listingID }) => listingID), ...(hasNext ? await matches({ id, cursor: next }) : [])];
}

const told = (): (readonly [listing: number, message: string])[] =>
  receiver.received.flatMap(({ body, headers }) =>
    (JSON.parse(body) as Message).data.matches.flatMap(({ listingIDs }) =>
      listingIDs.map((id) => [id, String(headers['webhook-id'])] as const),
    ),
  );

it('every match is sent, each in one message, whichever process is killed', { timeout: 600_000 }, async () => {
  const dice = new Dice(walkSeed);
  const hooks = [{ url: `${receiver.origin}/matches`, trigger: 'search-matched' }];
  const { account } = await send<{ account: AccountAnswer }>('POST', '/api/v1/accounts', accountBody({ hooks }));
  const { websiteID } = account;
  const body = { name: 'All', query: '', notify: ['new'], websiteID };
  const { search } = await send<{ search: { id: number; cursor: string } }>('POST', '/api/v1/searches', body);
  const ids = Array.from({ length: LISTINGS }, (_, at) => at + 1);
  const writing = (async () => {
    const { importer } = servicesOn(server.dataSource);
    for (const id of ids) {
      const line = listingLine(websiteID, { id, uniqueID: `L${id}` });
      await importer.import([generatedSource('listings', [line])], { strict: true });
      await sleep(50);
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(dice.below(1_000));
    const replica = replicas[kill % 2 === 0 ? 1 : 0];
    await replica.kill();
    await replica.start();
  }
  await writing;
  expect(await matches(search)).toEqual(ids);
  await expect.poll(() => new Set(told().map(([id]) => id)).size, LONGEST).toBe(LISTINGS);
  // A repeated message has the same id.
  expect(new Set(told().map((one) => one.join(' '))).size).toBe(LISTINGS);
});
