import { facetsOf } from '@app/lists';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ListingsQuery } from '../../libs/listings/src/filters/listings.query.js';
import {
  Dice,
  FACET_READINGS,
  filtersAlone,
  fold,
  listingQueries,
  createWorldStore,
  runWorld,
  priceOf,
  mapQueries,
  type Query,
  readFacet,
  readListings,
  together,
} from '@testing/brute-force';
import { RANDOM_CHANGES, specService, walk, walkSeed } from '@testing';

const RUNS = walk(8);
const SEED = walkSeed;
/** After this number of changes, every response is compared. */
const ROUNDS = walk(3);

interface Counted {
  readonly value: string | number | boolean;
  readonly count: number;
  /** Of accounts and agents. */
  readonly name?: string;
  /** Of prices. */
  readonly kind?: string;
  readonly from?: number;
  readonly to?: number;
}

interface Counts {
  readonly total: number;
  readonly facets: Readonly<Record<string, readonly Counted[]>>;
  readonly distinct: Readonly<Record<string, number>>;
}

const NAMES = Object.keys(FACET_READINGS);
/** Values that filters compare exactly; all others ignore case. */
const EXACT = new Set(['agentID', 'features', 'flags', 'commercialListingType', 'listingType', 'status']);

const world = runWorld();
/** The names that a facet shows beside its values. */
const NAMED: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  agent: new Map(world.agents.map(({ id, name }) => [id, name])),
  websiteID: new Map(world.accounts.map(({ websiteID, name }) => [websiteID, name])),
};

const service = specService({}, createWorldStore);

const pathOf = (query: Query): string => `/api/v1/listings/facets?${new URLSearchParams(query).toString()}`;

async function countsOf(query: Query): Promise<Counts> {
  const { status, body } = await service.get<Counts>(pathOf(query));
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
}

const anyAddress = fc.constantFrom(...world.listings.map(({ address }) => address));

/** Filters of a list, and some of its facets. */
const questions: Arbitrary<Query> = fc
  .tuple(
    fc.oneof(fc.constant<Query>({}), {
      weight: 3,
      arbitrary: together(
        listingQueries(world),
        fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, mapQueries(anyAddress)),
      ),
    }),
    fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 }),
    fc.constantFrom<Query>({}, { facetLimit: '1' }, { facetLimit: '3' }, { facetLimit: '200' }),
  )
  .map(([query, names, limit]) => ({
    ...filtersAlone(query),
    facets: names.join(','),
    ...limit,
  }));

beforeAll(async () => {});

const isBefore = (one: Counted, other: Counted): boolean =>
  one.count > other.count ||
  (one.count === other.count && (one.kind === other.kind ? one.value < other.value : one.kind === 'sale'));

/** A value in the brute-force reading. */
function readingOf(name: string, { value, kind }: Counted): Counted['value'] {
  if (kind !== undefined) return `${kind} ${value}`;
  return typeof value === 'string' && !EXACT.has(name) ? fold(value) : value;
}

describe('facet counts (B26)', () => {
  it('cover every facet in the brute-force reading', () => {
    expect(NAMES.toSorted()).toEqual([...facetsOf(ListingsQuery).keys()].toSorted());
  });

  it('equal a brute-force count, for any filters and facets', async () => {
    let fruitful = 0;
    const property = fc.asyncProperty(questions, async ({ facets = '', facetLimit = '50', ...filters }) => {
      const { total, facets: found, distinct } = await countsOf({ ...filters, facets, facetLimit });
      expect({ filters, total }).toEqual({ filters, total: readListings(world, filters).length });
      expect(Object.keys(found)).toEqual(facets.split(','));
      for (const [name, counted] of Object.entries(found)) {
        const all = readFacet(world, filters, name);
        const about = { filters, name };
        expect({ ...about, distinct: distinct[name] }).toEqual({ ...about, distinct: all.size });
        const read = counted.map((one) => [readingOf(name, one), one.count]);
        for (const one of counted) expect(one.name).toBe(NAMED[name]?.get(Number(one.value)));
        expect({ ...about, read }).toEqual({ ...about, read: read.map(([value]) => [value, all.get(value as never)]) });
        const most = [...all.values()].toSorted((a, b) => b - a).slice(0, Number(facetLimit));
        expect({ ...about, counts: counted.map(({ count }) => count) }).toEqual({ ...about, counts: most });
        counted.slice(1).forEach((one, at) => expect(isBefore(counted[at]!, one)).toBe(true));
        if (counted.length > 1) fruitful += 1;
      }
    });
    // Each facet at least once; the rest is random.
    const examples: [Query][] = [[{ facets: NAMES.join(',') }]];
    await fc.assert(property, { numRuns: RUNS, seed: SEED, examples });
    expect(fruitful).toBeGreaterThan(RUNS / 2);
  });

  it('separate rents from sale prices; the bounds of a value find the counted listings, and ranges that begin below', async () => {
    const { facets } = await countsOf({ status: 'all', facets: 'price', facetLimit: '200' });
    const prices = facets['price'] ?? [];
    expect(new Set(prices.map(({ kind }) => kind))).toEqual(new Set(['sale', 'rent']));
    const bounds = new Map<string, number>();
    for (const { value, from = NaN, to, count } of prices) {
      expect(value).toBe(from);
      expect(to === undefined || to > from).toBe(true);
      const key = JSON.stringify({ minPrice: String(from), ...(to && { maxPrice: String(to - 0.000001) }) });
      bounds.set(key, (bounds.get(key) ?? 0) + count);
    }
    for (const [key, count] of bounds) {
      const bounded: Query = { status: 'all', ...(JSON.parse(key) as Query) };
      const query = new URLSearchParams(bounded).toString();
      const { body } = await service.get<{ total: number }>(`/api/v1/listings?${query}`);
      const beginBelow = readListings(world, bounded).filter((line) => priceOf(line)! < Number(bounded['minPrice']));
      expect([key, body.total]).toEqual([key, count + beginBelow.length]);
    }
  });

  it('stay correct during any changes', async () => {
    const asked = fc
      .sample(questions, { numRuns: 20, seed: SEED })
      .filter((query) => !('isInspections' in query || 'isAuctions' in query));
    const dice = new Dice(SEED);
    const wrong: unknown[] = [];
    let kept = 0;
    const tags = new Map<Query, string>();
    for (let round = 0; round < ROUNDS; round++) {
      const change = dice.pick(Object.keys(RANDOM_CHANGES));
      await RANDOM_CHANGES[change]?.(service, world, dice, round);
      for (const query of asked) {
        const tag = tags.get(query);
        const { status, body, headers } = await service.get<Counts>(pathOf({ ...query, facetLimit: '200' }), {
          headers: tag === undefined ? {} : { 'If-None-Match': tag },
        });
        kept += Number(status === 304);
        // No earlier request used these bounds.
        const fresh = await service.get(pathOf({ ...query, facetLimit: String(199 - round) }));
        if (status === 200 ? JSON.stringify(body) !== JSON.stringify(fresh.body) : tag !== fresh.headers.get('etag'))
          wrong.push({ change, query, status });
        tags.set(query, headers.get('etag') ?? '');
      }
    }
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan((asked.length * (ROUNDS - 1)) / 3);
  });
});

describe('a request for facet counts', () => {
  it('has no tag if the response depends on the time of day', async () => {
    const { headers } = await service.get(pathOf({ facets: 'bedrooms', isAuctions: 'false' }));
    expect(headers.get('etag')).toBeNull();
  });
});
