import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type AgentAnswer,
  createAccount,
  createAgent,
  createSubAccount,
  type Keys,
  listingLine,
  type Problem,
  seed,
  specService,
  storeCredential,
} from '@testing';
import { countedListings, HUME, type Item, NONE, RICHMOND, SUBURBS } from './counted-listings.js';

const GEO = { accept: 'application/geo+json' };
const NEAR_RICHMOND = 'near=-37.82,145&radius=3000';
/** About a kilometre north of the centre of Richmond. */
const NORTH = { latitude: '-37.811', longitude: '145' };

interface Page {
  readonly total: number;
  readonly nextCursor?: string | null;
  readonly data: readonly Item[];
}

interface Collection {
  readonly type: string;
  readonly features: readonly {
    readonly id: number;
    readonly geometry: { readonly coordinates: readonly number[] } | null;
    readonly properties: Item;
  }[];
}

const service = specService();
const { itemOf, load } = countedListings(service);
/** Offices with coordinates, at the centre of Richmond, at the centre of Hume, and without a place. */
let placed: AccountAnswer;
let central: AccountAnswer;
let far: AccountAnswer;
let nowhere: AccountAnswer;
let agent: AgentAnswer;

beforeAll(async () => {
  await seed(service, { suburbs: SUBURBS });
  const named = (name: string, address: object) => createAccount(service, { name, isDisplayToFrontEnd: true, address });
  placed = await named('Twin Realty', { ...RICHMOND, ...NORTH });
  central = await named('Twin Realty', RICHMOND);
  far = await named('Far Homes', HUME);
  nowhere = await createAccount(service, { isDisplayToFrontEnd: true });
  agent = await createAgent(service, central.websiteID, 'Rita Ray');
  await createAgent(service, placed.websiteID, 'Nora North');
  await createAgent(service, far.websiteID, 'Rita Ray');
  await load(
    listingLine(far.websiteID),
    listingLine(far.websiteID),
    listingLine(central.websiteID, { agents: [{ id: agent.id }] }),
    listingLine(placed.websiteID, { status: 'sold' }),
  );
});

const get = async <Body = Page>(path: string, as?: Keys): Promise<Body> => {
  const { status, body } = await service.get<Body>(path, as ? { as } : {});
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};

const idsOf = async (query: string, as?: Keys): Promise<number[]> =>
  (await get(`/api/v1/websites?${query}`, as)).data.map(({ websiteID }) => websiteID);

