import { parametersOf } from '@app/lists';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  comparedList,
  type ComparedList,
  type Item,
  LIST_PARAMETERS,
  createWorldStore,
  runWorld,
  propertiesOf,
  type PropertyReading,
  type Query,
  tellingQueries,
} from '@testing/brute-force';
import { type Problem, specService, walk, walkSeed } from '@testing';

const RUNS = walk(12);
const SEED = walkSeed;

interface Envelope {
  readonly total?: number;
  readonly totalPage?: number;
  readonly hasNext?: boolean;
  readonly success?: boolean;
  readonly data: readonly Item[];
}

vi.setConfig({ testTimeout: 180_000 + RUNS * 500 });

const world = runWorld();
/** Properties by id, with the numbering of the service. */
let properties: PropertyReading[];
const service = specService({}, createWorldStore);

const ask = async (path: string, query: Query): Promise<Envelope> => {
  const { status, body } = await service.get<Envelope>(`/api/v1/${path}?${new URLSearchParams(query).toString()}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
};

beforeAll(async () => {
  const ids = new Map<number, number>();
  for (const page of ['1', '2', '3', '4']) {
    const { data } = await ask('listings', { status: 'all', limit: '100', page });
    for (const { id, propertyID } of data) ids.set(id, propertyID);
  }
  const idOf = ({ shown }: PropertyReading) => ids.get(shown.id) ?? 0;
  properties = propertiesOf(world)
    .map((property) => ({ ...property, id: idOf(property) }))
    .toSorted((a, b) => idOf(a) - idOf(b));
  const grouped = properties.map(({ listings }) => new Set(listings.map(({ id }) => ids.get(id))));
  // One property per physical address, and one address per property (D30).
  expect(grouped.filter(({ size }) => size !== 1)).toEqual([]);
  expect(new Set(properties.map(idOf)).size).toBe(properties.length);
});

/** The envelope (D7) and the ids of the items, by a brute-force reading of the decisions. */
function expectedPage({ path, read, items = read }: ComparedList, query: Query) {
  const found = items(query);
  const { page = '1', limit = '20' } = query;
  const totalPage = Math.ceil(found.length / Number(limit));
  const data = found.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
  if (path.startsWith('suburbs/')) return { success: true, data };
  const counts = { total: found.length, totalPage };
  return path === 'websites' ? { ...counts, data } : { ...counts, hasNext: Number(page) < totalPage, data };
}

/** Sends a query to the service and to the brute-force reading. */
async function expectSameAnswer(list: ComparedList, query: Query): Promise<void> {
  const answer = await ask(list.path, query);
  const identified = { ...answer, data: answer.data.map(list.identify) };
  expect({ query, answer: identified }).toEqual({ query, answer: expectedPage(list, query) });
}

const expectAgreement = (list: ComparedList, queries: Arbitrary<Query>, numRuns = RUNS, drawn = SEED): Promise<void> =>
  fc.assert(
    fc.asyncProperty(queries, (query) => expectSameAnswer(list, query)),
    { numRuns, seed: drawn },
  );

describe.each(Object.entries(LIST_PARAMETERS))('the brute-force reading of GET /%s', (path, [query, readings]) => {
  const parameters = [...parametersOf(query).keys()];

  it('covers every parameter', () => {
    expect(Object.keys(readings).sort()).toEqual(parameters.toSorted());
  });

  it('a malformed value of every parameter is refused by name', async () => {
    for (const name of parameters) {
      const search = new URLSearchParams({ [name]: 'a\0b' }).toString();
      const { status, body } = await service.get<Problem>(`/api/v1/${path}?${search}`);
      const code = name === 'cursor' ? 'INVALID_CURSOR' : 'INVALID_PARAMETERS';
      expect({ name, status, code: body.code }).toEqual({ name, status: 400, code });
      expect(body.errors?.map(({ parameter }) => parameter)).toContain(name);
    }
  });

  it('finds rows by every parameter and excludes others, like the service', async () => {
    const list = comparedList(path, world, properties);
    const { telling, silent } = tellingQueries({ ...list, parameters }, SEED);
    expect(
      silent,
      'These parameters need draws (*.draws.ts), and rows with values (world-*.ts), that find rows and leave others out',
    ).toEqual([]);
    for (const one of telling) await expectSameAnswer(list, one);
  });
});

describe('the service agrees with a brute-force reading of the decisions', () => {
  it.each([
    ['vacuumed', 'VACUUM (ANALYZE) listings', SEED],
    // Responses of before are still cached, so these queries differ.
    ['changed since the last VACUUM', 'UPDATE listings SET version = version; ANALYZE listings', SEED + 1],
  ])('GET /listings, %s (D5, D7, D21-D28, D32)', async (_, statement, drawn) => {
    await service.store.dataSource.query(statement);
    const list = comparedList('listings', world, properties);
    await expectAgreement(list, list.queries, 2 * RUNS, drawn);
  });

  it.each([
    ['properties', 'D30', RUNS],
    ['suburbs', 'D8', RUNS],
    ['suburbs/postcodes', 'D8', RUNS / 2],
    ['suburbs/regions', 'D8', RUNS / 2],
    ['suburbs/areanames', 'D8', RUNS / 2],
    ['websites', 'D5, D14, D15, B76', 4 * RUNS],
    ['agents', 'D5, D19, B76', 4 * RUNS],
  ])('GET /%s (%s)', async (path, _, runs) => {
    const list = comparedList(path, world, properties);
    await expectAgreement(list, list.queries, runs);
  });
});
