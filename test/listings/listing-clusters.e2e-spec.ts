import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type Keys, listingLine, operator, seed, specService, storeCredential } from '@testing';
import { Dice } from '@testing/brute-force';

interface Card {
  readonly id: number;
  readonly latitude: string;
  readonly longitude: string;
  readonly distance?: number;
}

interface Cluster {
  readonly count: number;
  readonly latitude: string;
  readonly longitude: string;
  readonly bbox: readonly number[];
  readonly listing?: Card;
}

interface Answer {
  readonly total: number;
  readonly data: readonly Cluster[];
}

const HOMES = 1_500;
const dice = new Dice(3);
/** The ends of the map. */
const ENDS: readonly [number, number][] = [
  [-90, -180],
  [90, 180],
  [0, 0],
  [85.06, 179.999],
];
/** Spread over a country, most of them in two cities. */
const places = Array.from({ length: HOMES }, (_, at): [number, number] => {
  const end = ENDS[at];
  if (end) return end;
  const [latitude, longitude, spread] = dice.pick([
    [-37.81, 144.96, 0.2],
    [-33.87, 151.2, 0.2],
    [-27, 134, 20],
  ] as const);
  const near = (centre: number) => Number((centre + (dice.fraction() - 0.5) * spread).toFixed(dice.pick([2, 6])));
  return [near(latitude), near(longitude)];
});

const service = specService();
let websiteID: number;
let site: Keys;

beforeAll(async () => {
  const account = await createAccount(service);
  websiteID = account.websiteID;
  site = await storeCredential(service, account, 'public');
  const lines = places.map(([latitude, longitude], at) => home(`P${at}`, latitude, longitude));
  await seed(service, { listings: [...lines, listingLine(websiteID, { uniqueID: 'NOWHERE' })] });
});

const home = (uniqueID: string, latitude: number, longitude: number, display = true) =>
  listingLine(websiteID, {
    uniqueID,
    address: {
      streetNumber: uniqueID.slice(1),
      street: 'Quay St',
      suburb: 'Richmond',
      state: 'VIC',
      postcode: '3121',
      latitude: String(latitude),
      longitude: String(longitude),
      display,
    },
  });

const clusters = async (query: string, as: Keys = operator): Promise<Answer> => {
  const { status, body } = await service.get<Answer>(`/api/v1/listings/clusters?${query}`, { as });
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
};

