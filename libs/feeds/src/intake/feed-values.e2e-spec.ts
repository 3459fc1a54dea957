import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  countsOf,
  feedOf,
  feedStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const store = feedStore();

let day = 0;
/** Imports one entry, later than those before. */
const take = (inner: string, kind = 'residential') => {
  const modTime = new Date(Date.UTC(2024, 0, (day += 1))).toISOString().slice(0, 10);
  return importFeedText(store.dataSource, feedOf(entryOf(inner, kind, `modTime="${modTime}" status="current"`)));
};
const line = () => storedLine(store.dataSource, '1');
const row = async () => {
  const [found] = await store.dataSource.query<object[]>('SELECT price, value, rent, auction_at FROM listings');
  return found;
};

describe('a price of a feed', () => {
  it('of 0 takes the price away', async () => {
    await take(`${ADDRESS}<price>500000</price>`);
    expect(await row()).toMatchObject({ price: 500_000, value: '500000' });
    expect(countsOf(await take('<price>0</price>'))).toEqual({ updated: 1 });
    expect(await row()).toMatchObject({ price: null, value: null });
    expect((await line())?.price).toEqual({ priceView: '', display: true });
    expect(countsOf(await take('<price>$0</price>'))).toEqual({ updated: 1 });
  });

  it('is shown again by the next entry that does not hide it', async () => {
    await take(`${ADDRESS}<price display="no">500000</price>`);
    await take('<headline>Still hidden</headline>');
    expect((await line())?.price.display).toBe(false);
    await take('<price>500000</price>');
    expect((await line())?.price.display).toBe(true);
  });

  it('takes its words with it: the next price has none of them, unless it says so', async () => {
    const words = async () => (await line())?.price.priceView;
    await take(`${ADDRESS}<price>From $900,000</price>`);
    await take('<headline>Still so</headline>');
    expect(await words()).toBe('From $900,000');
    await take('<price>950000</price>');
    expect(await words()).toBe('');
    await take('<price>From $900,000</price>');
    await take('<priceView>Offers invited</priceView>');
    await take('<price>960000</price>');
    expect(await words()).toBe('Offers invited');
  });
});

describe('numbers in words', () => {
  it('are stored, and a line says what was lost', async () => {
    const report = await take(
      `${ADDRESS}<price>$1.9 mln, was $2.1 mln</price><features><bedrooms>4+</bedrooms><bathrooms>Two</bathrooms></features>
      <carSpaces>2 car</carSpaces><landDetails><area unit="acre">approx. 2½</area></landDetails><bond>4 weeks</bond>`,
    );
    expect(await line()).toMatchObject({
      price: { value: 1_900_000, priceView: '$1.9 mln, was $2.1 mln' },
      features: { bedrooms: 4, bathrooms: 2, parkingSpaces: 2 },
      landDetails: { area: { value: 10_117.14 } },
    });
    expect(report.problems.map(({ element, problem, done }) => [element, problem, done])).toEqual([
      ['bedrooms', '"4+" is more than a number: read as 4', 'kept'],
      ['bond', '"4 weeks" is not a number', 'left out'],
    ]);
  });
});

describe('an address of a feed', () => {
  const street = (text: string, number = '39') =>
    ADDRESS.replace('Main Road', text).replace('<streetNumber>39', `<streetNumber>${number}`);

  it.each([
    [ADDRESS, 'Main Road'],
    [street('Main Road, Richmond'), 'Main Road'],
    [street('39 Main Road Richmond VIC 3121'), 'Main Road'],
    [street('39 Main Road', ''), '39 Main Road'],
    [street('Richmond'), 'Richmond'],
    [street('Main Road, Nowhere').replace('RICHMOND', 'Nowhere'), 'Main Road'],
    [street('Main Road, Kew'), 'Main Road, Kew'],
  ])('%s has the street %s', async (address, expected) => {
    await take(address);
    expect((await line())?.address.street).toBe(expected);
  });

  it('is the same property with the suburb in the street', async () => {
    await take(ADDRESS);
    expect(countsOf(await take(street('39 Main Road, Richmond')))).toEqual({ updated: 1 });
    expect((await line())?.address.fullAddress).toBe('39 Main Road, Richmond VIC 3121');
    expect((await line())?.propertyID).toBe(1);
  });
});

describe('a closing date of a feed', () => {
  it('has the kind of the authority, which came before', async () => {
    await take(`${ADDRESS}<commercialAuthority value="tender"/>`, 'commercial');
    await take('<auction date="2024-05-04T11:00:00"/>', 'commercial');
    expect((await line())?.details).toEqual({ closing: { kind: 'tender', date: '2024-05-04T01:00:00.000Z' } });
    expect((await line())?.auctionDetails).toEqual({});
  });
});
