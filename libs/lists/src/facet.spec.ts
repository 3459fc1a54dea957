import { count, flag, text } from '@app/schema';
import { raw, sql, column } from '@app/sql';
import { describe, expect, it } from 'vitest';
import { AtLeast, AtMost, Equals } from './conditions.js';
import { Facet, facetsOf } from './facet.js';
import { facetsQuery } from './facets.query.js';
import { ListParameter, Parameter, parametersOf } from './parameter.js';
import { readQuery } from './read-query.js';
import { sharesOf } from './facet-reader.js';

class RoomsQuery {
  @Facet()
  @Equals(column('listing.bedrooms'), count, 'Bedrooms.')
  bedrooms?: number;

  @AtLeast(column('listing.bedrooms'), count, 'Fewest bedrooms.')
  minbedrooms?: number;

  @Facet({ column: 'suburb_id', named: { table: 'suburbs', column: 'suburb' } })
  @ListParameter(text(200), 'Suburb.')
  suburb?: string[];
}

class HomesQuery extends RoomsQuery {
  // From another class than the facet.
  @AtMost(column('listing.bedrooms'), count, 'Most bedrooms.')
  maxbedrooms?: number;

  @Facet({ name: 'price', also: ['flags'], keysOf: (price, columnOf) => [sql`${price} + ${columnOf('flags')}`] })
  @AtLeast(column('listing.price'), count, 'Lowest price.')
  minPrice?: number;

  @Facet()
  @Equals(column('listing.is_off_market'), flag, 'Off the market.')
  isOffMarket?: boolean;
}

class HomeFacetsQuery extends facetsQuery(HomesQuery, 'HomeFacet', 'bedrooms') {}

const facetOf = (name: string) => facetsOf(HomesQuery).get(name)!;
const read = (query: Record<string, string>) => readQuery(HomeFacetsQuery, query);

describe('a facet', () => {
  it('has the column of its filter, and the filters on that column', () => {
    expect([...facetsOf(HomesQuery).keys()]).toEqual(['bedrooms', 'suburb', 'price', 'isOffMarket']);
    expect(facetOf('bedrooms')).toMatchObject({
      column: 'bedrooms',
      own: ['bedrooms', 'minbedrooms', 'maxbedrooms'],
    });
    expect(facetOf('price')).toMatchObject({ column: 'price', own: ['minPrice'] });
    expect(facetOf('suburb')).toMatchObject({ column: 'suburb_id', own: ['suburb'] });
  });

  it('has values in the format of its filter', () => {
    expect(facetOf('bedrooms').valuesOf('3', 0)).toEqual([3]);
    expect(facetOf('isOffMarket').valuesOf('true', 0)).toEqual([true]);
    expect(facetOf('suburb').valuesOf('Kew', 0)).toEqual(['Kew']);
    expect(
      facetOf('price')
        .keysOf(column('listing.price'), (name) => raw(`listing.${name}`))
        .map(({ text: key }) => key),
    ).toEqual(['listing.price + listing.flags']);
  });

  it('needs a column', () => {
    class Wordy {
      @Facet()
      @Parameter(text(9), 'Words.')
      words?: string;
    }
    expect(() => facetsOf(Wordy)).toThrow('The facet words declares no column');
  });
});

describe('a query for counts', () => {
  it('accepts the names of facets, and every filter', () => {
    expect([...parametersOf(HomeFacetsQuery).keys()]).toEqual([
      ...parametersOf(HomesQuery).keys(),
      'facets',
      'facetLimit',
    ]);
    expect(read({ facets: 'price,Suburb' })).toMatchObject({ facets: ['price', 'suburb'], facetLimit: 50 });
    expect(() => read({ facets: 'minPrice' })).toThrow('invalid: minPrice');
    expect(() => read({})).toThrow('facets: is required');
  });

  it('is shared by facets with the same filters; facets with all filters come first', () => {
    const asked = { facets: 'bedrooms,price,suburb,isOffMarket', minbedrooms: '2', minPrice: '5', maxbedrooms: '4' };
    const shares = sharesOf(read(asked)).map(({ query: { minbedrooms, maxbedrooms, minPrice }, facets }) => ({
      obeyed: [minbedrooms, maxbedrooms, minPrice],
      names: facets.map(({ name }) => name),
    }));
    expect(shares).toEqual([
      { obeyed: [2, 4, 5], names: ['suburb', 'isOffMarket'] },
      { obeyed: [undefined, undefined, 5], names: ['bedrooms'] },
      { obeyed: [2, 4, undefined], names: ['price'] },
    ]);
    expect(sharesOf(read({ facets: 'bedrooms', bedrooms: '1' })).map(({ facets }) => facets.length)).toEqual([0, 1]);
  });
});
