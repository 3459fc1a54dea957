import { parametersOf } from '@app/lists';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccountsQuery } from '../libs/accounts/src/account.filters.js';
import { AgentsQuery } from '../libs/agents/src/agent.filters.js';
import { ListingsQuery } from '../libs/listings/src/listing.filters.js';
import { PropertiesQuery } from '../libs/properties/src/property.filters.js';
import { SuburbNamesQuery, SuburbsQuery } from '../libs/suburbs/src/suburb.filters.js';
import { ACCOUNT_READINGS, AGENT_READINGS, readAccounts, readAgents } from './support/brute-force/agencies.reading.js';
import { accountDraws, agentDraws } from './support/brute-force/agencies.draws.js';
import { queriesOf, together } from './support/brute-force/draws.js';
import type { Query } from './support/brute-force/lines.js';
import { listingQueries } from './support/brute-force/listings.draws.js';
import { LISTING_READINGS, readListings } from './support/brute-force/listings.reading.js';
import { propertyDraws } from './support/brute-force/properties.draws.js';
import {
  PROPERTY_READINGS,
  propertiesOf,
  readProperties,
  type PropertyReading,
} from './support/brute-force/properties.reading.js';
import { suburbDraws, suburbNameDraws } from './support/brute-force/suburbs.draws.js';
import {
  NAME_LISTS,
  readSuburbs,
  SUBURB_NAME_READINGS,
  SUBURB_READINGS,
} from './support/brute-force/suburbs.reading.js';
import { mapQueries } from './support/brute-force/map.draws.js';
import type { Placed } from './support/brute-force/map.js';
import { makeWorld } from './support/brute-force/world.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';

/** More, and others: `BRUTE_FORCE_RUNS=2000 BRUTE_FORCE_SEED=7 npx vitest run test/brute-force.e2e-spec.ts`. */
const RUNS = Number(process.env['BRUTE_FORCE_RUNS'] ?? 200);
const SEED = Number(process.env['BRUTE_FORCE_SEED'] ?? 1);

interface Item {
  readonly _id: string;
  readonly id: number;
  readonly websiteID: number;
  readonly propertyID: number;
  readonly listings: { readonly id: number };
}

interface Envelope<Data = Item> {
  readonly total?: number;
  readonly totalPage?: number;
  readonly hasNext?: boolean;
  readonly success?: boolean;
  readonly data: readonly Data[];
}

vi.setConfig({ testTimeout: 180_000 + RUNS * 500 });

const world = makeWorld(SEED, Date.now());
/** Properties by id, as the service numbers them. */
let properties: PropertyReading[];
let service: TestService;

/** The same queries, half of them limited on the map. */
const onMap = (queries: Arbitrary<Query>, things: readonly Placed[]): Arbitrary<Query> =>
  together(queries, fc.oneof(mapQueries(fc.constantFrom(...things)), fc.constant({})));

const ask = async <Data = Item>(path: string, query: Query): Promise<Envelope<Data>> => {
  const { status, body } = await service.get<Envelope<Data>>(
    `/api/v1/${path}?${new URLSearchParams(query).toString()}`,
  );
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
};

beforeAll(async () => {
  service = await TestService.start();
  await seed(service, { ...world });
  const ids = new Map<number, number>();
  for (const page of ['1', '2', '3', '4']) {
    const { data } = await ask('listings', { status: 'all', limit: '100', page });
    for (const { id, propertyID } of data) ids.set(id, propertyID);
  }
  const idOf = ({ shown }: PropertyReading) => ids.get(shown.id) ?? 0;
  properties = propertiesOf(world.listings)
    .map((property) => ({ ...property, id: idOf(property) }))
    .toSorted((a, b) => idOf(a) - idOf(b));
  const grouped = properties.map(({ listings }) => new Set(listings.map(({ id }) => ids.get(id))));
  // One property for each physical address, and one address for each property (D30).
  expect(grouped.filter(({ size }) => size !== 1)).toEqual([]);
  expect(new Set(properties.map(idOf)).size).toBe(properties.length);
});

afterAll(() => service.stop());

const pageOf = <Thing>(things: readonly Thing[], { page = '1', limit = '20' }: Query): Thing[] =>
  things.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));

