import { count, text } from '@app/schema';
import { describe, expect, it } from 'vitest';
import { boundsOf } from './bounds.js';
import { AtLeast, AtMost, Equals } from './conditions.js';
import { PageQuery } from './page.js';
import { readQuery } from './read-query.js';

class HousesQuery extends PageQuery {
  @AtLeast('house.price', count, 'Lowest price.', { isIndexed: true })
  minPrice?: number;

  @AtMost('house.price', count, 'Highest price.', { isIndexed: true })
  maxPrice?: number;

  @AtLeast('house.rooms', count, 'Fewest rooms.')
  minRooms?: number;

  @Equals('house.street', text(100), 'Street.')
  street?: string;
}

const boundsIn = (query: Record<string, string>) => boundsOf(readQuery(HousesQuery, query));

/** The one bound of a query. */
function boundIn(query: Record<string, string>) {
  const bounds = boundsIn(query);
  expect(bounds).toHaveLength(1);
  return bounds[0]!;
}

describe('the bounds of a query', () => {
  it('are those whose columns are indexed', () => {
    expect(boundsIn({ minRooms: '3', street: 'Main' })).toEqual([]);
    expect(boundsIn({ minRooms: '3', minPrice: '5', maxPrice: '7' }).map(({ value }) => value)).toEqual([5, 7]);
  });

  it('are of one family when the queries differ in nothing else but the page', () => {
    const { family } = boundIn({ minPrice: '5', minRooms: '3' });
    expect(boundIn({ minPrice: '6', minRooms: '3', page: '2', limit: '7' }).family).toBe(family);
    expect(boundIn({ minPrice: '5', minRooms: '4' }).family).not.toBe(family);
    expect(boundIn({ minPrice: '5' }).family).not.toBe(family);
    expect(boundIn({ maxPrice: '5', minRooms: '3' }).family).not.toBe(family);
  });

  it('are wider when more rows are within, and rows beyond them are not', () => {
    const [least, most] = [boundIn({ minPrice: '5' }), boundIn({ maxPrice: '5' })];
    expect([4, 5, 6].map(least.isWiderThan)).toEqual([false, false, true]);
    expect([4, 5, 6].map(most.isWiderThan)).toEqual([true, false, false]);
    expect([least.beyond.text, most.beyond.text]).toEqual(['house.price < $1', 'house.price > $1']);
  });
});
