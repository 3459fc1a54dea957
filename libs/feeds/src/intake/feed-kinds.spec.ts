import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { entryOf } from '../reaxml/reading.support.js';
import { feedOf, freshStore, storedLine, importFeedText } from './feed.support.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
});

afterAll(() => store.drop());

beforeEach(() => freshStore(store.dataSource));

const PLACE = '<address><street>Main Road</street><suburb>Richmond</suburb><state>VIC</state></address>';
const take = (kind: string, day: number, inner: string) =>
  importFeedText(store.dataSource, feedOf(entryOf(inner, kind, `modTime="2024-03-0${day}" status="current"`)));
const line = () => storedLine(store.dataSource, '1');

it('a sale that becomes a rental leaves its price, its sale and its auction behind, and says so', async () => {
  await take(
    'residential',
    1,
    `${PLACE}<price display="no">900000</price><priceView>Offers over $900,000</priceView><authority value="auction"/>
    <category name="House"/><auction date="2024-04-01-10:00"/><underOffer value="yes"/><headline>Home</headline>
    <soldDetails><price>1</price></soldDetails><landDetails><area unit="squareMeter">500</area></landDetails>`,
  );
  const { problems } = await take('rental', 2, '<rent period="weekly">700</rent>');
  const after = await line();
  expect(after).toMatchObject({
    listingType: 'rental',
    headline: 'Home',
    category: 'House',
    authority: '',
    underOffer: false,
    auctionDetails: {},
    landDetails: { area: { value: 500 } },
    price: { priceView: '', display: true, rent: { price: 700 } },
  });
  expect(after?.price).not.toHaveProperty('value');
  expect(after).not.toHaveProperty('soldDetails');
  expect(problems).toMatchObject([
    {
      line: 2,
      entry: 1,
      uniqueID: '1',
      element: 'rental',
      problem: 'was residential before',
      done: 'without price.value, soldDetails, underOffer, auctionDetails.date, authority, price.priceView',
      outcome: 'updated',
    },
  ]);
});

it('a rental that is sold leaves its rent behind, and keeps what the entry says', async () => {
  await take('rental', 1, `${PLACE}<rent period="weekly">700</rent><dateAvailable>2024-05-01</dateAvailable>`);
  await take('residential', 2, '<price>800000</price><priceView>Sale</priceView>');
  const after = await line();
  expect(after?.price).toEqual({ value: 800_000, display: true, priceView: 'Sale' });
});

it('a commercial property that becomes land leaves its categories and terms behind', async () => {
  await take(
    'commercial',
    1,
    `${PLACE}<commercialCategory id="1" name="Offices"/><commercialRent>1000</commercialRent><tenancy value="vacant"/>
    <commercialListingType value="both"/><outgoings>500</outgoings><price>700000</price>`,
  );
  await take('land', 2, '<landCategory name="Residential"/>');
  const after = await line();
  expect(after).toMatchObject({
    commercialCategory: [],
    tenancy: '',
    commercialListingType: '',
    outgoings: '',
    landCategory: 'Residential',
    price: { value: 700_000 },
  });
  expect(after).not.toHaveProperty('commercialRent');
});