/** The envelope (D7) and what identifies the items, as a naive reading of the decisions has them. */
function expectedPage(found: readonly unknown[], query: Query, envelope: 'page' | 'accounts' | 'names') {
  const { page = '1', limit = '20' } = query;
  const totalPage = Math.ceil(found.length / Number(limit));
  const data = pageOf(found, query);
  if (envelope === 'names') return { success: true, data };
  const total = found.length;
  return envelope === 'accounts'
    ? { total, totalPage, data }
    : { total, totalPage, hasNext: Number(page) < totalPage, data };
}

/** Asks the service and the reading the same questions; most of them must find something, or nothing is compared. */
async function expectAgreement<Data = Item>(
  path: string,
  queries: Arbitrary<Query>,
  read: (query: Query) => readonly unknown[],
  identify: (item: Data) => unknown,
  {
    runs = RUNS,
    envelope = 'page',
    seed: drawn = SEED,
  }: { runs?: number; envelope?: 'page' | 'accounts' | 'names'; seed?: number } = {},
): Promise<void> {
  let fruitful = 0;
  const property = fc.asyncProperty(queries, async (query) => {
    const found = read(query);
    if (found.length > 0) fruitful += 1;
    const answer = await ask<Data>(path, query);
    const identified = { ...answer, data: answer.data.map(identify) };
    expect({ query, answer: identified }).toEqual({ query, answer: expectedPage(found, query, envelope) });
  });
  await fc.assert(property, { numRuns: runs, seed: drawn });
  expect(fruitful).toBeGreaterThan(runs / 3);
}

describe('the brute-force reading', () => {
  it.each([
    ['accounts', AccountsQuery, ACCOUNT_READINGS],
    ['agents', AgentsQuery, AGENT_READINGS],
    ['suburbs', SuburbsQuery, SUBURB_READINGS],
    ['names of suburbs', SuburbNamesQuery, SUBURB_NAME_READINGS],
    ['listings', ListingsQuery, LISTING_READINGS],
    ['properties', PropertiesQuery, PROPERTY_READINGS],
  ])('knows every parameter of the list of %s', (_, query, readings) => {
    expect(Object.keys(readings).sort()).toEqual([...parametersOf(query).keys()].sort());
  });
});

describe('a brute-force reading of the decisions agrees with', () => {
  it.each([
    ['vacuumed', 'VACUUM (ANALYZE) listings', SEED],
    // Answers of before are still cached: other questions.
    ['changed since the last VACUUM', 'UPDATE listings SET version = version; ANALYZE listings', SEED + 1],
  ])('GET /listings, %s (D5, D7, D21-D28, D32)', async (_, statement, drawn) => {
    await service.store.dataSource.query(statement);
    await expectAgreement(
      'listings',
      listingQueries(world),
      (query) => readListings(world, query).map(({ id }) => id),
      ({ id }) => id,
      { runs: 2 * RUNS, seed: drawn },
    );
  });

  it('GET /properties (D30)', () =>
    expectAgreement(
      'properties',
      onMap(
        queriesOf(propertyDraws(world), properties, 2),
        properties.map(({ address }) => address),
      ),
      (query) => readProperties(world, properties, query).map(({ shown }) => shown.id),
      ({ listings }) => listings.id,
    ));

  it('GET /suburbs', () =>
    expectAgreement(
      'suburbs',
      onMap(queriesOf(suburbDraws(world), world.suburbs, 2), world.suburbs),
      (query) => readSuburbs(world, query).map(({ _id }) => _id),
      ({ _id }) => _id,
    ));

  it.each(Object.entries(NAME_LISTS))('GET /suburbs/%s', (name, list) =>
    expectAgreement<unknown>(
      `suburbs/${name}`,
      queriesOf(suburbNameDraws(world), world.suburbs, 3),
      (query) => list(readSuburbs(world, query)),
      (item) => item,
      { runs: RUNS / 2, envelope: 'names' },
    ),
  );

  it('GET /websites (D5, D14, D15)', () =>
    expectAgreement(
      'websites',
      queriesOf(accountDraws(world), world.accounts, 3),
      (query) => readAccounts(world, query).map(({ websiteID }) => websiteID),
      ({ websiteID }) => websiteID,
      { envelope: 'accounts' },
    ));

  it('GET /agents (D5, D19)', () =>
    expectAgreement(
      'agents',
      queriesOf(agentDraws(world), world.agents, 3),
      (query) => readAgents(world, query).map(({ id }) => id),
      ({ id }) => id,
    ));
});