describe('offices on the map', () => {
  it('are found by their coordinates, else by the centre of their suburb', async () => {
    const { data } = await get(`/api/v1/websites?${NEAR_RICHMOND}&sort=distance`);
    expect(data.map(({ websiteID, locationAccuracy }) => [websiteID, locationAccuracy])).toEqual([
      [central.websiteID, 'suburb'],
      [placed.websiteID, 'exact'],
    ]);
    expect(data[0]?.distance).toBe(0);
    expect(data[1]?.distance).toBeGreaterThan(900);
    expect(await idsOf('bbox=144.99,-37.815,145.01,-37.8')).toEqual([placed.websiteID]);
    expect(await idsOf('polygon=149,-36;150,-36;149,-35;')).toEqual([far.websiteID]);
    const { data: people } = await get(`/api/v1/agents?${NEAR_RICHMOND}&sort=distance`);
    expect(people.map(({ id, distance }) => [id === agent.id, distance === 0])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('have numbers in answers about a place, and an accuracy if the position is known', async () => {
    for (const query of ['state=VIC', 'suburb=Richmond', 'sort=listings-desc', 'bbox=140,-40,150,-30', 'listsIn=3121'])
      expect(await itemOf(central, query)).toMatchObject({ locationAccuracy: 'suburb', listingCounts: { sale: 1 } });
    const without = await itemOf(nowhere, 'sort=sales-desc');
    expect(without).toMatchObject({ listingCounts: NONE });
    expect(without).not.toHaveProperty('locationAccuracy');
    for (const query of ['sort=name', 's=a', 'type=&surroundingsuburb=true']) {
      const item = await itemOf(central, query);
      for (const name of ['listingCounts', 'locationAccuracy', 'distance']) expect(item ?? {}).not.toHaveProperty(name);
    }
  });

  it('move with the centre of their suburb, unless they have coordinates', async () => {
    const path = `/api/v1/websites?${NEAR_RICHMOND}`;
    const ids = async () => (await get(path)).data.map(({ websiteID }) => websiteID);
    expect(await ids()).toEqual([placed.websiteID, central.websiteID]);
    const [richmond, ...others] = SUBURBS;
    await seed(service, { suburbs: [{ ...richmond, latitude: '-37.9', longitude: '145.1' }] });
    expect(await ids()).toEqual([placed.websiteID]);
    expect(await idsOf('near=-37.9,145.1&radius=100')).toEqual([central.websiteID]);
    await service.store.dataSource.query(
      "UPDATE suburbs SET latitude = -37.82, longitude = 145 WHERE slug = 'richmond-vic-3121'",
    );
    expect(await ids()).toEqual([placed.websiteID, central.websiteID]);
    await seed(service, { suburbs: [richmond, ...others].filter((one) => one !== undefined) });
  });

  it('follow an update of the address', async () => {
    const { websiteID } = await createAccount(service, { address: RICHMOND });
    const put = (address: object) => service.put(`/api/v1/websites/${websiteID}`, { address });
    const accuracy = async () => (await itemOf({ websiteID }, 'near=-37.811,145&radius=100'))?.locationAccuracy;
    expect(await accuracy()).toBeUndefined();
    await put(NORTH);
    expect(await accuracy()).toBe('exact');
    await put({ latitude: '', longitude: '' });
    expect(await accuracy()).toBeUndefined();
    expect((await itemOf({ websiteID }, 'suburb=Richmond'))?.locationAccuracy).toBe('suburb');
    await put(HUME);
    expect(await itemOf({ websiteID }, 'near=-35.39,149.17&radius=1')).toMatchObject({ locationAccuracy: 'suburb' });
    await service.delete(`/api/v1/websites/${websiteID}`);
  });
});

describe('the forms of the lists', () => {
  it.each(['/api/v1/websites', '/v1/accounts', '/api/v1/agents', '/v1/agents'])('GeoJSON of %s', async (path) => {
    const { data } = await get(`${path}?sort=listings-desc&limit=3`);
    const query = '?sort=listings-desc&limit=3';
    const answers = [
      await service.get<Collection>(`${path}/geojson${query}`),
      await service.get<Collection>(`${path}${query}`, { headers: GEO }),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('content-type'), body.type]).toEqual([200, GEO.accept, 'FeatureCollection']);
      expect(body.features.map(({ properties }) => properties)).toEqual(data);
      const [first] = body.features;
      const office = path.endsWith('agents') ? [145, -37.82] : [149.17, -35.39];
      expect(first?.geometry).toEqual({ type: 'Point', coordinates: office });
    }
  });

  it('a feature of an office without a place has no geometry', async () => {
    const { features } = await get<Collection>(`/api/v1/websites/geojson?id=${nowhere.websiteID}`);
    expect(features.map(({ id, geometry }) => [id, geometry])).toEqual([[nowhere.websiteID, null]]);
  });

  it.each(['listings-desc', 'sales-desc', 'distance'])('pages and cursors follow the order %s', async (sort) => {
    for (const path of ['websites', 'agents']) {
      const query = `/api/v1/${path}?near=-37.82,145&radius=100000&sort=${sort}&limit=`;
      const { data: whole } = await get(`${query}100`);
      expect(whole.length).toBeGreaterThan(1);
      const byPage: Item[] = [];
      for (let page = 1; page <= whole.length; page++) byPage.push(...(await get(`${query}1&page=${page}`)).data);
      expect(byPage).toEqual(whole);
      const byCursor: Item[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { data, nextCursor }: Page = await get(`${query}1&cursor=${encodeURIComponent(cursor)}`);
        byCursor.push(...data);
        cursor = nextCursor ?? null;
      }
      expect(byCursor).toEqual(whole);
    }
  });

  it('a tag holds until a number moves', async () => {
    for (const path of [
      `/api/v1/agents/${agent.id}`,
      `/api/v1/websites/${central.websiteID}`,
      '/api/v1/agents?state=VIC',
    ]) {
      const { headers } = await service.get(path);
      const ask = async () => {
        const { status } = await service.get(path, { headers: { 'if-none-match': String(headers.get('etag')) } });
        return status;
      };
      expect([path, await ask()]).toEqual([path, 304]);
      await load(listingLine(central.websiteID, { agents: [{ id: agent.id }] }));
      expect([path, await ask()]).toEqual([path, 200]);
    }
  });

  it('an update may repeat the numbers, which are ignored', async () => {
    for (const path of [`/api/v1/websites/${far.websiteID}`, `/api/v1/agents/${agent.id}`]) {
      const body = await get<{ listingCounts: object }>(path);
      const counts = { ...body.listingCounts, sale: 77 };
      expect((await service.put(path, { ...body, listingCounts: counts })).status).toBe(200);
      expect(await get(path)).toEqual({ ...body, ...('updatedAt' in body && { updatedAt: expect.any(String) }) });
    }
  });

  it.each([
    ['sort=distance', 'sort', 'near'],
    ['sort=nearest', 'sort', 'distance'],
    ['listIn=Richmond', 'listIn', 'listsIn'],
    ['bbox=1,2,3', 'bbox', ''],
    ['near=-37.8', 'near', ''],
    ['near=-37.8,145&radius=0', 'radius', ''],
    ['polygon=1,2;3,4', 'polygon', ''],
    ['surroundingsuburb=maybe', 'surroundingsuburb', ''],
  ])('%s is refused by name', async (query, parameter, named) => {
    for (const path of ['websites', 'agents', 'websites/geojson', 'agents/geojson']) {
      const { status, body } = await service.get<Problem>(`/api/v1/${path}?${query}`);
      const faults = body.errors?.filter((fault) => fault.parameter === parameter) ?? [];
      expect({ path, status, faults: faults.length }).toEqual({ path, status: 400, faults: 1 });
      expect(JSON.stringify(faults)).toContain(named);
    }
  });
});

describe('reads by a name', () => {
  it('of an account: by slug and hostname, the own one first', async () => {
    const read = async (name: string, as?: Keys) => (await get<Item>(`/api/v1/websites/${name}`, as)).websiteID;
    expect(await read('twin-realty')).toBe(placed.websiteID);
    expect(await read('TWIN-REALTY', central)).toBe(central.websiteID);
    expect(await read('twin-realty', far)).toBe(placed.websiteID);
    expect(await read(central.hostname)).toBe(central.websiteID);
    expect((await service.get('/api/v1/websites/no-such-name')).status).toBe(404);
  });

  it('of an agent: by slug, the one of the own account first', async () => {
    const read = async (as?: Keys) => (await get<Item>('/api/v1/agents/rita-ray', as)).websiteID;
    expect([await read(), await read(far), await read(central)]).toEqual([
      central.websiteID,
      far.websiteID,
      central.websiteID,
    ]);
    const sub = await createSubAccount(service, far);
    expect([await read(sub), await read(placed)]).toEqual([central.websiteID, central.websiteID]);
  });
});

describe('the public', () => {
  it('sees enabled displayed accounts, its own, its main account and its sub-accounts, and their agents', async () => {
    const main = await createAccount(service);
    const [own, sibling] = [await createSubAccount(service, main), await createSubAccount(service, main)];
    const below = await createSubAccount(service, sibling).catch(() => undefined);
    const disabled = await createAccount(service, { isDisplayToFrontEnd: true, status: false });
    const stranger = await createAccount(service);
    const all = [placed, main, own, sibling, disabled, stranger, ...(below ? [below] : [])];
    const agents = await Promise.all(all.map(({ websiteID }) => createAgent(service, websiteID)));
    const seenBy = async (account: AccountAnswer): Promise<AccountAnswer[]> => {
      const as = await storeCredential(service, account, 'public');
      const listed = new Set(await idsOf('limit=100', as));
      const { data } = await get('/api/v1/agents?limit=100', as);
      const people = new Set(data.map(({ id }) => id));
      for (const [at, { websiteID }] of all.entries()) {
        const isSeen = listed.has(websiteID);
        const id = agents[at]?.id ?? 0;
        const reads = [`/api/v1/websites/${websiteID}`, `/api/v1/agents/${id}`].map((path) =>
          service.get(path, { as }),
        );
        const statuses = (await Promise.all(reads)).map(({ status }) => status);
        expect({ websiteID, listed: people.has(id), statuses }).toEqual({
          websiteID,
          listed: isSeen,
          statuses: isSeen ? [200, 200] : [404, 404],
        });
      }
      return all.filter(({ websiteID }) => listed.has(websiteID));
    };
    expect(await seenBy(own)).toEqual([placed, main, own]);
    expect(await seenBy(main)).toEqual([placed, main, own, sibling]);
    expect(await seenBy(stranger)).toEqual([placed, stranger]);
    const as = await storeCredential(service, stranger, 'public');
    const answer = await service.get(`/api/v1/websites/${disabled.hostname}`, { as });
    expect(answer.status).toBe(404);
  });
});
