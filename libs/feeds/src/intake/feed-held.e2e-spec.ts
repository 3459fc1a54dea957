import { generatedSource } from '@app/bundles';
import { expect, it } from 'vitest';
import { servicesOn } from '@testing';
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
const PERTH =
  '<address><street>Hay Street</street><suburb>Perth</suburb><state>WA</state><postcode>6000</postcode></address>';

it('an entry without an address is no listing, and has no property, agents or history', async () => {
  const report = await take(entry(1, '<listingAgent><name>Jane Roe</name></listingAgent><price>5</price>'));
  expect(countsOf(report)).toEqual({ held: 1 });
  const problem = {
    line: 2,
    entry: 1,
    uniqueID: '1',
    element: 'residential',
    problem: 'has no address',
    outcome: 'held',
  };
  expect(report.problems).toMatchObject([{ ...problem, done: 'held back until one comes' }]);
  expect(await storedLine(store.dataSource, '1')).toBeUndefined();
  for (const table of ['listings', 'properties', 'agents']) expect(await rows(table)).toBe(0);
  expect(await events(store.dataSource)).toEqual([]);
  expect(await rows('held_listings')).toBe(1);
});

it('becomes one with all that was said before, as soon as the address comes', async () => {
  await take(entry(1, '<headline>First</headline><auction date="2024-05-01-10:00"/><price>5</price>'));
  await take(entry(2, '<headline>Second</headline><listingAgent><name>Jane Roe</name></listingAgent>'));
  expect(countsOf(await take(entry(3, PERTH)))).toEqual({ created: 1 });
  expect(await storedLine(store.dataSource, '1')).toMatchObject({
    headline: 'Second',
    price: { value: 5 },
    // In the time of the suburb that came last.
    auctionDetails: { date: '2024-05-01T02:00:00.000Z' },
    agents: [{ id: 1 }],
    address: { suburb: 'Perth' },
  });
  expect((await events(store.dataSource)).map(({ kind }) => kind)).toEqual(['created']);
  expect(await rows('held_listings')).toBe(0);
});

it('keeps coordinates that came before the address, and counts what is said again once', async () => {
  const where = '<geocode><latitude>-31.95</latitude><longitude>115.86</longitude></geocode>';
  for (const day of [1, 2, 3]) await take(entry(day, where, 'offmarket'));
  const held = await store.dataSource.query<{ entries: object[] }[]>('SELECT entries FROM held_listings');
  expect(held.map(({ entries }) => entries.length)).toEqual([1]);
  await take(entry(4, PERTH));
  expect(await storedLine(store.dataSource, '1')).toMatchObject({
    address: { suburb: 'Perth', country: 'Australia', latitude: '-31.95' },
    locationAccuracy: 'exact',
  });
});

it('does so within one file, whatever kinds come, and knows the agents that there are', async () => {
  await take(entry(1, `${ADDRESS}<listingAgent><name>Jane Roe</name></listingAgent>`).replace('>1<', '>2<'));
  const held = '<price>5</price><listingAgent><name>Jane Roe</name></listingAgent>';
  expect(countsOf(await take(entry(1, held), entry(2, ADDRESS, 'current', 'rental')))).toEqual({ held: 1, created: 1 });
  const line = await storedLine(store.dataSource, '1');
  expect(line).toMatchObject({ listingType: 'rental', agents: [{ id: 1 }] });
  expect(line?.price).not.toHaveProperty('value');
});

it('is not changed by an older entry, and gone when it is deleted', async () => {
  await take(entry(2, '<headline>Here</headline>'));
  expect(countsOf(await take(entry(1, ADDRESS)))).toEqual({ stale: 1 });
  expect(countsOf(await take(entry(3, '', 'deleted')))).toEqual({ deleted: 1 });
  expect(await rows('held_listings')).toBe(0);
  expect(countsOf(await take(entry(2, ADDRESS)))).toEqual({ stale: 1 });
  await take(entry(4, ADDRESS));
  expect(await storedLine(store.dataSource, '1')).toMatchObject({ headline: '' });
});

it('is forgotten when a bundle brings the listing, and goes with its account', async () => {
  await take(entry(1, ADDRESS));
  const line = await storedLine(store.dataSource, '1');
  await take(entry(2, '', 'deleted'), entry(3, ''));
  expect(await rows('held_listings')).toBe(1);
  await servicesOn(store.dataSource).importer.import([generatedSource('listings', [line!])]); // it was there
  expect(await rows('held_listings')).toBe(0);
  await take(entry(1, '').replace('>1<', '>3<'));
  await store.dataSource.query('DELETE FROM accounts WHERE id = 12');
  expect(await rows('held_listings')).toBe(0);
});

it('leaves a listing that is there as it is, when an entry has its address empty', async () => {
  await take(entry(1, ADDRESS));
  await take(entry(2, '<address><street/><suburb/></address>'));
  expect(await storedLine(store.dataSource, '1')).toMatchObject({ address: { suburb: 'Richmond' } });
});
