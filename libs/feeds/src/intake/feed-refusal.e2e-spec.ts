import { afterEach, describe, expect, it } from 'vitest';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  countsOf,
  events,
  feedOf,
  feedStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const store = feedStore();

afterEach(() => store.dataSource.query('DROP FUNCTION refuse CASCADE'));

/** Has the store refuse rows, as it would by its own rules. */
async function refuse(table: string, condition: string, code: string): Promise<void> {
  await store.dataSource.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`);
  await store.dataSource.query(`
    CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse()`);
}

const entry = (id: number, inner = '', modTime = '2009-01-01') =>
  entryOf(ADDRESS + inner, 'residential', `modTime="${modTime}" status="current"`).replace(
    '<uniqueID>1<',
    `<uniqueID>${id}<`,
  );

const cannotBeStored = (uniqueID: string) => ({
  file: 'feed.xml',
  line: Number(uniqueID) * 2,
  column: 1,
  entry: Number(uniqueID),
  uniqueID,
  element: '',
  problem: 'cannot be stored',
  done: 'rejected',
  outcome: 'rejected',
});

describe('a listing that the store refuses', () => {
  it.each([
    ['listings', "NEW.unique_id = '2'", '22003'],
    ['listings', "NEW.unique_id = '2'", '23514'],
    ['listing_documents', 'NEW.document LIKE \'%"uniqueID":"2"%\'', '54000'],
  ])('is rejected alone: a new one, by %s where %s, with %s', async (table, condition, code) => {
    await refuse(table, condition, code);
    const report = await importFeedText(store.dataSource, feedOf(...[1, 2, 3].map((id) => entry(id))));
    expect(countsOf(report)).toEqual({ created: 2, rejected: 1 });
    expect(report).toMatchObject({ fatal: null, problems: [cannotBeStored('2')] });
    const held = await Promise.all(['1', '2', '3'].map((id) => storedLine(store.dataSource, id)));
    expect(held.map((line) => line?.uniqueID)).toEqual(['1', undefined, '3']);
    expect(await events(store.dataSource)).toHaveLength(2);
    const runs = await store.dataSource.query<object[]>(
      'SELECT created, rejected, ended_at IS NOT NULL AS ended FROM feed_runs',
    );
    expect(runs).toEqual([{ created: 2, rejected: 1, ended: true }]);
  });

  it('is rejected alone while more of its batch is on its way than the network holds at once', async () => {
    await refuse('listing_documents', 'NEW.document LIKE \'%"uniqueID":"2"%\'', '22001');
    const long = `<description>${'A home. '.repeat(12_000)}</description>`;
    const ids = Array.from({ length: 30 }, (_, at) => at + 1);
    const report = await importFeedText(store.dataSource, feedOf(...ids.map((id) => entry(id, long))));
    expect(countsOf(report)).toEqual({ created: 29, rejected: 1 });
    expect(report.problems).toEqual([cannotBeStored('2')]);
  });

  it('is rejected alone: a known one, which stays as it was', async () => {
    await importFeedText(store.dataSource, feedOf(entry(1), entry(2)));
    await refuse('listing_documents', 'NEW.document LIKE \'%"uniqueID":"2"%\'', '22003');
    const changed = [1, 2].map((id) => entry(id, '<headline>New</headline>', '2009-02-01'));
    expect(countsOf(await importFeedText(store.dataSource, feedOf(...changed)))).toEqual({ updated: 1, rejected: 1 });
    expect(await storedLine(store.dataSource, '1')).toMatchObject({ headline: 'New' });
    expect(await storedLine(store.dataSource, '2')).toMatchObject({ headline: '' });
  });

  it('is not what is at fault when the store is away: the run ends', async () => {
    await refuse('listings', "NEW.unique_id = '2'", '57P01');
    await expect(importFeedText(store.dataSource, feedOf(entry(1), entry(2), entry(3)))).rejects.toThrow('refused');
    expect(await storedLine(store.dataSource, '1')).toBeDefined();
    expect(await storedLine(store.dataSource, '3')).toBeUndefined();
  });
});
