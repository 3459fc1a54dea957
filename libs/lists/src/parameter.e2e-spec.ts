import { count, id, text } from '@app/schema';
import { anyOf, sql, SqlExecutor, column, lower } from '@app/sql';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { AtLeast, AtMost, Contains, containsAny, ContainsWithin, Equals, OneOf, StartsWith } from './conditions.js';
import { PageQuery } from './page.js';
import {
  hasVolatileRows,
  ListParameter,
  Matches,
  MatchesAny,
  Parameter,
  parametersOf,
  selectivityOf,
} from './parameter.js';
import { readQuery } from './read-query.js';
import { anywhere, atStart, fold } from './search-text.js';
import { where, type Combination } from './where.js';

const words = text(50);

const TEXTS = { expression: lower(column('house.texts')), commonWords: new Set(['street']) };

class HousesQuery extends PageQuery {
  @Equals(column('house.id'), id, 'Number', { selectivity: 'high' }) id?: number;
  @AtLeast(column('house.rooms'), count, 'Fewest rooms') minrooms?: number;
  @AtMost(column('house.rooms'), count, 'Most rooms') maxrooms?: number;
  @Contains(lower(column('house.name')), words, 'Part of the name') name?: string;
  @StartsWith(lower(column('house.name')), words, 'Start of the name') starts?: string;
  @ContainsWithin(TEXTS, lower(column('house.street')), words, 'Part of the street') street?: string;
  @OneOf(lower(column('house.name')), words, 'Names') names?: string[];
  @MatchesAny(words, 'Parts of names', (parts) => containsAny(lower(column('house.name')), parts)) parts?: string[];
  @Matches(count, 'Built within so many days', (days) => sql`house.id < ${days}`, { volatile: true }) days?: number;
  @Equals(column('house.kind'), words, 'Kind', { leadsIndexes: true }) kind?: string;
  @Parameter(words, 'For a named function') other?: string;
  @ListParameter(words, 'Several of them', { selectivity: 'high' }) others?: string[];
}

class GardensQuery extends HousesQuery {
  @Equals(column('garden.id'), id, 'Number of the garden') override id?: number;
  @Parameter(words, 'Flowers', { initial: 'rose', example: 'tulip' }) flower: string;
}

const conditionOf = (raw: Record<string, unknown>, ...combined: Combination[]) => {
  const { text: statement, values } = where(readQuery(HousesQuery, raw), ...combined);
  return [statement, values];
};

describe('the condition of a parameter', () => {
  it.each<[Record<string, unknown>, string, unknown[]]>([
    [{}, 'TRUE', []],
    [{ other: 'x', others: 'a,b', page: '3' }, 'TRUE', []],
    [{ id: '7' }, '(house.id = $1)', [7]],
    [{ minrooms: '0', maxrooms: '4' }, '(house.rooms >= $1) AND (house.rooms <= $2)', [0, 4]],
    [{ name: 'A_b' }, '(lower(house.name) LIKE $1)', ['%a\\_b%']],
    [{ starts: '5%' }, '(lower(house.name) LIKE $1)', ['5\\%%']],
    // Too short for a trigram index, so the wider expression would not use it.
    [{ street: 'Ab' }, '(lower(house.street) LIKE $1)', ['%ab%']],
    [{ street: 'Abc' }, '((lower(house.texts) LIKE $1) AND lower(house.street) LIKE $2)', ['%abc%', '%abc%']],
    [{ names: 'Ann' }, '(lower(house.name) = $1)', ['ann']],
    [{ names: 'Ann,BOB' }, '(lower(house.name) = ANY($1))', [['ann', 'bob']]],
    [{ parts: 'A%' }, '(lower(house.name) LIKE ANY($1))', [['%a\\%%']]],
  ])('%j', (raw, statement, values) => {
    expect(conditionOf(raw)).toEqual([statement, values]);
  });

  it('includes the conditions of named functions, which may be empty', () => {
    expect(conditionOf({ id: '7' }, { condition: sql`a OR ${1}` }, { condition: undefined })).toEqual([
      '(a OR $1) AND (house.id = $2)',
      [1, 7],
    ]);
    expect(conditionOf({}, { condition: undefined })).toEqual(['TRUE', []]);
  });

  it('uses no index beside a highly selective parameter, unless the index starts with its column', () => {
    expect(conditionOf({ id: '7', minrooms: '2', kind: 'flat' })).toEqual([
      '(house.id = $1) AND ((house.rooms >= $2) IS TRUE) AND (house.kind = $3)',
      [7, 2, 'flat'],
    ]);
    expect(conditionOf({ name: 'Abc', minrooms: '2' })[0]).toBe('(house.rooms >= $1) AND (lower(house.name) LIKE $2)');
  });

  it('uses no index if it combines several parameters', () => {
    const combined = { of: ['other', 'others'], condition: sql`a` };
    expect(conditionOf({ id: '7', other: 'x' }, combined)[0]).toBe('((a) IS TRUE) AND (house.id = $1)');
    expect(conditionOf({ others: 'x', minrooms: '2' }, combined)[0]).toBe('(a) AND ((house.rooms >= $1) IS TRUE)');
    expect(conditionOf({ id: '7', others: 'x' }, { ...combined, checked: sql`b` })[0]).toBe(
      '((b) IS TRUE) AND (house.id = $1)',
    );
    expect(conditionOf({ other: 'x' }, combined)[0]).toBe('(a)');
  });

  it('contains client input only as bound values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (given) => {
        const [statement] = conditionOf({ other: given, starts: 'x' });
        return statement === '(lower(house.name) LIKE $1)';
      }),
      { numRuns: 100 },
    );
  });
});

