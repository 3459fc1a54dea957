import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Keys,
  operator,
  RANDOM_CHANGES,
  seed,
  statementsOf,
  storeCredential,
  TestService,
  walk,
  walkSeed,
} from '@testing';
import { Dice, createWorldStore, runWorld } from '@testing/brute-force';

const ROUNDS = walk(5);
const SEED = walkSeed;

const world = runWorld();
const dice = new Dice(SEED);
let replicas: readonly TestService[];
let publicKeys: Keys;

beforeAll(async () => {
  const service = await TestService.start({}, await createWorldStore());
  publicKeys = await storeCredential(service, { websiteID: 11 }, 'public');
  replicas = [service, await service.replica()];
});

afterAll(async () => {
  for (const replica of replicas.toReversed()) await replica.stop();
});

const ASKED = 'r s k b n 2 3 3121 3999 0872 greater outback region yarra area'.split(' ');

interface Suggested {
  readonly type: string;
  readonly text: string;
  readonly _id: string | null;
  readonly state: string;
  readonly postcode: string;
  readonly regionName: string;
  readonly areaName: string;
  readonly listings: number;
}

interface Counted extends Omit<Suggested, 'type' | 'text' | 'listings'> {
  readonly clients: number;
  readonly public: number;
}

/** The current listings of every suburb and of every place outside the reference, by one query. */
const countedNow = async (service: TestService): Promise<readonly Counted[]> =>
  service.store.dataSource.query(`
    SELECT suburb.uid AS _id, lower(state) AS state, lower(postcode) AS postcode, lower(region_name) AS "regionName",
      lower(area_name) AS "areaName", count(listing.id)::int AS clients,
      (count(listing.id) FILTER (WHERE account.status))::int AS public
    FROM suburbs suburb LEFT JOIN listings listing ON listing.suburb_id = suburb.id AND listing.status = 'current'
    LEFT JOIN accounts account ON account.id = listing.website_id
    GROUP BY suburb.id`);

const isOf = (place: Suggested, counted: Counted): boolean => {
  if (place.type === 'suburb') return counted._id === place._id;
  const name = (['postcode', 'regionName', 'areaName'] as const).find((one) => place[one] !== '');
  return (
    name !== undefined && counted[name] === place[name].toLowerCase() && counted.state === place.state.toLowerCase()
  );
};

async function ask(service: TestService, as: Keys): Promise<Suggested[]> {
  const found = await Promise.all(
    ASKED.map((typed) => service.get<{ data: Suggested[] }>(`/api/v1/suburbs/suggest?q=${typed}&limit=20`, { as })),
  );
  return found.flatMap(({ body }) => body.data);
}

/** The texts of places with their counts, as returned and as counted now. */
async function compare(service: TestService, audience: 'clients' | 'public') {
  const found = await ask(service, audience === 'public' ? publicKeys : operator);
  const counted = await countedNow(service);
  return found.map((place) => ({
    text: place.text,
    answered: place.listings,
    counted: counted.filter((one) => isOf(place, one)).reduce((sum, one) => sum + one[audience], 0),
  }));
}

describe('the counts of suggestions', () => {
  it('are correct after every change, on every replica, for every audience', async () => {
    const changes = Object.entries({
      ...RANDOM_CHANGES,
      'a place outside the reference': (service: TestService, _: unknown, __: unknown, round: number) =>
        seed(service, {
          listings: [
            {
              websiteID: 12,
              agentID: '',
              uniqueID: `outside-${round}`,
              listingType: 'residential',
              status: 'current',
              address: { suburb: `Outside ${round}`, state: 'VIC', postcode: '3121' },
            },
          ],
        }),
      'an account that is disabled or enabled': (service: TestService) =>
        service.store.dataSource.query('UPDATE accounts SET status = NOT status WHERE id = $1', [dice.pick([12, 13])]),
    });
    let readAgain = 0;
    let compared = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [name, change] = dice.pick(changes);
      const [service] = replicas as [TestService];
      await change(service, world, dice, round);
      for (const [at, replica] of replicas.entries()) {
        const audience = (round + at) % 2 === 0 ? 'clients' : 'public';
        const { result, statements } = await statementsOf(() => compare(replica, audience));
        readAgain += Number(statements.some(({ text }) => text.includes('current_listings')));
        compared += result.filter(({ counted }) => counted > 0).length;
        expect({ round, name, at, places: result.filter(({ answered, counted }) => answered !== counted) }).toEqual({
          round,
          name,
          at,
          places: [],
        });
      }
    }
    expect(compared).toBeGreaterThan(ROUNDS * 20);
    expect(readAgain).toBeLessThan(ROUNDS * replicas.length);
  });

  it('are correct during writes', async () => {
    const [service] = replicas as [TestService];
    const { listings } = world;
    const stop = new AbortController();
    const writing = (async () => {
      for (let round = 0; !stop.signal.aborted; round += 1) {
        const status = round % 2 === 0 ? 'sold' : 'current';
        const ids = [1, 2, 3].map(() => dice.pick(listings).id);
        await service.store.dataSource.query(`UPDATE listings SET status = $1 WHERE id = ANY($2)`, [status, ids]);
        // Beside changes of single listings, some that cannot be tested: the counts are read again meanwhile.
        if (round % 10 === 0) await service.store.dataSource.query('TRUNCATE listing_inspections');
      }
    })();
    for (let asked = 0; asked < 12; asked += 1) {
      const found = await Promise.all(
        replicas.flatMap((replica) => [ask(replica, operator), ask(replica, publicKeys)]),
      );
      expect(found.flat().every(({ listings: count }) => count >= 0)).toBe(true);
    }
    stop.abort();
    await writing;
    for (const replica of replicas) {
      for (const audience of ['clients', 'public'] as const) {
        expect((await compare(replica, audience)).filter(({ answered, counted }) => answered !== counted)).toEqual([]);
      }
    }
  });
});
