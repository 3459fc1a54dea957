import { expect, it } from 'vitest';
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

const entry = (day: number, inner: string, status = 'current', kind = 'residential') =>
  entryOf(inner, kind, `modTime="2024-03-0${day}" status="${status}"`);
const take = (...entries: string[]) => importFeedText(store.dataSource, feedOf(...entries));
const rows = async (table: string) => (await store.dataSource.query<object[]>(`SELECT FROM ${table}`)).length;

it('a first entry without an address is rejected, and leaves no property, agents or history', async () => {
  const report = await take(entry(1, '<listingAgent><name>Jane Roe</name></listingAgent><price>5</price>'));
  expect(countsOf(report)).toEqual({ rejected: 1 });
  expect(report.problems).toMatchObject([
    {
      line: 2,
      entry: 1,
      uniqueID: '1',
      element: 'residential',
      problem: 'has no address, and the listing does not exist yet',
      done: 'rejected',
      outcome: 'rejected',
    },
  ]);
  for (const table of ['listings', 'properties', 'agents']) expect(await rows(table)).toBe(0);
  expect(await events(store.dataSource)).toEqual([]);
});

it('the next entry with an address creates the listing, also an older one in the same file', async () => {
  const report = await take(
    entry(2, '<headline>First</headline><listingAgent><name>Jane Roe</name></listingAgent>'),
    entry(1, `${ADDRESS}<headline>Second</headline>`, 'current', 'rental'),
    entry(3, '<price>5</price>', 'current', 'rental'),
  );
  expect(countsOf(report)).toEqual({ rejected: 1, created: 1, updated: 1 });
  expect(await storedLine(store.dataSource, '1')).toMatchObject({ headline: 'Second', agents: [] });
});

it('a full feed brings a listing whose first entry was rejected', async () => {
  await take(entry(1, '<price>5</price>'));
  const full = feedOf(entry(1, `${ADDRESS}<price>5</price>`));
  expect(countsOf(await importFeedText(store.dataSource, full, 12, { mode: 'full' }))).toEqual({ created: 1 });
  expect(await storedLine(store.dataSource, '1')).toMatchObject({ price: { value: 5 } });
});

it('an entry without an address after a deletion is rejected, and the deletion stays', async () => {
  await take(entry(3, '', 'deleted'));
  expect(countsOf(await take(entry(4, '<price>5</price>')))).toEqual({ rejected: 1 });
  expect(countsOf(await take(entry(2, ADDRESS)))).toEqual({ stale: 1 });
  expect(countsOf(await take(entry(5, ADDRESS)))).toEqual({ created: 1 });
});

it('an entry whose address is empty keeps the address of the listing', async () => {
  await take(entry(1, ADDRESS));
  await take(entry(2, '<address><street/><suburb/></address>'));
  expect(await storedLine(store.dataSource, '1')).toMatchObject({ address: { suburb: 'Richmond' } });
});
