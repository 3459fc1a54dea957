import { generatedSource } from '@app/bundles';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { servicesOn, walk } from '@testing';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  countsOf,
  events,
  feedOf,
  feedStore,
  freshStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const RUNS = walk(5);

const store = feedStore();

/** An entry of a day of 2009; of none, one without a readable modTime. */
function entry(day: number | undefined, status = 'current', id = '1'): string {
  const modTime = day ? new Date(Date.UTC(2009, 0, day)).toISOString().slice(0, 10) : '';
  const inner = `${ADDRESS}<listingAgent><name>Agent ${day}</name></listingAgent><headline>Of ${day}</headline>`;
  return entryOf(inner, 'residential', `modTime="${modTime}" status="${status}"`).replace(
    '<uniqueID>1<',
    `<uniqueID>${id}<`,
  );
}

const gone = (day?: number, id?: string) => entry(day, 'deleted', id);
const take = async (...entries: string[]) => countsOf(await importFeedText(store.dataSource, feedOf(...entries)));
const headline = async (id = '1') => (await storedLine(store.dataSource, id))?.headline;
const kinds = async () => (await events(store.dataSource)).map(({ kind }) => kind);
const remembered = () =>
  store.dataSource.query<object[]>('SELECT website_id, unique_id, modtime FROM deleted_listings');

describe('a deletion', () => {
  it('is not undone by an older entry, in whichever file, which makes no agents either', async () => {
    await take(entry(1));
    expect(await take(gone(5))).toEqual({ deleted: 1 });
    expect(await take(entry(3))).toEqual({ stale: 1 });
    expect(await take(entry(4), entry(2))).toEqual({ stale: 2 });
    expect(await headline()).toBeUndefined();
    expect(await store.dataSource.query<object[]>('SELECT FROM properties')).toEqual([]);
    expect(await kinds()).toEqual(['created', 'deleted']);
    expect(await store.dataSource.query('SELECT name FROM agents')).toEqual([{ name: 'Agent 1' }]);
  });

  it.each([
    ['of a later time', [entry(1), gone(2)]],
    ['of the same time', [entry(2), gone(2)]],
    ['without a time', [entry(1), gone()]],
  ])('%s, in the file that brings its listing, happens once however often the file comes', async (_, file) => {
    expect(await take(...file)).toEqual({ created: 1, deleted: 1 });
    expect(await take(...file)).toEqual({ unchanged: 1, stale: 1 });
    // Nobody has seen the listing: it came and went within one transaction.
    expect(await kinds()).toEqual([]);
  });

  it('is over when the agency brings the listing again, later or without saying when', async () => {
    await take(entry(1), gone(2));
    expect(await take(entry(3))).toEqual({ created: 1 });
    expect(await remembered()).toEqual([]);
    expect(await take(entry(2), gone(2))).toEqual({ stale: 2 });
    expect(await take(gone(4), entry(5))).toEqual({ deleted: 1, created: 1 });
    await take(gone(6));
    expect(await take(entry(undefined))).toEqual({ created: 1 });
    expect(await remembered()).toEqual([]);
  });

  it('is remembered of a listing that never came, once and as of its latest', async () => {
    for (const day of [5, 6, 6]) expect(await take(gone(day))).toEqual({ unchanged: 1 });
    expect(await take(gone(3))).toEqual({ stale: 1 });
    expect(await take(gone())).toEqual({ unchanged: 1 });
    expect(await remembered()).toEqual([
      { website_id: 12, unique_id: '1', modtime: new Date('2009-01-05T13:00:00.000Z') },
    ]);
    expect(await take(entry(6))).toEqual({ stale: 1 });
    expect(await take(entry(7))).toEqual({ created: 1 });
    expect(await kinds()).toEqual(['created']);
  });

  it('is that of one listing: not of another, of another office or of another account', async () => {
    await take(gone(5));
    expect(await take(entry(1, 'current', '2'))).toEqual({ created: 1 });
    expect(await take(entry(1).replace('XNWXNW', 'OTHER'))).toEqual({ created: 1 });
    expect(countsOf(await importFeedText(store.dataSource, feedOf(entry(1)), 13))).toEqual({ created: 1 });
    expect(await remembered()).toHaveLength(1);
  });

  it('holds in a batch in which the store refuses another listing', async () => {
    await store.dataSource.query(`ALTER TABLE listings ADD CONSTRAINT refused CHECK (unique_id <> '2')`);
    try {
      const file = [entry(1), gone(2), entry(1, 'current', '2'), entry(1)];
      expect(await take(...file)).toEqual({ created: 1, deleted: 1, rejected: 1, stale: 1 });
      expect(await take(...file)).toEqual({ unchanged: 1, stale: 2, rejected: 1 });
    } finally {
      await store.dataSource.query('ALTER TABLE listings DROP CONSTRAINT refused');
    }
  });

  it('is undone by a bundle, and forgotten', async () => {
    await take(entry(1));
    const line = await storedLine(store.dataSource, '1');
    await take(gone(5));
    await servicesOn(store.dataSource).importer.import([generatedSource('listings', [line!])]); // it was there
    expect(await headline()).toBe('Of 1');
    expect(await remembered()).toEqual([]);
    expect(await take(entry(3))).toEqual({ updated: 1 });
  });

  it('goes with its account', async () => {
    await take(gone(5));
    await store.dataSource.query('DELETE FROM accounts WHERE id = 12');
    expect(await remembered()).toEqual([]);
  });
});

/** Entries of two listings, each of another day, cut into files in any order. */
const deliveries = fc
  .array(fc.record({ status: fc.constantFrom('current', 'sold', 'deleted'), id: fc.constantFrom('1', '2') }), {
    minLength: 1,
    maxLength: 10,
  })
  .chain((said) => {
    const entries = said.map((one, at) => ({ ...one, day: at + 1 }));
    return fc.record({
      order: fc.shuffledSubarray(entries, { minLength: entries.length }),
      size: fc.integer({ min: 1, max: 4 }),
    });
  });

it('the latest entry decides, whatever the order and files are; duplicates change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ order, size }) => {
      await freshStore(store.dataSource);
      const files: (typeof order)[] = [];
      for (let at = 0; at < order.length; at += size) files.push(order.slice(at, at + size));
      const deliver = async () => {
        for (const file of files) await take(...file.map(({ day, status, id }) => entry(day, status, id)));
      };
      await deliver();
      for (const id of ['1', '2']) {
        const latest = order.filter((one) => one.id === id).toSorted((a, b) => b.day - a.day)[0];
        const isThere = latest && latest.status !== 'deleted';
        expect(await headline(id)).toBe(isThere ? `Of ${latest.day}` : undefined);
      }
      const history = await events(store.dataSource);
      await deliver();
      expect(await events(store.dataSource)).toEqual(history);
    }),
    { numRuns: RUNS },
  );
});
