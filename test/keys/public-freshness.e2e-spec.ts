import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, seed, specService, storeCredential, walk, walkSeed } from '@testing';
import { type DatedListing, Dice, makeWorld } from '@testing/brute-force';

const dice = new Dice(walkSeed);
const CHANGES = walk(5);

const world = makeWorld(1, Date.now());
const lines = new Map(world.listings.slice(0, 80).map((line) => [line.id, { ...line, status: 'current' }]));
const service = specService();
let keys: Keys;

beforeAll(async () => {
  await seed(service, { ...world, listings: [...lines.values()] });
  keys = await storeCredential(service, { websiteID: 12 }, 'public');
});

const LISTS = [
  'listings?sort=price-asc&limit=40',
  'listings?sort=price-desc&limit=3&page=2',
  'listings?sort=alphabetical&limit=3',
  'listings?minPrice=400&maxPrice=600000',
  'listings?street=main&limit=40',
  'listings?websiteID=12&limit=40',
  'listings?region=Greater%20Melbourne',
  'listings?status=sold&limit=40',
  'listings/facets?facets=status,price',
  'listings/statistics?period=year&periods=3&until=2026-12-31&by=bedrooms',
  'listings/clusters?zoom=12',
  'listings/clusters?zoom=20&maxPrice=600000',
  'properties?limit=40',
  'properties?street=main',
  'properties?bedrooms=2',
  'agents?limit=40',
  'agents?s=harbour',
];

const ask = async (path: string): Promise<object> => {
  const { status, body } = await service.get<object & { code?: string }>(`/api/v1/${path}`, { as: keys });
  return status === 200 ? body : { status };
};

let asked = 1_000_000_000;

/** The same filter in a spelling that no earlier request used, so that no cached response matches. */
const askAnew = (path: string): Promise<object> => {
  asked += 1;
  if (!path.includes('?')) return ask(`${path}?`.padEnd(path.length + 1 + (asked % 1000), '&'));
  return ask(path.startsWith('listings') ? `${path}&excludeids=${asked}` : `${path}${'&'.repeat(asked % 1000)}`);
};

const CHANGED: readonly ((line: DatedListing) => Partial<DatedListing>)[] = [
  ({ address }) => ({ address: { ...address, display: address.display === false } }),
  ({ price }) => ({ price: { ...price, display: price?.display === false } }),
  ({ price }) => ({ price: { ...price, value: dice.pick([450, 500_000, 700_000]) } }),
  ({ address }) => ({ address: { ...address, street: dice.pick(['Main Road', 'Quay St', 'Rue']) } }),
  ({ status }) => ({ status: status === 'current' ? 'sold' : 'current' }),
  () => ({ headline: String(dice.fraction()) }),
];

async function changeListing(): Promise<void> {
  const line = dice.pick([...lines.values()]);
  const changed = { ...line, ...dice.pick(CHANGED)(line) };
  lines.set(line.id, changed);
  await seed(service, { listings: [changed] });
}

/** Enables or disables the account, or changes the offices that the website shows of its main account. */
async function changeAccount(): Promise<void> {
  const websiteID = dice.pick([11, 13, 16]);
  const offices = dice.pick(['{HARB1}', '{HARB2,HARB3}', '{}']);
  if (dice.chance(0.5)) {
    await service.store.dataSource.query('UPDATE accounts SET listing_office_ids = $1 WHERE id = 12', [offices]);
    return;
  }
  await service.store.dataSource.query(`UPDATE accounts SET status = NOT status WHERE id = ${websiteID}`);
}

describe('cached responses for visitors', () => {
  it('are correct after every change of a listing that is visible, no longer visible, or never visible', async () => {
    const singles = [...lines.keys()].slice(0, 8).map((id) => `listings/${id}`);
    const paths = [...LISTS, ...singles, 'agents/1', 'agents/3', 'properties/1', 'properties/2'];
    await Promise.all(paths.map(ask));
    for (let change = 0; change < CHANGES; change += 1) {
      await (dice.chance(0.3) ? changeAccount() : changeListing());
      for (const one of [dice.pick(paths), ...LISTS]) {
        const [kept, anew] = [await ask(one), await askAnew(one)];
        expect({ change, one, answer: kept }).toEqual({ change, one, answer: anew });
      }
    }
  });
});