describe('declarations', () => {
  it('are inherited, overridden by name, and never added to the base class', () => {
    const own = parametersOf(GardensQuery);
    expect([...own.keys()]).toEqual([...parametersOf(HousesQuery).keys(), 'flower']);
    expect(own.get('id')?.description).toBe('Number of the garden');
    expect(parametersOf(HousesQuery).get('id')?.description).toBe('Number');
    expect([...parametersOf(PageQuery).keys()]).toEqual(['page', 'limit', 'cursor']);
    expect(where(readQuery(GardensQuery, { id: '7' })).text).toBe('(garden.id = $1)');
  });

  it('get their default if the parameter is missing', () => {
    expect(readQuery(GardensQuery, {})).toMatchObject({ page: 1, limit: 20, flower: 'rose' });
    expect(readQuery(GardensQuery, { flower: ' ' }).flower).toBe('rose');
    expect(readQuery(GardensQuery, { flower: 'lily' }).flower).toBe('lily');
  });
});

describe('the selectivity of a query', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, 'low'],
    [{ minrooms: '2', other: 'x' }, 'low'],
    [{ name: 'ab' }, 'low'],
    [{ name: 'abc' }, 'medium'],
    [{ street: 'ab' }, 'low'],
    [{ street: 'abc' }, 'medium'],
    [{ starts: 'a' }, 'medium'],
    [{ id: '1' }, 'high'],
    [{ name: 'abc', id: '1', minrooms: '2' }, 'high'],
    [{ others: 'a', name: 'abc' }, 'high'],
  ])('%j is %s', (raw, selectivity) => {
    expect(selectivityOf(readQuery(HousesQuery, raw))).toBe(selectivity);
  });

  it('is volatile only with a volatile parameter', () => {
    expect([{ days: '3' }, { id: '1' }, {}].map((raw) => hasVolatileRows(readQuery(HousesQuery, raw)))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('search texts in PostgreSQL', () => {
  const store = specStore();
  let executor: SqlExecutor;

  beforeAll(() => {
    executor = SqlExecutor.of(store.dataSource);
  });

  it('fold every letter like `lower`', async () => {
    const letters = Array.from({ length: 0x2fff }, (_, at) => String.fromCodePoint(at + 1));
    const rows = await executor.query<{ letter: string; folded: string }>(
      sql`SELECT letter, lower(letter) AS folded FROM unnest(${letters}::text[]) AS letters(letter)`,
    );
    const different = rows.filter(({ letter, folded }) => fold(letter) !== folded && /\p{L}/u.test(letter));
    // Letters that are missing from the Unicode version of one side fold to themselves.
    const known = different.filter(({ letter, folded }) => letter.toLowerCase() !== letter && folded !== letter);
    expect(known).toEqual([]);
  });

  it('find a text anywhere or at the start, with `%`, `_` and `\\` as literals', async () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '%', '_', '\\', ' ', '🏠'), maxLength: 6 });
    const cases = fc.sample(fc.tuple(part, part), { numRuns: 200, seed: 7 });
    const [held, asked] = [cases.map(([one]) => one), cases.map(([, other]) => other)];
    const rows = await executor.query<{ anywhere: boolean; start: boolean }>(
      sql`SELECT lower(held) LIKE anywhere AS anywhere, lower(held) LIKE start AS start
        FROM unnest(${held}::text[], ${asked.map(anywhere)}::text[], ${asked.map(atStart)}::text[])
          AS cases(held, anywhere, start)`,
    );
    const expected = cases.map(([one, other]) => ({
      anywhere: fold(one).includes(fold(other)),
      start: fold(one).startsWith(fold(other)),
    }));
    expect(rows).toEqual(expected);
    expect(new Set(expected.map((found) => found.anywhere)).size).toBe(2);
  });

  it('combine with OR inside their own brackets', async () => {
    const [row] = await executor.query(
      sql`SELECT ${where(readQuery(HousesQuery, {}), { condition: anyOf([sql`false`, sql`true`]) }, { condition: sql`false OR false` })} AS holds`,
    );
    expect(row).toEqual({ holds: false });
  });
});
