import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  type Keys,
  listingLine,
  type ListingLine,
  operator,
  seed,
  specService,
  storeCredential,
} from '@testing';

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly status: string;
  readonly price: Readonly<Record<string, unknown>>;
  readonly listingID?: number;
}

const service = specService();
let agency: AccountAnswer;
let other: AccountAnswer;
/** The key of the agency's website, and of another website. */
let site: Keys;
let otherSite: Keys;

beforeAll(async () => {
  [agency, other] = [await createAccount(service), await createAccount(service)];
  site = await storeCredential(service, agency, 'public');
  otherSite = await storeCredential(service, other, 'public');
});

/** Imports the states of a listing in order. */
async function pass(uniqueID: string, ...states: readonly Partial<ListingLine>[]): Promise<void> {
  for (const state of states) {
    const line = listingLine(agency.websiteID, { uniqueID, firstdate: '2026-01-02T00:00:00.000Z', ...state });
    await seed(service, { listings: [line] });
  }
}

const historyOf = async (path: string, as: Keys = operator): Promise<Entry[]> => {
  const { status, body } = await service.get<{ data: Entry[] }>(`/api/v1/${path}/history`, { as });
  expect({ path, status }).toEqual({ path, status: 200 });
  return body.data;
};

/** A history in short: kind, status and amounts. */
const shortOf = async (uniqueID: string, as?: Keys): Promise<unknown[][]> => {
  const entries = await historyOf(`listings/${uniqueID}`, as);
  const times = entries.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  return entries.map(({ kind, status, price: { value, soldPrice } }) => [kind, status, value, soldPrice]);
};

const at = (value: number, more: object = {}) => ({ price: { value, ...more } });
const hidden = { display: false };

