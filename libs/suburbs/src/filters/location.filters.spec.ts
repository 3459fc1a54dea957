import { expect, it } from 'vitest';
import { isPlaced, ofPlaces } from './location.filters.js';
import { keysOfPlace } from '../search/place-aliases.js';

const row = (suburb: string, name: string) => ({
  suburb_id: 1,
  place: { suburb, name, state: 'nt', postcode: '0800', region: '', area: '' },
});

it.each([
  [{ suburb: ['Darwin'] }, true],
  [{ fullSuburb: ['Darwin NT 0800'] }, true],
  [{ suburb: ['Darwin City'] }, true],
  [{ suburb: ['Kew'] }, false],
])('a change of a listing in Darwin City affects lists with %j: %s', (query, isConcerned) => {
  const test = isPlaced(query);
  expect(test?.(row('darwin city', 'darwin city nt 0800'))).toBe(isConcerned);
});

it('a change of a suburb affects the lists that name it by a common name', () => {
  const change = (suburb: string) => {
    const name = `${suburb} NT 0800`;
    const place_keys = keysOfPlace({ suburb, name, state: 'NT', postcode: '0800', regionName: '', areaName: '' });
    const old = { id: 1, suburb, name, state: 'NT', postcode: '0800', place_keys };
    return { resource: 'suburb', id: '1', old, new: { ...old, region_name: 'x' } } as never; // a partial change
  };
  expect(ofPlaces({ suburb: ['Darwin'] })(change('Darwin City'))).toBe(true);
  expect(ofPlaces({ suburb: ['Darwin'] })(change('Kew'))).toBe(false);
});
