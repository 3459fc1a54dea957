import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  countsOf,
  feedOf,
  feedStore,
  importFeedText,
  storedLine,
} from '../../libs/feeds/src/intake/feed.support.js';
import { entryOf } from '../../libs/feeds/src/reaxml/reading.support.js';
import { servicesOn, specFolder } from '@testing';

const store = feedStore();
const folder = specFolder('meanings');
let day = 0;

/** Imports an entry of the listing 1, later than those before. Its export, imported again, changes nothing. */
async function take(inner: string, status = 'current', kind = 'residential') {
  const modTime = new Date(Date.UTC(2024, 0, (day += 1))).toISOString().slice(0, 10);
  const { problems } = await importFeedText(
    store.dataSource,
    feedOf(entryOf(inner, kind, `modTime="${modTime}" status="${status}"`)),
  );
  const path = join(folder, 'out.xml');
  await servicesOn(store.dataSource).reaxml.export(12, path);
  expect(countsOf(await importFeedText(store.dataSource, await readFile(path)))).toEqual({ unchanged: 1 });
  return problems.map(({ element, problem, done }) => `${element}: ${problem}: ${done}`);
}

const line = async () => {
  const found = await storedLine(store.dataSource, '1');
  if (!found) throw new Error('no listing');
  return found;
};

describe('a listing that its sender hides (B65)', () => {
  it.each([
    '<extraFields><hiddenListing>1</hiddenListing></extraFields>',
    '<extraFields><eField name="HIDDEN_LISTING">yes</eField></extraFields>',
    '<extraFields><extraField name="hiddenListing" value="true"/></extraFields>',
    '<hiddenListing value="1"/>',
    '<isHidden>Y</isHidden>',
  ])('%s is stored as off market, until an entry shows it', async (mark) => {
    await take(ADDRESS);
    const [note] = await take(mark);
    expect(note).toMatch(/: hides the listing: stored as offmarket$/);
    await take('<price>500000</price>');
    expect(await line()).toMatchObject({ status: 'offmarket', isOffMarket: true });
    await take('', 'sold');
    expect((await line()).status).toBe('offmarket');
    await take('<extraFields><hiddenListing>0</hiddenListing></extraFields>');
    expect(await line()).toMatchObject({ status: 'current', isOffMarket: false });
  });

  it.each([
    '<extraFields><OffMarketListing>1</OffMarketListing><hiddenListing>0</hiddenListing></extraFields>',
    '<extraFields><eField name="off-market">1</eField></extraFields>',
    '<off_market>1</off_market>',
    '<isOffMarket value="true"/>',
  ])('%s is current and off the market', async (mark) => {
    await take(ADDRESS + mark);
    expect(await line()).toMatchObject({ status: 'current', isOffMarket: true });
    await take('<off_market>0</off_market>');
    expect(await line()).toMatchObject({ status: 'current', isOffMarket: false });
  });

  it('is hidden by its status as well', async () => {
    await take(ADDRESS, 'Hidden');
    expect((await line()).status).toBe('offmarket');
  });
});
