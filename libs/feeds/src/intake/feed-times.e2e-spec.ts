import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../test/support/feed-entries.js';
import { countsOf, feedOf, feedStore, importFeedText, storedLine } from '../../../../test/support/feed-texts.js';

const store = feedStore();

const PLACE = '<address><street>Main Road</street><suburb>Richmond</suburb><state>VIC</state></address>';
const entry = (modTime: string, headline = modTime, status = 'current') =>
  entryOf(`${PLACE}<headline>${headline}</headline>`, 'land', `modTime="${modTime}" status="${status}"`);
const take = (...entries: string[]) => importFeedText(store.dataSource, feedOf(...entries));
const headline = async () => (await storedLine(store.dataSource, '1'))?.headline;

describe('an entry that is older than what is held', () => {
  it('is stale: it changes nothing, is counted, and says so', async () => {
    await take(entry('2024-03-02'));
    const report = await take(entry('2024-03-01'));
    expect(countsOf(report)).toEqual({ stale: 1 });
    expect(report.problems).toMatchObject([
      {
        line: 2,
        column: 64,
        entry: 1,
        uniqueID: '1',
        element: 'land',
        problem: 'modTime 2024-02-29T13:00:00.000Z is not later than the listing, which is of 2024-03-01T13:00:00.000Z',
        done: 'changes nothing',
        outcome: 'stale',
      },
    ]);
    expect(await headline()).toBe('2024-03-02');
    const runs = await store.dataSource.query<object[]>(
      'SELECT stale, unchanged FROM feed_runs ORDER BY id DESC LIMIT 1',
    );
    expect(runs).toEqual([{ stale: 1, unchanged: 0 }]);
  });
});

describe.each(['', '1900-01-01', '2099-12-31', 'soon'])('the modTime %j', (absurd) => {
  it('does not keep true ones off that come later', async () => {
    const { problems } = await take(entry(absurd));
    expect(problems).toMatchObject([{ element: 'land', done: 'taken as new', line: 2 }]);
    expect(countsOf(await take(entry('2024-03-01', 'true')))).toEqual({ updated: 1 });
    expect(await headline()).toBe('true');
  });

  it('does not let older ones in either, of a listing that has a true one', async () => {
    await take(entry('2024-03-02'));
    expect(countsOf(await take(entry(absurd, 'absurd')))).toEqual({ updated: 1 });
    expect(countsOf(await take(entry('2024-03-01')))).toEqual({ stale: 1 });
    expect(await headline()).toBe('absurd');
  });

  it('of a deletion does not keep true ones off', async () => {
    await take(entry(absurd), entry(absurd, '', 'deleted'));
    expect(countsOf(await take(entry('2024-03-01', 'true')))).toEqual({ created: 1 });
  });
});