describe('GET /listings/{id}/history', () => {
  it('returns the changes of status and price, oldest first, and no other changes', async () => {
    const sale = { status: 'sold', soldDetails: { price: 910_000, date: '2026-03-01T00:00:00.000Z' } };
    await pass('changes', at(900_000), { ...at(900_000), headline: 'New' }, at(950_000), {
      ...at(940_000),
      status: 'withdrawn',
    });
    await pass('changes', { ...at(940_000), ...sale }, { ...at(940_000), ...sale, headline: 'Sold' });
    const expected = [
      ['created', 'current', 900_000, undefined],
      ['price', 'current', 950_000, undefined],
      ['status', 'withdrawn', 940_000, undefined],
      ['status', 'sold', 940_000, 910_000],
    ];
    expect(await shortOf('changes')).toEqual(expected);
    const [created, changed] = await historyOf('listings/changes');
    expect(created).toEqual({
      at: '2026-01-02T00:00:00.000Z',
      kind: 'created',
      status: 'current',
      price: { priceView: '', display: true, value: 900_000 },
    });
    const { body } = await service.get<{ id: number; _id: string; propertyID: number }>('/api/v1/listings/changes');
    expect(Date.parse(changed?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    for (const id of [body.id, body._id]) expect(await historyOf(`listings/${id}`)).toHaveLength(4);
    const own = (await historyOf('listings/changes')).map((entry) => ({ ...entry, listingID: body.id }));
    expect(await historyOf(`properties/${body.propertyID}`)).toEqual(own);
    // Visitors do not see that it was withdrawn, nor any change of it on the website of another agency.
    expect(await shortOf('changes', site)).toEqual([expected[0], expected[1], expected[3]]);
    expect((await service.get('/api/v1/listings/changes/history', { as: otherSite })).status).toBe(404);
    expect((await service.get(`/api/v1/properties/${body.propertyID}/history`, { as: otherSite })).status).toBe(404);
  });

  it('omits a price for callers from whom it was or is hidden', async () => {
    await pass('hides', at(1), at(2, hidden), at(3, hidden), at(3), at(4, hidden), at(3));
    const amounts = async (as?: Keys) => (await shortOf('hides', as)).map(([kind, , value]) => [kind, value]);
    expect(await amounts()).toEqual([
      ['created', 1],
      ['price', 2],
      ['price', 3],
      ['price', 4],
      ['price', 3],
    ]);
    expect(await amounts(otherSite)).toEqual([
      ['created', 1],
      ['price', 3],
    ]);
    await pass('hides', at(3, hidden));
    expect(await amounts(otherSite)).toEqual([['created', undefined]]);
    expect(JSON.stringify(await historyOf('listings/hides', otherSite))).not.toMatch(/"(value|priceView":"[^"])/);
    await pass('hides', { ...at(5, hidden), status: 'leased' });
    expect(await shortOf('hides', site)).toEqual([
      ['created', 'current', undefined, undefined],
      ['status', 'leased', undefined, undefined],
    ]);
  });

  it('shows a sold price only if the listing shows it now', async () => {
    const sold = (price: number, display: string) => ({ status: 'sold', soldDetails: { price, display } });
    await pass(
      'sale',
      at(7),
      { ...at(7), ...sold(8, 'no') },
      { ...at(7), ...sold(9, 'yes') },
      { ...at(7), ...sold(10, 'yes') },
    );
    const shown = [
      ['created', 'current', 7, undefined],
      ['status', 'sold', 7, undefined],
      ['price', 'sold', 7, 9],
      ['price', 'sold', 7, 10],
    ];
    for (const as of [operator, site]) expect(await shortOf('sale', as)).toEqual(shown);
    await pass('sale', { ...at(7), ...sold(10, 'no') });
    for (const as of [operator, site]) expect(await shortOf('sale', as)).toEqual(shown.slice(0, 2));
    await pass('sale', at(7));
    expect(await shortOf('sale')).toEqual([...shown.slice(0, 2), ['status', 'current', 7, undefined]]);
    // Only the website of its agency showed it as sold.
    expect(await shortOf('sale', site)).toHaveLength(3);
    expect(await shortOf('sale', otherSite)).toEqual([['created', 'current', 7, undefined]]);
  });

  it('has rents and display texts, but not the date when a rental becomes available', async () => {
    const rent = (price: number, available: string, more: object = {}) => ({
      listingType: 'rental',
      price: { priceView: `$${price} a week`, rent: { price, period: 'weekly', available, ...more } },
    });
    const [may, june] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];
    await pass('rent', rent(500, may), rent(500, june), rent(520, june), rent(530, june, hidden), rent(540, june));
    const rents = async (as: Keys) => (await historyOf('listings/rent', as)).map(({ price }) => price['rent']);
    const of = (price: number, display = true) => ({ price, period: 'weekly', display });
    expect(await rents(operator)).toEqual([of(500), of(520), of(530, false), of(540)]);
    expect(await rents(site)).toEqual([of(500), of(520), of(540)]);
    const lease = (value: number) => ({
      listingType: 'commercial',
      commercialListingType: 'lease',
      commercialRent: { value, period: 'annual', tax: 'exclusive' },
    });
    await pass('lease', lease(80_000), lease(85_000));
    expect((await historyOf('listings/lease', site)).map(({ price }) => price['commercialRent'])).toEqual([
      lease(80_000).commercialRent,
      lease(85_000).commercialRent,
    ]);
  });

  it('is kept when the listing moves or the log is pruned, and deleted with the listing', async () => {
    await pass('moves', at(1), at(2));
    const { body } = await service.get<{ id: number }>('/api/v1/listings/moves');
    const { dataSource } = service.store;
    await dataSource.query('UPDATE listings SET website_id = $1 WHERE id = $2', [other.websiteID, body.id]);
    expect((await service.get<{ website: object }>('/api/v1/listings/moves')).body.website).toMatchObject({
      websiteID: other.websiteID,
    });
    await dataSource.query('DELETE FROM changes');
    expect(await shortOf('moves')).toHaveLength(2);
    await dataSource.query('DELETE FROM listings WHERE id = $1', [body.id]);
    const rows: unknown = await dataSource.query('SELECT FROM listing_history WHERE listing_id = $1', [body.id]);
    expect(rows).toEqual([]);
  });

  it('is cached until it changes, and only a visible change has another tag', async () => {
    await pass('tags', at(1, hidden));
    const { body } = await service.get<{ id: number }>('/api/v1/listings/tags');
    const tagOf = async (as: Keys) =>
      (await service.get(`/api/v1/listings/${body.id}/history`, { as })).headers.get('etag') ?? '';
    const before = [await tagOf(operator), await tagOf(site)];
    const headers = { 'if-none-match': before[0] ?? '' };
    expect((await service.get(`/api/v1/listings/${body.id}/history`, { headers })).status).toBe(304);
    await pass('tags', at(2, hidden));
    expect(await tagOf(operator)).not.toBe(before[0]);
    expect(await tagOf(site)).toBe(before[1]);
  });
});
