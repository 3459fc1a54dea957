import { describe, expect, it } from 'vitest';
import type { Change, NarrowRow, RowMatch } from './change.js';
import { either, never, ofAccounts, ofIds, ofRows } from './dependencies.js';

const change = (fields: Partial<Change>): Change => ({
  position: 1,
  xid: 1,
  resource: 'listing',
  id: 7,
  websiteID: 1,
  formerWebsiteID: null,
  old: null,
  new: null,
  ...fields,
});

/** The state of a row is the result of its test. */
const isMatch = ({ state }: NarrowRow): RowMatch => state as RowMatch;
const row = (state: RowMatch): NarrowRow => ({ state });

describe('a value that depends on rows is invalidated by a change', () => {
  it.each<[string, NarrowRow | null, NarrowRow | null, boolean]>([
    ['of a row that matches no longer', row(true), row(false), true],
    ['of a row that matches now', row(false), row(true), true],
    ['of a row that has never matched', row(false), row(false), false],
    ['that makes a matching row', null, row(true), true],
    ['that makes another row', null, row(false), false],
    ['that removes a matching row', row(true), null, true],
    ['that removes another row', row(false), null, false],
    ['of a row that may have matched', row(undefined), row(false), true],
    ['of a row that may match now', row(false), row(undefined), true],
    ['whose rows are not recorded', null, null, true],
  ])('%s: %j to %j is %s', (_, old, now, expected) => {
    expect(ofRows(isMatch)(change({ old, new: now }))).toBe(expected);
    expect(either(never, ofRows(isMatch))(change({ old, new: now }))).toBe(expected);
    expect(ofRows(undefined)(change({ old, new: now }))).toBe(true);
  });

  it.each([
    ['its id', ofIds([7, 8]), change({}), true],
    ['another id', ofIds([8]), change({}), false],
    ['all ids (TRUNCATE)', ofIds([8]), change({ id: null }), true],
    ['its account', ofAccounts([1]), change({}), true],
    ['another account', ofAccounts([7]), change({}), false],
    ['all accounts', ofAccounts([7]), change({ websiteID: null }), true],
  ])('of %s', (_, invalidates, given, expected) => {
    expect(invalidates(given)).toBe(expected);
  });
});
