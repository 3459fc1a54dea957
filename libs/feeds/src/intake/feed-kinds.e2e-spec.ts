import { describe, expect, it } from 'vitest';
import { fixture } from '../reaxml/reading.support.js';
import { feedStore } from './feed.support.js';
import { importTwice } from './stored-listings.support.js';

const store = feedStore();

/** A later entry that names the status of a listing, and nothing else unless it is given. */
const later = (kind: string, uniqueID: string, status: string, inner = '') =>
  `<propertyList date="2026-03-09-08:15:00"><${kind} modTime="2026-03-09-08:00:00" status="${status}">
    <agentID>HARB1</agentID><uniqueID>${uniqueID}</uniqueID>${inner}</${kind}></propertyList>`;

const SOLD = '<soldDetails><price display="yes">810000</price><date>2026-03-08-12:00:00</date></soldDetails>';

/** A current listing of each kind: type, status, amount, sold price, time, suburb, images, inspections, agents. */
const CURRENT = {
  house:
    'house-1 | residential | current | 845000 | - | 2026-03-01T21:00:00.000Z | Richmond VIC 3121 | 2 | 2 | Ana Lee',
  'flat-to-rent':
    'flat-1 | rental | current | 525 | - | 2026-03-01T21:00:00.000Z | Richmond VIC 3121 | 0 | 1 | Ana Lee',
  'block-of-land':
    'block-1 | land | current | 310000 | - | 2026-03-01T21:00:00.000Z | Richmond VIC 3121 | 0 | 0 | Ana Lee',
  farm: 'farm-1 | rural | current | 1900000 | - | 2026-03-01T21:00:00.000Z | Richmond VIC 3121 | 0 | 0 | Ana Lee',
} as const;

it('a feed of several kinds creates each listing', async () => {
  const names = Object.keys(CURRENT);
  const entries = names.map((name) => /<propertyList[^>]*>([^]*)<\/propertyList>/.exec(fixture(name).toString())?.[1]);
  const { counts, listings } = await importTwice(store.dataSource, `<propertyList>${entries.join('')}</propertyList>`);
  expect(counts).toEqual([{ created: names.length }]);
  expect(listings.toSorted()).toEqual(Object.values(CURRENT).toSorted());
});

describe('a later entry', () => {
  it.each([
    ['house', 'residential', 'house-1', 'sold', SOLD, `sold | 845000 | 810000`],
    ['block-of-land', 'land', 'block-1', 'sold', SOLD, `sold | 310000 | 810000`],
    ['farm', 'rural', 'farm-1', 'sold', SOLD, `sold | 1900000 | 810000`],
    ['house', 'residential', 'house-1', 'withdrawn', '', `withdrawn | 845000 | -`],
    ['block-of-land', 'land', 'block-1', 'withdrawn', '', `withdrawn | 310000 | -`],
    ['flat-to-rent', 'rental', 'flat-1', 'leased', '', `leased | 525 | -`],
  ] as const)('about the %s (%s): %s %s', async (name, kind, uniqueID, status, inner, shown) => {
    const { counts, problems, listings } = await importTwice(
      store.dataSource,
      fixture(name),
      later(kind, uniqueID, status, inner),
    );
    expect(counts).toEqual([{ created: 1 }, { updated: 1 }]);
    expect(problems).toEqual([]);
    expect(listings).toEqual([
      CURRENT[name]
        .replace(/current \| \d+ \| -/, shown)
        .replace('2026-03-01T21:00:00.000Z', '2026-03-08T21:00:00.000Z'),
    ]);
  });
});
