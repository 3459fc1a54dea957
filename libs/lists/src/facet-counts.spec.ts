import { raw, sql } from '@app/sql';
import { describe, expect, it } from 'vitest';
import type { FacetDeclaration } from './facet.js';
import { countsOf } from './facet-counts.js';
import type { FacetGroups, FacetPass } from './facet-statement.js';

const facet = (name: string, words: Partial<FacetDeclaration> = {}): FacetDeclaration => ({
  name,
  column: name,
  own: [name],
  also: [],
  keysOf: (column) => [column],
  valuesOf: (key) => [key],
  ...words,
});

const pass = (...facets: FacetDeclaration[]): FacetPass => ({
  source: sql`things thing`,
  where: sql`TRUE`,
  facets,
  column: (name) => raw(`thing.${name}`),
});

const groups = (key: number, of: Record<string, number>, names: FacetGroups['names'] = null): FacetGroups => ({
  pass: 0,
  key,
  keys: Object.keys(of),
  counts: Object.values(of),
  names,
});

describe('counts of values', () => {
  it('are sorted by count, then by value: numbers numerically, texts by character', () => {
    const number = facet('size', { valuesOf: (key) => [Number(key)] });
    const read = [groups(0, { '10': 2, '9': 2, '1': 5 }), groups(1, { b: 1, B: 1, a: 1 }), groups(2, { all: 9 })];
    expect(countsOf([pass(number, facet('text'))], read, ['text', 'size'], 2)).toEqual({
      total: 9,
      facets: {
        text: [
          { value: 'B', count: 1 },
          { value: 'a', count: 1 },
        ],
        size: [
          { value: 1, count: 5 },
          { value: 9, count: 2 },
        ],
      },
      distinct: { text: 3, size: 3 },
    });
  });

  it('merge names that differ only in case, with the spelling of the first', () => {
    const place = facet('suburb', { named: { table: 'suburbs', column: 'suburb' } });
    const named = groups(0, { '1': 2, '2': 3, '3': 1, '4': 7 }, { suburb: ['KEW', 'Kew', 'Hall', ''] });
    const { facets, distinct } = countsOf([pass(place)], [named, groups(1, { all: 13 })], ['suburb'], 50);
    expect(facets['suburb']).toEqual([
      { value: 'KEW', count: 5 },
      { value: 'Hall', count: 1 },
    ]);
    expect(distinct).toEqual({ suburb: 2 });
  });

  it('show the members of a value if it has several', () => {
    const membersOf = (value: unknown) => ({ value: Number(value) * 100, to: (Number(value) + 1) * 100 });
    const price = facet('price', { valuesOf: (key) => [Number(key)], shown: { type: Object, membersOf } });
    const { facets } = countsOf([pass(price)], [groups(0, { '1': 3, '2': 2 })], ['price'], 50);
    expect(facets['price']).toEqual([
      { value: 100, to: 200, count: 3 },
      { value: 200, to: 300, count: 2 },
    ]);
  });

  it('add up the keys of one value', () => {
    const flags = facet('flags', {
      keysOf: (column) => [sql`${column} & 3`, sql`${column} >> 2`],
      valuesOf: (key, at) => ['a', 'b'].filter((_, bit) => (Number(key) >> bit) & 1).map((name) => `${name}${at}`),
    });
    const read = [groups(0, { '1': 2, '3': 1 }), groups(1, { '2': 3, '0': 4 }), groups(2, { all: 7 })];
    expect(countsOf([pass(flags)], read, ['flags'], 50).facets['flags']).toEqual([
      { value: 'a0', count: 3 },
      { value: 'b1', count: 3 },
      { value: 'b0', count: 1 },
    ]);
  });
});
