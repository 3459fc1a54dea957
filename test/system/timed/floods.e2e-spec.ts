import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Keys, operator, servicesOn, specStore } from '@testing';
import { Replica } from '../support/replica.js';

/** The number of requests of each kind by the other account, one after another. */
const ROUNDS = 120;
/** The limit for the other account, on two cores shared by the flood, the test and the database. */
const FACTOR = 5;
const LEAST_MS = 100;
/** A hundred whole items are half a megabyte, which is compressed as well. */
const WHOLE_PAGES_MS = 150;
const CONNECTIONS = 24;
const CORNERS = 200;

/** A spiked outline: the boxes of its edges overlap. */
function outline(corners: number, [longitude, latitude]: readonly [number, number], spikes = 0.2): string {
  const spiked = Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    const length = 7 * (at % 2 === 0 ? 1 : 1 - spikes);
    return `${(longitude + length * Math.cos(angle)).toFixed(4)},${(latitude + length * Math.sin(angle)).toFixed(4)}`;
  });
  return spiked.join(';');
}

const POLYGON = outline(CORNERS, [145, -34]);
const LARGE_POLYGON = outline(2_000, [145, -34], 0.02);
/** Ten polygons, as many corners as a URL holds. */
const POLYGONS = Array.from({ length: 10 }, (_, at) => `polygon=${outline(80, [145 + at / 10, -34])}`).join('&');
/** Regions, areas and postcodes: as many as a list takes, and one more. */
const PLACES = [
  'Greater Sydney',
  'Greater Melbourne',
  ...Array.from({ length: 197 }, (_, at) => String(3_000 + at)),
].join();
const UNIQUE_IDS = Array.from({ length: 200 }, (_, at) => `S${100_000 + at}`).join(',');
const FACETS = 'facetLimit=200&facets=suburb,price,features,category,bedrooms,bathrooms,listingType';

/** A path, or a body for `POST /listings/search`. */
type Question = string | object;

/** The requests of one public key, each of them new. */
const FLOODS: Readonly<Record<string, (at: number) => Question>> = {
  facets: (at) => `/api/v1/listings/facets?${FACETS}&s=wor&minPrice=${at}`,
  polygons: (at) => `/api/v1/listings?polygon=${POLYGON}&minPrice=${at}&sort=price-asc`,
  'ten polygons': (at) => `/api/v1/listings?${POLYGONS}&minPrice=${at}&sort=price-asc`,
  'large polygons': (at) => ({ polygon: LARGE_POLYGON, minPrice: at, sort: 'price-asc' }),
  'polygons with faults': (at) => ({ polygon: `${LARGE_POLYGON};145,-34;145.1,-34`, minPrice: at }),
  'unique ids': (at) => `/api/v1/listings?uniqueIDs=${UNIQUE_IDS}&minPrice=${at}`,
  'deep pages': (at) => `/api/v1/listings/cards?page=${300 + (at % 300)}&minPrice=${at}`,
  'whole pages': (at) => `/api/v1/listings?limit=100&minPrice=${at}`,
  clusters: (at) => `/api/v1/listings/clusters?zoom=14&minPrice=${at}`,
  statistics: (at) => `/api/v1/listings/statistics?periods=20&by=suburb&minPrice=${at}`,
  calendars: (at) => `/api/v1/inspections.ics?minPrice=${at}`,
  suggestions: (at) => `/api/v1/suburbs/suggest?q=${at}%20smith%20st&types=address&limit=20`,
  'agencies by sales': (at) => `/api/v1/websites?near=${-33 - at / 1e4},145&radius=100000&sort=sales-desc&limit=100`,
  'agencies by listings': (at) => `/api/v1/websites?bbox=110,-45,${150 + at / 1e3},-10&sort=listings-desc&limit=100`,
  'agents of many places': (at) =>
    `/api/v1/agents?listsIn=${PLACES},${at}&surroundingsuburb=true&sort=listings-desc&limit=100`,
  agents: (at) => `/api/v1/agents?near=${-33 - at / 1e4},145&radius=100000&sort=listings-desc&limit=100`,
  'agents in facets': (at) => `/api/v1/listings/facets?facets=agent,websiteID&facetLimit=200&minPrice=${at}`,
  'groups of agents': (at) => `/api/v1/listings/statistics?periods=20&by=agent&minPrice=${at}`,
  profiles: (at) => `/api/v1/websites/${1 + (at % 100)}`,
  'similar homes': (at) => `/api/v1/listings/${1 + (at % 15_000)}/similar?limit=100`,
};

const store = specStore();
let service: Replica;
let flooder: Keys;
let other: Keys;
let asked = 0;
let quiet: Record<string, number>;

async function ask(question: Question, { accessKey, secretKey }: Keys): Promise<number> {
  const keys = { 'x-access-key': accessKey, 'x-secret-key': secretKey, 'accept-encoding': 'gzip' };
  // Bodies are not decoded, because the measuring process also sends the flood.
  const { statusCode, body } =
    typeof question === 'string'
      ? await request(service.url + question, { headers: keys })
      : await request(`${service.url}/api/v1/listings/search`, {
          method: 'POST',
          headers: { ...keys, 'content-type': 'application/json' },
          body: JSON.stringify(question),
        });
  await body.dump({ limit: Infinity });
  return statusCode;
}

async function pairOf(websiteID: number, scope: string): Promise<Keys> {
  const answer = await fetch(`${service.url}/api/v1/websites/${websiteID}/credentials`, {
    method: 'POST',
    headers: {
      'x-access-key': operator.accessKey,
      'x-secret-key': operator.secretKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ scope }),
  });
  return ((await answer.json()) as { credential: Keys }).credential;
}

beforeAll(async () => {
  await servicesOn(store.dataSource).demo.load({ listings: 20_000 });
  await store.dataSource.query('VACUUM ANALYZE');
  service = new Replica(store.url, { RATE_LIMIT: 'off' });
  await service.start();
  flooder = await pairOf(1, 'public');
  other = await pairOf(2, 'full');
  await slowest();
  quiet = await slowest();
});

afterAll(() => service.kill());

/** The times of the other account's requests in milliseconds, never the same request: the slowest but six of 120 of each kind. */
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
      expect([kind, await ask(pathOf(), other)]).toEqual([kind, 200]);
      (took[kind] ??= []).push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    Object.entries(took).map(([kind, times]) => [kind, times.sort((a, b) => b - a)[Math.floor(ROUNDS / 20)] ?? 0]),
  );
}

/** Runs a function while the given number of connections send requests without a pause. @returns the statuses of the flood */
async function whileFlooded(
  questionOf: (at: number) => Question,
  work: () => Promise<void>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const flood = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    for (let at = connection; !over.signal.aborted; at += CONNECTIONS) {
      const status = await ask(questionOf(at), flooder);
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

describe(`while one public key floods ${CONNECTIONS} connections`, () => {
  it.each(Object.entries(FLOODS))(
    'with %s, reads of another account are answered in time',
    async (flood, questionOf) => {
      const least = flood === 'whole pages' ? WHOLE_PAGES_MS : LEAST_MS;
      const statuses = await whileFlooded(questionOf, async () => {
        const found = await slowest();
        for (const [kind, took] of Object.entries(found))
          expect({ kind, took }).toSatisfy(() => took < Math.max(least, FACTOR * (quiet[kind] ?? 0)));
      });
      if (flood === 'polygons with faults') {
        expect([...statuses.keys()]).toEqual([400]);
      } else {
        expect([...statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
        expect(statuses.get(200)).toBeGreaterThan(0);
      }
    },
  );
});
