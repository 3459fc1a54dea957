import { parametersOf } from '@app/lists';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { AccountsQuery } from '../../libs/accounts/src/filters/account.filters.js';
import { AgentsQuery } from '../../libs/agents/src/filters/agent.filters.js';
import { ListingsQuery } from '../../libs/listings/src/filters/listings.query.js';
import { PropertiesQuery } from '../../libs/properties/src/filters/property.filters.js';
import { SuburbsQuery } from '../../libs/suburbs/src/filters/suburb.filters.js';
import { type Keys, operator, specService, storeCredential, walk, walkSeed } from '@testing';
import {
  accountDraws,
  agentDraws,
  FACET_READINGS,
  filtersAlone,
  consistent,
  listingQueries,
  createWorldStore,
  runWorld,
  mapQueries,
  propertiesOf,
  propertyDraws,
  queriesOf,
  type Query,
  suburbDraws,
  together,
} from '@testing/brute-force';
import { ask as askOnWire } from '../http/wire.js';

const RUNS = walk(4);
const SEED = walkSeed;
const TIMEOUT = 60_000 + RUNS * 1_000;

type Audience = 'clients' | 'public';
type Item = Readonly<Record<string, unknown>>;

interface Page {
  readonly total: number;
  readonly totalPage: number;
  readonly nextCursor?: string | null;
  readonly data: readonly Item[];
}

interface Features {
  readonly total: number;
  readonly features: readonly { readonly properties: Item }[];
}

const world = runWorld();
const keys: Record<Audience, Keys> = { clients: operator, public: operator };
const service = specService({}, createWorldStore);

beforeAll(async () => {
  keys.public = await storeCredential(service, { websiteID: 11 }, 'public');
});

const properties = propertiesOf(world);
const places = fc.constantFrom(...world.suburbs, ...world.listings.map(({ address }) => address));
const onMap = (queries: Arbitrary<Query>): Arbitrary<Query> =>
  together(queries, fc.oneof(mapQueries(places), fc.constant({})));

/** The forms in which each list is requested. */
interface List {
  readonly path: string;
  readonly type: new () => object;
  readonly queries: Arbitrary<Query>;
  readonly isOnMap?: true;
  readonly hasCards?: true;
}

const LISTS: readonly List[] = [
  { path: 'listings', type: ListingsQuery, queries: listingQueries(world), isOnMap: true, hasCards: true },
  {
    path: 'properties',
    type: PropertiesQuery,
    queries: onMap(queriesOf(propertyDraws(world), properties, 3)),
    isOnMap: true,
    hasCards: true,
  },
  {
    path: 'suburbs',
    type: SuburbsQuery,
    queries: onMap(queriesOf(suburbDraws(world), world.suburbs, 3)),
    isOnMap: true,
  },
  { path: 'websites', type: AccountsQuery, queries: queriesOf(accountDraws(world), world.accounts, 3) },
  { path: 'agents', type: AgentsQuery, queries: queriesOf(agentDraws(world), world.agents, 3) },
];

/** Accounts are not public. */
const ASKED = LISTS.flatMap((list) =>
  (list.path === 'websites' ? (['clients'] as const) : (['clients', 'public'] as const)).map(
    (audience) => [list.path, audience, list] as const,
  ),
);

/** The queries in any order of the list, without parameters that the audience may not use. */
function questionsOf({ type, queries }: List, audience: Audience): Arbitrary<Query> {
  const parameters = parametersOf(type);
  const sorts = (parameters.get('sort')?.kind.schema.enum ?? []) as string[];
  const isOpen = (name: string) => audience === 'clients' || !parameters.get(name)?.publicValues;
  return fc.tuple(queries, fc.constantFrom(undefined, ...sorts)).map(([query, sort = query['sort']]) =>
    consistent({
      ...Object.fromEntries(Object.entries(query).filter(([name]) => isOpen(name))),
      ...(sort !== undefined && { sort: sort === 'distance' && query['near'] === undefined ? 'id' : sort }),
    }),
  );
}