/** The number of homes in each cell of a grid, by Mercator coordinates, highest first. */
function countsOf(steps: number, homes: readonly (readonly [number, number])[]): number[] {
  const side = 2 ** steps;
  const counts = new Map<string, number>();
  for (const [latitude, longitude] of homes) {
    const radians = (Math.max(-85.0511287798066, Math.min(85.0511287798066, latitude)) * Math.PI) / 180;
    const cell = (share: number) => Math.max(0, Math.min(side - 1, Math.floor(share * side)));
    const y = cell((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2);
    const key = `${cell((longitude + 180) / 360)}/${y}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].toSorted((one, other) => other - one);
}

describe('GET /listings/clusters (B64)', () => {
  it('counts exactly, on the finest grid of at most 500 cells', async () => {
    for (let zoom = 0; zoom <= 20; zoom += 2) {
      const { total, data } = await clusters(`zoom=${zoom}`);
      let steps = zoom + 2;
      while (countsOf(steps, places).length > 500) steps -= 1;
      expect({ zoom, total, counts: data.map(({ count }) => count) }).toEqual({
        zoom,
        total: HOMES,
        counts: countsOf(steps, places),
      });
    }
    expect((await clusters('zoom=20')).data.length).toBeGreaterThan(125);
    const city = places.filter(([lat, lng]) => lat >= -37.82 && lat <= -37.8 && lng >= 144.95 && lng <= 144.97);
    const { data } = await clusters('zoom=20&bbox=144.95,-37.82,144.97,-37.8');
    expect(data.map(({ count }) => count)).toEqual(countsOf(22, city));
  });

  it('has the mean and the bounds of a cell, and the card of a single home', async () => {
    const { data } = await clusters('zoom=12&bbox=144.9,-37.9,145,-37.8');
    expect(data.some(({ count }) => count > 1)).toBe(true);
    expect(data.some(({ count }) => count === 1)).toBe(true);
    for (const { count, latitude, longitude, bbox, listing } of data) {
      const [west = 0, south = 0, east = 0, north = 0] = bbox;
      expect(Number(latitude)).toBeGreaterThanOrEqual(south - 1e-6);
      expect(Number(latitude)).toBeLessThanOrEqual(north + 1e-6);
      expect(Number(longitude)).toBeGreaterThanOrEqual(west - 1e-6);
      expect(Number(longitude)).toBeLessThanOrEqual(east + 1e-6);
      expect(listing !== undefined).toBe(count === 1);
      if (listing) expect(listing).toMatchObject({ latitude, longitude });
      const found = await service.get<Answer>(`/api/v1/listings?bbox=${bbox.join()}&limit=1`);
      expect(found.body.total).toBeGreaterThanOrEqual(count);
    }
  });

  it('has the distance in cards of a request with near, like the list', async () => {
    const near = 'near=-37.81,144.96&radius=20000';
    const { data } = await clusters(`zoom=20&${near}`);
    const cards = data.flatMap(({ listing }) => listing ?? []).slice(0, 20);
    const ids = cards.map(({ id }) => id);
    const list = await service.get<{ data: Card[] }>(`/api/v1/listings/cards?${near}&ids=${ids.join()}`);
    expect(cards.length).toBeGreaterThan(10);
    expect(list.body.data.toSorted((one, other) => one.id - other.id)).toEqual(
      cards.toSorted((one, other) => one.id - other.id),
    );
    for (const { distance } of cards) expect(distance).toBeGreaterThanOrEqual(0);
  });

  it('is GeoJSON on request', async () => {
    const { headers, body } = await service.get<object>('/api/v1/listings/clusters?zoom=3', {
      headers: { accept: 'application/geo+json' },
    });
    const { total, data } = await clusters('zoom=3');
    expect(headers.get('content-type')).toContain('application/geo+json');
    expect(headers.has('link')).toBe(false);
    expect(body).toMatchObject({
      type: 'FeatureCollection',
      total,
      features: data.map((cluster) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [Number(cluster.longitude), Number(cluster.latitude)] },
        properties: cluster,
      })),
    });
  });

  it('refuses unsupported parameters, and reports every fault', async () => {
    const refused = await service.get<{ errors: { parameter: string }[] }>(
      '/api/v1/listings/clusters?zoom=21&limit=1&bbox=1,2,3&sort=newest',
    );
    expect(refused.status).toBe(400);
    const faults = refused.body.errors.map(({ parameter }) => parameter);
    expect(faults.toSorted()).toEqual(['bbox', 'limit', 'sort', 'zoom']);
    expect((await service.get('/api/v1/listings/clusters')).status).toBe(400);
  });

  it('reflects a listing that moves, hides its address, or shows it again', async () => {
    const at = 'zoom=15&bbox=100,10,101,11';
    const countAt = async (as?: Keys) => (await clusters(at, as)).total;
    expect([await countAt(), await countAt(site)]).toEqual([0, 0]);
    await seed(service, { listings: [home('P9', 10.5, 100.5)] });
    expect([await countAt(), await countAt(site)]).toEqual([1, 1]);
    await seed(service, { listings: [home('P9', 10.5, 100.5, false)] });
    expect([await countAt(), await countAt(site)]).toEqual([1, 0]);
    await seed(service, { listings: [home('P9', 10.5, 100.5)] });
    const before = await clusters(at);
    await seed(service, { listings: [{ ...home('P9', 10.5, 100.5), price: { priceView: 'Offers' } }] });
    expect([before.data[0]?.listing, (await clusters(at)).data[0]?.listing]).toMatchObject([
      { price: '' },
      { price: 'Offers' },
    ]);
  });
});
