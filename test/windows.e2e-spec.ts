import { PageReader, readQuery } from '@app/lists';
import { SnapshotClock } from '@app/snapshot-cache';
import { SuburbsQuery, SuburbsRepository } from '@app/suburbs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suburbLine } from './factories/suburb.factory.js';
import { expectUnlessOthersCommit } from './support/others-commit.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';
import { statementsOf } from './support/statements.js';

const COUNT = 2150;
/** In the order of the list. */
const NAMES = Array.from({ length: COUNT }, (_, at) => `Suburb ${String(at).padStart(4, '0')}`);

interface List {
  readonly total: number;
  readonly hasNext: boolean;
  readonly data: { readonly suburb: string }[];
}

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
  await seed(service, { suburbs: NAMES.toReversed().map((name) => suburbLine(`${name} VIC 3121`)) });
});

afterAll(() => service.stop());

/** Changes what nobody filters by. */
const touch = () =>
  service.store.dataSource.query(
    'UPDATE suburbs SET latitude = coalesce(latitude, 0) + 1 WHERE id = (SELECT min(id) FROM suburbs)',
  );

const namesOn = async (query: string): Promise<string[]> => {
  const { status, body } = await service.get<List>(`/api/v1/suburbs?${query}`);
  expect({ status, total: body.total }).toEqual({ status: 200, total: COUNT });
  return body.data.map(({ suburb }) => suburb);
};

/** How many statements count the rows of the list. */
async function countsFor(query: string): Promise<number> {
  const { statements } = await statementsOf(() => namesOn(query));
  return statements.filter((statement) => JSON.stringify(statement).includes('count(*)')).length;
}

describe.each([
  ['of all', ''],
  ['of those that a filter leaves', 'suburb=suburb&'],
])('a list that is longer than what is read of it at once, %s', (_, filter) => {
  it.each([7, 30, 99, 100])('has each row on one page of %i', async (limit) => {
    const names: string[] = [];
    for (let page = 1; page <= Math.ceil(COUNT / limit); page++) {
      names.push(...(await namesOn(`${filter}limit=${limit}&page=${page}`)));
    }
    expect(names).toEqual(NAMES);
  });

  it.each([
    [30, 34],
    [100, 11],
    [100, 22],
    [100, 23],
  ])('has the same page of %i, %i, when it is asked for first', async (limit, page) => {
    await touch(); // so that nothing is remembered
    const start = (page - 1) * limit;
    expect(await namesOn(`${filter}limit=${limit}&page=${page}`)).toEqual(NAMES.slice(start, start + limit));
  });
});

describe('what is cached until the next commit', () => {
  it('are the neighbours of a page that is far from the start', () =>
    expectUnlessOthersCommit(async () => {
      await touch();
      expect(await countsFor('limit=10&page=63')).toBe(1);
      expect(await countsFor('limit=10&page=64')).toBe(0);
      expect(await countsFor('limit=5&page=127')).toBe(0);
      expect(await countsFor('limit=10&page=3')).toBe(1);
      await touch();
      expect(await countsFor('limit=5&page=127')).toBe(1);
    }));

  it('are not the rows of a page that have changed since', async () => {
    const reader = service.app.get(PageReader);
    const read = (page: number, snapshot: string) =>
      reader.read(new SuburbsRepository().list(readQuery(SuburbsQuery, { limit: '1', page: `${page}` })), snapshot);
    const { snapshot } = await service.app.get(SnapshotClock).of({} as never); // any request
    await read(601, snapshot);
    await service.store.dataSource.query(`UPDATE suburbs SET document = '"now"' WHERE suburb = $1`, [NAMES[601]]);
    const { items } = await read(602, snapshot);
    expect(items.map(String)).toEqual(['"now"']);
  });
});
