import { beforeEach, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { entryOf } from '../../../../test/support/feed-entries.js';
import { ADDRESS, feedOf, freshStore, importFeedText } from '../../../../test/support/feed-texts.js';
import { LaterEntries } from '../../../../test/feeds/later-entries.js';

const store = specStore();
let entries: LaterEntries;

beforeEach(async () => {
  await freshStore(store.dataSource);
  entries = new LaterEntries(store.dataSource);
});

const take = (...given: Parameters<LaterEntries['take']>) => entries.take(...given);
const line = () => entries.line();

describe('a sale', () => {
  const sold = (inner: string) => take(`<soldDetails>${inner}</soldDetails>`, 'sold');

  beforeEach(async () => {
    await take(ADDRESS);
    await sold('<price display="yes">500000</price><date>2024-01-10</date>');
  });

  it('ends when the listing is current again', async () => {
    expect((await line()).soldDetails).toMatchObject({ price: 500_000 });
    await take('');
    expect((await line()).soldDetails).toBeUndefined();
    await take('', 'sold');
    expect((await line()).soldDetails).toBeUndefined();
  });

  it('ends as well after it was withdrawn', async () => {
    await take('', 'withdrawn');
    expect((await line()).soldDetails).toMatchObject({ price: 500_000 });
    await take('');
    expect((await line()).soldDetails).toBeUndefined();
  });

  it('is replaced whole by another one', async () => {
    await sold('<date>2024-01-12</date>');
    expect((await line()).soldDetails).toEqual({ date: '2024-01-11T13:00:00.000Z' });
    await sold('<price display="no">600000</price>');
    expect((await line()).soldDetails).toEqual({ price: 600_000, display: 'no' });
    await take('<headline>Sold!</headline>', 'sold');
    expect((await line()).soldDetails).toEqual({ price: 600_000, display: 'no' });
  });
});

describe('what belongs to a sale or a lease', () => {
  it('ends with it, unless the entry says otherwise', async () => {
    await take(`${ADDRESS}<underOffer value="yes"/>`);
    await take('', 'sold');
    await take('');
    expect(await line()).toMatchObject({ status: 'current', underOffer: false });
    await take('', 'sold');
    await take('<underOffer value="yes"/>');
    expect(await line()).toMatchObject({ status: 'current', underOffer: true });
    await take('', 'withdrawn');
    await take('');
    expect(await line()).toMatchObject({ status: 'current', underOffer: false });
  });

  it('is the deposit of a lease', async () => {
    await take(`${ADDRESS}<depositTaken value="yes"/>`, 'current', 'rental');
    await take('', 'leased', 'rental');
    expect((await line()).details).toEqual({ depositTaken: true });
    await take('', 'current', 'rental');
    expect((await line()).details).toBeUndefined();
  });
});

describe('the first date', () => {
  const times = async () => (await line()).firstdate;
  const withTime = (time: string, status: string) =>
    importFeedText(store.dataSource, feedOf(entryOf(ADDRESS, 'residential', `modTime="${time}" status="${status}"`)));
  const recently = () => new Date(Date.now() - 60_000).toISOString();

  it.each(['offmarket', 'withdrawn'])('of what came as %s is its launch', async (status) => {
    await withTime('2024-01-01', status);
    expect(((await times()) ?? '') > recently()).toBe(true);
    await withTime('2024-01-02', 'withdrawn');
    await withTime('2024-02-01-10:00:00', 'current');
    expect(await times()).toBe('2024-01-31T23:00:00.000Z');
    await withTime('2024-03-01', 'offmarket');
    await withTime('2024-04-01', 'current');
    expect(await times()).toBe('2024-01-31T23:00:00.000Z');
  });

  it.each(['withdrawn', 'sold', 'leased'])('is that of the next campaign of what was %s for long', async (status) => {
    await withTime('2024-01-01', 'current');
    const first = await times();
    await withTime('2024-02-01', status);
    await withTime('2024-03-01', 'current');
    expect(await times()).toBe(first);
    await withTime('2024-04-01', status);
    await withTime('2024-05-02', 'current');
    expect(await times()).toBe('2024-05-01T14:00:00.000Z');
    await withTime('2024-07-01', 'current');
    expect(await times()).toBe('2024-05-01T14:00:00.000Z');
  });

  it.each([
    ['1989-12-31', 'too long ago'],
    [new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 19), 'in the future'],
    ['', 'not given'],
  ])('is the time of the import where the time %s is %s', async (time) => {
    await withTime('1980-01-01', 'offmarket');
    const [before] = await store.dataSource.query<[{ now: Date }]>('SELECT now() AS now');
    await withTime(time, 'current');
    expect(Date.parse((await times()) ?? '')).toBeGreaterThan(before.now.getTime() - 1000);
    expect(Date.parse((await times()) ?? '')).toBeLessThan(Date.now() + 1000);
  });

  it('does not move for what was current before', async () => {
    await withTime('2024-01-01', 'current');
    const first = await times();
    await withTime('2024-01-02', 'offmarket');
    await withTime('2024-01-03', 'current');
    expect(await times()).toBe(first);
  });
});

describe('the status', () => {
  it('under offer is current', async () => {
    await take(ADDRESS, 'under offer');
    expect(await line()).toMatchObject({ status: 'current', underOffer: true });
    await take('<headline>Again</headline>');
    expect(await line()).toMatchObject({ status: 'current', underOffer: false });
  });

  it('leaves an offer that an element told', async () => {
    await take(`${ADDRESS}<underOffer value="yes"/>`);
    await take('<headline>Again</headline>');
    expect(await line()).toMatchObject({ underOffer: true });
  });
});
