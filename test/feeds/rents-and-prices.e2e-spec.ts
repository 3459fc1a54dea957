import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rebuildDocuments } from '@app/documents';
import { SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type Keys, listingLine, seed, servicesOn, specFolder, specService, suburbLine } from '@testing';
import { ADDRESS, countsOf, feedOf, importFeedText, storedLine } from '../support/feed-texts.js';
import { entryOf } from '../support/feed-entries.js';

const service = specService();
const folder = specFolder('rents');
let owner: Keys & { readonly websiteID: number };

/** An entry of a listing, whose street number is its own. */
const entry = (id: string, kind: string, inner: string, modTime = '2026-01-01') =>
  entryOf(inner, kind, `modTime="${modTime}" status="current"`).replace('>1<', `>${id}<`);
const first = (id: string, kind: string, inner: string) =>
  entry(id, kind, ADDRESS.replace('39', String(id.codePointAt(0))) + inner);

const take = (...entries: string[]) => importFeedText(service.store.dataSource, feedOf(...entries), owner.websiteID);

beforeAll(async () => {
  await seed(service, { suburbs: [suburbLine('Richmond VIC 3121')] });
  owner = await createAccount(service);
  const { fatal } = await take(
    first('a', 'rental', '<rent period="week">400</rent>'),
    first('b', 'rental', '<rent period="fortnight">840</rent>'),
    first('c', 'rental', '<rent period="month">$1,906.67</rent>'),
    first('d', 'holidayRental', '<rent period="night">410</rent>'),
    first('e', 'holidayRental', '<rent period="week">$430 per night</rent>'),
    first('f', 'holidayRental', '<rent period="week">4200</rent>'),
    first('g', 'rental', '<rent period="week">400 - 450 per night</rent>'),
    first('h', 'rental', '<rent period="day">420</rent>'),
    first('i', 'holidayRental', '<rent period="week">440</rent><priceView>From $440 a night</priceView>'),
    first('j', 'holidayRental', '<rent period="night">410</rent><rent period="week">445</rent>'),
    first('r', 'residential', '<price>Mid $1 Millions</price>'),
    first('s', 'residential', '<price>$1.45 Best offers by Mon 7th Dec at 9am</price>'),
    first('t', 'residential', '<price>$309 - $339,000</price>'),
    first('u', 'residential', '<price>1</price>'),
    first('v', 'residential', '<price>Was $600,000 now $580,000</price>'),
    first('w', 'residential', '<price>$590,000 - 620,000, inspect Sat 2pm</price>'),
  );
  expect(fatal).toBeNull();
  const address = { streetNumber: '900', street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' };
  const rent = { price: 430, period: 'Per Night', display: true };
  await seed(service, {
    listings: [listingLine(owner.websiteID, { uniqueID: 'k', listingType: 'rental', price: { rent }, address })],
  });
});

async function found(query: string): Promise<string> {
  const { body } = await service.get<{ data: { uniqueID: string }[] }>(`/api/v1/listings?${query}`, { as: owner });
  return body.data.map(({ uniqueID }) => uniqueID).join('');
}

interface Shown {
  readonly price: { readonly rent: object };
}
const shown = async (id: string, view: string) => {
  const path = `/api/v1/listings?uniqueID=${id}&view=${view}`;
  return (await service.get<{ data: Shown[] }>(path, { as: owner })).body.data[0]?.price;
};

describe('a rent for a night or a day', () => {
  it.each([
    ['minPrice=390&maxPrice=450&sort=id', 'abcj'],
    ['maxPrice=399', ''],
    ['minPrice=1&sort=price-asc', 'abcjf'],
    ['sort=price-desc&limit=5', 'fjcba'],
    ['holiday=true&sort=id', 'defij'],
  ])('is no weekly rent for %s', async (query, ids) => {
    expect(await found(`listingType=rental&${query}`)).toBe(ids);
  });

  it('is in no price bracket', async () => {
    const { body } = await service.get<{ facets: { price: { from: number; count: number }[] } }>(
      '/api/v1/listings/facets?facets=price&listingType=rental',
      { as: owner },
    );
    expect(body.facets.price.map(({ from, count }) => `${count} from ${from}`).toSorted()).toEqual([
      '1 from 4000',
      '4 from 400',
    ]);
  });

  it('is shown as it came', async () => {
    expect(await Promise.all([...'deghijk'].map(async (id) => shown(id, 'card')))).toEqual([
      '$410 nightly',
      '$430 per night',
      '400 - 450 per night',
      '$420 daily',
      'From $440 a night',
      '$445 weekly',
      '$430 Per Night',
    ]);
    expect(await shown('d', 'full')).toMatchObject({ rent: { price: 410, period: 'nightly' } });
    expect(await shown('k', 'full')).toMatchObject({ rent: { price: 430, period: 'Per Night' } });
  });

  it('is left out of an export, whose import keeps it', async () => {
    const held = await service.get<{ data: { modtime: string }[] }>('/api/v1/listings?uniqueID=k');
    const path = join(folder, 'out.xml');
    await servicesOn(service.store.dataSource).reaxml.export(owner.websiteID, path);
    const file = await readFile(path);
    expect(file.toString()).toMatch(/<uniqueID>d<\/uniqueID><address/);
    const report = await importFeedText(service.store.dataSource, file, owner.websiteID);
    // b is a rent by the week now, j lost its second rent, and the time of k, which is that of its import, has whole seconds.
    const isWhole = held.body.data[0]?.modtime.endsWith('.000Z') === true;
    expect(countsOf(report)).toEqual(isWhole ? { updated: 2, unchanged: 15 } : { updated: 3, unchanged: 14 });
    expect(await shown('d', 'full')).toMatchObject({ rent: { price: 410, period: 'nightly' } });
    expect(await shown('b', 'full')).toMatchObject({ rent: { price: 420, period: 'weekly' } });
  });

  it('loses the weekly rent of an earlier version when documents are rebuilt', async () => {
    const { dataSource } = service.store;
    await dataSource.query(`UPDATE listings SET price = rent WHERE unique_id IN ('d', 'e')`);
    await dataSource.query('UPDATE listing_documents SET representation = 0');
    await rebuildDocuments(SqlExecutor.of(dataSource));
    const compared = `SELECT unique_id FROM listings WHERE listing_type = 'rental' AND price IS NULL ORDER BY unique_id`;
    expect((await dataSource.query<object[]>(compared)).flatMap(Object.values).join('')).toBe('deghik');
  });

  it('becomes a weekly rent by an entry with that period, and remains one otherwise', async () => {
    const updates = [
      ['<rent>415</rent>', 'nightly', 'abcj'],
      ['<rent period="week">415</rent>', 'weekly', 'abcdj'],
      ['<rent>$425</rent>', 'weekly', 'abcdj'],
      ['<priceView>$425 per night</priceView>', 'weekly', 'abcj'],
      ['<priceView/>', 'weekly', 'abcdj'],
      ['<rent period="night">425</rent>', 'nightly', 'abcj'],
    ] as const;
    for (const [at, [inner, period, ids]] of updates.entries()) {
      await take(entry('d', 'holidayRental', inner, `2026-02-0${at + 1}`));
      const line = await storedLine(service.store.dataSource, 'd', undefined, owner.websiteID);
      expect(line?.price.rent?.period).toBe(period);
      expect(await found('listingType=rental&minPrice=390&maxPrice=450&sort=id')).toBe(ids);
    }
  });
});

describe('a price of a sale in words', () => {
  it('needs a unit or four digits; a number is kept as it came', async () => {
    expect(await found('listingType=residential&minPrice=1&sort=price-asc')).toBe('utvw');
    expect(await found('listingType=residential&minPrice=300000&maxPrice=310000')).toBe('t');
    expect(await shown('r', 'card')).toBe('Mid $1 Millions');
    expect(await shown('t', 'card')).toBe('$309 - $339,000');
    expect(await shown('u', 'full')).toMatchObject({ value: 1 });
  });
});
