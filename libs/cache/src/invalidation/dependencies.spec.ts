import { describe, expect, it } from 'vitest';
import { movesCount, type Change, type NarrowRow, type RowMatch } from './change.js';
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
  it.each<[string, NarrowRow | null, NarrowRow | null, boolean, number | undefined]>([
    ['of a row that matches no longer', row(true), row(false), true, -1],
    ['of a row that matches now', row(false), row(true), true, 1],
    ['of a row that has never matched', row(false), row(false), false, 0],
    ['that makes a matching row', null, row(true), true, 1],
    ['that makes another row', null, row(false), false, 0],
    ['that removes a matching row', row(true), null, true, -1],
    ['that removes another row', row(false), null, false, 0],
    ['of a row that may have matched', row(undefined), row(false), true, undefined],
    ['of a row that may match now', row(false), row(undefined), true, undefined],
    ['whose rows are not recorded', null, null, true, undefined],
  ])('%s: %j to %j is %s, and moves a total by %s', (_, old, now, expected, moves) => {
    expect(ofRows(isMatch)(change({ old, new: now }))).toBe(expected);
    expect(either(never, ofRows(isMatch))(change({ old, new: now }))).toBe(expected);
    expect(ofRows(undefined)(change({ old, new: now }))).toBe(true);
    expect(movesCount(change({ old, new: now }), isMatch)).toBe(moves);
  });

  it('of a row that may match, without moving a total', () => {
    const mayMatch = Object.assign(() => undefined, { columns: ['state'] });
    const [old, other] = [row(true), row(false)];
    expect(movesCount(change({ old, new: { ...old, price: 1 } }), mayMatch)).toBe(0);
    expect(movesCount(change({ old, new: other }), mayMatch)).toBeUndefined();
    expect(movesCount(change({ old, new: {} }), mayMatch)).toBeUndefined();
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
