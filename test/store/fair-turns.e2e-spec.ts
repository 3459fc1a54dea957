import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  type Keys,
  listingLine,
  seed,
  specService,
  storeCredential,
  withClient,
} from '@testing';

/** Far more than there are connections. */
const FLOOD = 24;
const POLYGON = '144,-38;145,-38;145,-37;144,-37;144,-38';

/** The requests of the flood: lists, counts, and selective lists. Each reads listings. */
const QUESTIONS = [
  (at: number) => `/api/v1/listings/facets?facetLimit=200&facets=suburb,price,features&s=wor&minPrice=${at}`,
  (at: number) => `/api/v1/listings?polygon=${POLYGON}&minPrice=${at}`,
  (at: number) => `/api/v1/listings?uniqueIDs=A,B,C&minPrice=${at}`,
  (at: number) => `/api/v1/listings?suburb=Richmond&page=400&minPrice=${at}`,
  (at: number) => `/api/v1/listings/cards?sort=price-asc&minPrice=${at}`,
];

const service = specService({ databasePoolSize: 10, trustProxy: ['loopback'] });
let flooder: AccountAnswer;
let other: AccountAnswer;
/** Each request is unique, because its response could be cached. */
let asked = 0;

beforeAll(async () => {
  [flooder, other] = [await createAccount(service), await createAccount(service)];
  await seed(service, { listings: [listingLine(flooder.websiteID, {})] });
});

/** Runs a function while listings are locked, so that requests for them hold connections and wait. */
async function whileFlooded(as: Keys, work: () => Promise<void>, headers = {}): Promise<number[]> {
  const answers = await withClient(service.store.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE listings, current_listings, listing_words IN ACCESS EXCLUSIVE MODE');
    const flood = Array.from({ length: FLOOD }, (_, at) =>
      service.get((QUESTIONS[at % QUESTIONS.length] ?? String)((asked += 1)), { as, headers }),
    );
    await expect
      .poll(() => service.store.dataSource.query<object[]>(WAITING).then(({ length }) => length))
      .toBeGreaterThan(0);
    await work();
    await client.query('ROLLBACK');
    return Promise.all(flood);
  });
  return answers.map(({ status }) => status);
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Two lists, a single read and a write of another account, which need no row of a listing. Accounts have numbers of listings. */
async function expectAnswers(as: AccountAnswer): Promise<void> {
  const own = `/api/v1/websites/${as.websiteID}`;
  for (const path of ['/api/v1/suburbs?suburb=rich', '/api/v1/websites?s=a', `${own}/hooks`])
    expect([path, (await service.get(path, { as })).status]).toEqual([path, 200]);
  expect((await service.put(own, { about: 'x' }, { as })).status).toBe(200);
}

describe('an account that sends more requests than there are connections', () => {
  it('does not delay another account', async () => {
    const statuses = await whileFlooded(flooder, () => expectAnswers(other));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('does not delay another account with a public key', async () => {
    const visitor = await storeCredential(service, flooder, 'public');
    const statuses = await whileFlooded(visitor, () => expectAnswers(other));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('does not delay another visitor of the same account', async () => {
    const as = await storeCredential(service, flooder, 'public');
    const ask = async () => {
      for (const path of ['/api/v1/suburbs?suburb=rich', '/api/v1/auth/me']) {
        const { status } = await service.get(path, { as, headers: { 'x-forwarded-for': '203.0.113.9' } });
        expect([path, status]).toEqual([path, 200]);
      }
    };
    const statuses = await whileFlooded(as, ask, { 'x-forwarded-for': '198.51.100.7' });
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
