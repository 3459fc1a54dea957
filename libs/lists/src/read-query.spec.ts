import { column, lower } from '@app/sql';
import { flag, id, text } from '@app/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../test/support/any-characters.js';
import { Contains, Equals, OneOf } from './conditions.js';
import { PageQuery } from './page.js';
import { Parameter } from './parameter.js';
import { readQuery } from './read-query.js';

class HousesQuery extends PageQuery {
  @Equals(column('house.id'), id, 'Number') id?: number;
  @Contains(lower(column('house.name')), text(10), 'Part of the name') name?: string;
  @OneOf(lower(column('house.suburb')), text(10), 'Suburb') suburb?: string[];
  @Parameter(flag, 'Whether there is a pond') pond?: boolean;
}

const read = (raw: Record<string, unknown>) => ({ ...readQuery(HousesQuery, raw) });
const initial = { page: 1, limit: 20 };

/** The faults of a query by parameter. */
function faultsOf(raw: Record<string, unknown>): Record<string, string> {
  try {
    readQuery(HousesQuery, raw);
  } catch (error) {
    const { errors } = (error as { extras: { errors: { parameter: string; message: string }[] } }).extras;
    return Object.fromEntries(errors.map(({ parameter, message }) => [parameter, message]));
  }
  return {};
}

describe('readQuery (D3, D4)', () => {
  it.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [
      { id: '007', pond: 'TRUE' },
      { id: 7, pond: true },
    ],
    [
      { name: '  a b ', suburb: ' A , b,,A' },
      { name: 'a b', suburb: ['A', 'b'] },
    ],
    [{ suburb: ['A,B', 'C'] }, { suburb: ['A', 'B', 'C'] }],
    [{ id: '', name: ' ', suburb: ',', pond: '', page: '' }, {}],
    [
      { page: '3', limit: '100' },
      { page: 3, limit: 100 },
    ],
  ])('%j', (raw, expected) => {
    expect(read(raw)).toEqual({ ...initial, ...expected });
  });

  it('reports all faults at once', () => {
    const raw = {
      id: 'x',
      pond: 'maybe',
      limit: '0',
      nam: 'a',
      'suburb[]': 'a',
      name: ['a', 'b'],
      suburb: 'ok,way too long',
    };
    expect(faultsOf(raw)).toEqual({
      id: 'must be a numeric id (decimal digits)',
      pond: 'must be true, false, 1 or 0',
      limit: 'must be a whole number from 1 to 100',
      nam: 'is not a parameter of this endpoint; did you mean name?',
      'suburb[]': 'brackets are not supported; write suburb',
      name: 'must be given only once',
      suburb: expect.stringContaining('invalid: way too long'),
    });
  });

  it('suggests the nearest name, if one is similar', () => {
    expect(faultsOf({ Limit: '1' })).toEqual({ Limit: expect.stringContaining('did you mean limit?') });
    expect(faultsOf({ somethingElseEntirely: '1' })).toEqual({
      somethingElseEntirely: 'is not a parameter of this endpoint',
    });
  });

  it('suggests names for the first five unknown parameters', () => {
    const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`nam${at}`, '1']));
    const faults = Object.values(faultsOf(unknown));
    expect(faults).toHaveLength(100); // the most faults in a response
    expect(faults.filter((message) => message.includes('did you mean name?'))).toHaveLength(5);
  });

  it('accepts at most 300 parameters, including repeated ones', () => {
    const tooMany = (name: string) => ({ [name]: 'is one of more than 300 parameters' });
    const suburbs = (count: number) => ({ suburb: Array.from({ length: count }, () => 'a') });
    expect(faultsOf(suburbs(300))).toEqual({});
    expect(faultsOf(suburbs(301))).toEqual(tooMany('suburb'));
    expect(faultsOf({ ...suburbs(300), id: 'x' })).toEqual(tooMany('id'));
  });

  it('accepts at most 200 values', () => {
    const items = (count: number) => Array.from({ length: count }, (_, at) => at).join();
    expect(faultsOf({ suburb: items(200) })).toEqual({});
    expect(faultsOf({ suburb: items(201) })).toEqual({ suburb: 'must have at most 200 comma-separated values' });
  });

  it('returns a query or faults for any input', () => {
    const raw = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('id', 'name', 'suburb')), anyCharacters());
    fc.assert(fc.property(raw, (asked) => Object.keys(faultsOf(asked)).length >= 0));
  });
});
