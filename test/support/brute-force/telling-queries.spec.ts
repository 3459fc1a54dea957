import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Query } from './lines.js';
import { tellingQueries } from './telling-queries.js';

const ROWS = [
  { suburb: 'kew', bedrooms: 2 },
  { suburb: 'hawthorn', bedrooms: 3 },
];

const read = ({ suburb, bedrooms, sort }: Query) => {
  const rows = ROWS.filter(
    (row) =>
      (suburb === undefined || row.suburb === suburb) && (bedrooms === undefined || row.bedrooms === Number(bedrooms)),
  );
  return (sort === 'bedrooms-desc' ? rows.toReversed() : rows).map((row) => row.suburb);
};

const silentOf = (name: string, ...values: string[]): string[] =>
  tellingQueries(
    {
      parameters: ['page', name],
      queries: fc.constantFrom(...values).map((value) => ({ [name]: value, page: '9' })),
      everything: {},
      read,
    },
    1,
  ).silent;

it.each([
  ['finds rows and leaves others out', 'suburb', ['kew'], []],
  ['orders rows', 'sort', ['bedrooms-desc'], []],
  ['finds no row', 'suburb', ['nowhere'], ['suburb']],
  ['has a draw that finds no row, and another that finds one', 'bedrooms', ['9', '3'], []],
  ['leaves no row out', 'furnished', ['true'], ['furnished']],
  ['leaves the order as it is', 'sort', ['id'], ['sort']],
])('a parameter that %s: %s=%j', (_, name, values, silent) => {
  expect(silentOf(name, ...values)).toEqual(silent);
});

it('a parameter that is never drawn is silent', () => {
  const { telling, silent } = tellingQueries(
    { parameters: ['suburb', 'bedrooms'], queries: fc.constant({ suburb: 'kew' }), everything: {}, read },
    1,
  );
  expect(telling).toEqual([{ suburb: 'kew' }]);
  expect(silent).toEqual(['bedrooms']);
});

it('a parameter is asked with what it needs, and without the rest', () => {
  const queries = fc.constant({ near: '-37,145', radius: '500', suburb: 'kew' });
  const readNear = ({ near, radius }: Query) => (near && radius ? ['kew'] : ['kew', 'hawthorn']);
  expect(tellingQueries({ parameters: ['radius'], queries, everything: {}, read: readNear }, 1).telling).toEqual([
    { near: '-37,145', radius: '500' },
  ]);
});
