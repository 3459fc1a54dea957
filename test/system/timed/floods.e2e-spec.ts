import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, servicesOn, specService, storeCredential } from '@testing';

/** The questions of the other account, in a row of each. */
const ROUNDS = 60;
/** The slowest of 20 in the flood, on two cores that the flood and the test have as well; without turns it is 1.6 s. */
const PATIENCE_MS = 500;
const CORNERS = 200;

const polygon = Array.from({ length: CORNERS }, (_, at) => {
  const angle = (2 * Math.PI * at) / CORNERS;
  return `${(145 + 8 * Math.cos(angle)).toFixed(4)},${(-34 + 6 * Math.sin(angle)).toFixed(4)}`;
});
const POLYGON = [...polygon, polygon[0]].join(';');
const UNIQUE_IDS = Array.from({ length: 200 }, (_, at) => `S${100_000 + at}`).join(',');
const FACETS = 'facetLimit=200&facets=suburb,price,features,category,bedrooms,bathrooms,listingType';

/** What the flood asks, each time something else. */
const QUESTIONS = [
  (at: number) => `/api/v1/listings/facets?${FACETS}&s=wor&minPrice=${at}`,
  (at: number) => `/api/v1/listings?polygon=${POLYGON}&minPrice=${at}&sort=price-asc`,
  (at: number) => `/api/v1/listings?uniqueIDs=${UNIQUE_IDS}&minPrice=${at}`,
  (at: number) => `/api/v1/listings/cards?page=${300 + (at % 300)}&minPrice=${at}`,
];

const service = specService({ rateLimit: 'off' });
let flooder: Keys;
let other: Keys;
let asked = 0;

beforeAll(async () => {
  await servicesOn(service.store.dataSource).demo.load({ listings: 20_000 });
  await service.store.dataSource.query('VACUUM ANALYZE');
  flooder = await storeCredential(service, { websiteID: 1 }, 'public');
  other = await storeCredential(service, { websiteID: 2 }, 'full');
});

/** What the other account asks, never the same, in milliseconds: the slowest but three of 60 of each kind. */
async function slowest(): Promise<Record<string, number>> {
  const kinds: Record<string, () => string> = {
    single: () => `/api/v1/listings/${1 + ((7 * asked) % 10_000)}`,
    list: () => `/api/v1/listings/cards?websiteID=2&minPrice=${asked}`,
  };
  const took: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, pathOf] of Object.entries(kinds)) {
      asked++;
      const start = performance.now();
      const { status } = await service.get(pathOf(), { as: other });
      expect([kind, status]).toEqual([kind, 200]);
      (took[kind] ??= []).push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    Object.entries(took).map(([kind, times]) => [kind, times.sort((a, b) => b - a)[Math.floor(ROUNDS / 20)] ?? 0]),
  );
}

/** Works while so many connections ask without a pause. @returns the statuses that the flood got */
async function whileFlooded(connections: number, work: () => Promise<void>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const flood = Array.from({ length: connections }, async (_, connection) => {
    for (let at = connection; !over.signal.aborted; at += connections) {
      const { status } = await service.get((QUESTIONS[at % QUESTIONS.length] ?? String)(at), { as: flooder });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  try {
    await work();
  } finally {
    over.abort();
    await Promise.all(flood);
  }
  return statuses;
}

describe('while one public key floods the directory', () => {
  it("by 24 connections, another account's reads are answered soon", async () => {
    const statuses = await whileFlooded(24, async () => {
      expect(Math.max(...Object.values(await slowest()))).toBeLessThan(PATIENCE_MS);
    });
    expect(statuses.get(200)).toBeGreaterThan(0);
  });

  it('by 100 connections, all of them are answered', async () => {
    const statuses = await whileFlooded(100, async () => void (await slowest()));
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
