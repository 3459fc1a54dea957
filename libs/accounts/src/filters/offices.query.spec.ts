import type { NarrowRow } from '@app/cache';
import { readQuery } from '@app/lists';
import { describe, expect, it } from 'vitest';
import { AccountsQuery } from './account.filters.js';
import { ofCounts } from './offices.query.js';

const row = (fields: NarrowRow = {}): NarrowRow => ({
  status: 'current',
  website_id: 1,
  agent_id: '',
  agents: [31],
  shown_by: [1],
  suburb_id: 7,
  flags: 0,
  hides_suburb: false,
  is_hidden: false,
  sold_day: null,
  shown_sold_price: null,
  hides_price: false,
  modtime: '2026-03-01T00:00:00',
  price: 5,
  place: { suburb: 'kew', name: 'kew vic 3101', state: 'vic', postcode: '3101', region: '', area: '' },
  ...fields,
});
const sold = row({ status: 'sold', sold_day: '2026-03-01' });

type Rows = readonly [old: NarrowRow | null, now: NarrowRow | null];

const isDropped = (query: object, [old, now]: Rows): boolean =>
  ofCounts(
    readQuery(AccountsQuery, { ...query }),
    'shown_by',
    [1, 2],
  )({ position: 1, xid: 1, resource: 'listing', id: 7, websiteID: 1, formerWebsiteID: null, old, new: now });

describe('a list with the numbers of its accounts is dropped', () => {
  it.each<[string, Rows, boolean]>([
    ['with a new listing', [null, row()], true],
    ['when a listing is sold', [row(), sold], true],
    ['when the price of a sale is shown', [sold, { ...sold, shown_sold_price: 9 }], true],
    ['when another account has a listing', [row(), row({ website_id: 2, shown_by: [2] })], true],
    ['when one more account shows it', [row(), row({ shown_by: [1, 2] })], true],
    ['when its suburb is hidden', [row(), row({ hides_suburb: true })], true],
    ['not when its price changes', [row(), row({ price: 6, modtime: '2026-04-01T00:00:00' })], false],
    ['not by the listings of accounts on other pages', [row({ shown_by: [3] }), null], false],
    ['when its accounts are not known', [row({ shown_by: undefined }), null], true],
    ['when its rows are not recorded', [null, null], true],
  ])('%s', (_, rows, expected) => {
    expect(isDropped({ suburb: 'Kew' }, rows)).toBe(expected);
  });

  it('in the order of numbers, by the listings of every account', () => {
    expect(isDropped({ sort: 'sales-desc' }, [row({ shown_by: [3] }), null])).toBe(true);
  });

  it('of a place of listings, by the listings there', () => {
    const [here, there] = [{ listsIn: 'Kew' }, { listsIn: 'Glebe' }];
    const change = [row({ shown_by: [3] }), null] as const;
    expect([here, there].map((query) => isDropped(query, change))).toEqual([true, false]);
    expect(isDropped({ ...there, surroundingsuburb: 'true' }, change)).toBe(true);
  });

  it('never, if it has no numbers', () => {
    expect(isDropped({}, [null, row()])).toBe(false);
  });
});