async function ask<Body>(audience: Audience, path: string, query: Query, accept?: string): Promise<Body> {
  const url = `/api/v1/${path}?${new URLSearchParams(query).toString()}`;
  const headers: Record<string, string> = accept ? { accept } : {};
  const { status, body } = await service.get<Body>(url, { as: keys[audience], headers });
  expect({ url, audience, accept, status, body: status === 200 ? undefined : body }).toMatchObject({ status: 200 });
  return body;
}

const idsOf = (items: readonly Item[]): unknown[] => items.map(({ id, websiteID, _id }) => id ?? websiteID ?? _id);

/** The first pages by cursor, which have the same items as numbered pages. */
async function byCursor(audience: Audience, path: string, query: Query, pages: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let cursor: string | null = '', read = 0; cursor !== null && read < pages; read++) {
    const page: Page = await ask<Page>(audience, path, { ...query, cursor });
    found.push(...idsOf(page.data));
    cursor = page.nextCursor ?? null;
  }
  return found;
}

describe('all forms of a query have the same result', () => {
  it.each(ASKED)('%s, for %s', { timeout: TIMEOUT }, async (path, audience, list) => {
    let fruitful = 0;
    const property = fc.asyncProperty(questionsOf(list, audience), async ({ page: _page, ...query }) => {
      const first = await ask<Page>(audience, path, query);
      const second = await ask<Page>(audience, path, { ...query, page: '2' });
      const ids = idsOf(first.data);
      fruitful += Number(ids.length > 0);
      const forms: Record<string, unknown> = { cursor: await byCursor(audience, path, query, 2) };
      const expected: Record<string, unknown> = { cursor: [...ids, ...idsOf(second.data)] };
      if (list.hasCards) {
        const cards = await ask<Page>(audience, path, { ...query, view: 'card' });
        forms['cards'] = [cards.total, ...idsOf(cards.data)];
        expected['cards'] = [first.total, ...ids];
      }
      if (list.isOnMap) {
        const { total, features } = await ask<Features>(audience, path, query, 'application/geo+json');
        forms['features'] = [total, features.map(({ properties: item }) => item)];
        expected['features'] = [first.total, first.data];
      }
      expect({ query, ...forms }).toEqual({ query, ...expected });
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(fruitful).toBeGreaterThan(RUNS / 10);
  });

  it.each(['clients', 'public'] as const)('counts of listings, for %s', { timeout: TIMEOUT }, async (audience) => {
    const [listings] = LISTS as [List];
    const names = fc.uniqueArray(fc.constantFrom(...Object.keys(FACET_READINGS)), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(questionsOf(listings, audience), names, async (query, facets) => {
      const filters = filtersAlone(query);
      const { total } = await ask<Page>(audience, 'listings', filters);
      const counts = await ask<{ total: number }>(audience, 'listings/facets', { ...filters, facets: facets.join() });
      expect({ query, total: counts.total }).toEqual({ query, total });
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  });

  it.each([
    ['listings', 'listings'],
    ['properties', 'properties'],
    ['suburbs', 'suburbs'],
    ['websites', 'accounts'],
    ['agents', 'agents'],
  ])('%s and their export', { timeout: TIMEOUT }, async (path, name) => {
    const list = LISTS.find((one) => one.path === path)!;
    const property = fc.asyncProperty(questionsOf(list, 'clients'), async (query) => {
      // An export of listings includes every status by default.
      const filters = { ...(path === 'listings' && { status: 'current' }), ...filtersAlone(query) };
      const { total } = await ask<Page>('clients', path, filters);
      const search = new URLSearchParams(filters).toString();
      const { status, text } = await askOnWire(service, `/api/v1/export/${name}.ndjson?${search}`);
      const end = text.trimEnd().split('\n').at(-1);
      expect({ filters, status, end }).toEqual({ filters, status: 200, end: `{"end":true,"count":${total}}` });
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  });
});
