import { beforeAll, describe, expect, it } from 'vitest';
import { seed, specService, spread, suburbLine } from '@testing';

const COUNT = 2150;
/** In the order of the list. */
const NAMES = Array.from({ length: COUNT }, (_, at) => `Suburb ${String(at).padStart(4, '0')}`);

interface List {
  readonly total: number;
  readonly hasNext: boolean;
  readonly data: { readonly suburb: string }[];
}

const service = specService();

beforeAll(async () => {
  await seed(service, { suburbs: NAMES.toReversed().map((name) => suburbLine(`${name} VIC 3121`)) });
});

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

describe.each([
  ['of all', ''],
  ['of those that a filter leaves', 'suburb=suburb&'],
])('a list that is longer than what is read of it at once, %s', (_, filter) => {
  it.each(spread([99, 7, 30, 100], 2))('has each row on one page of %i', async (limit) => {
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
    await touch(); // so that nothing is cached
    const start = (page - 1) * limit;
    expect(await namesOn(`${filter}limit=${limit}&page=${page}`)).toEqual(NAMES.slice(start, start + limit));
  });
});
