import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  type Keys,
  listingLine,
  seed,
  specService,
  storeCredential,
} from '@testing';
import { feedOf, importFeedText } from '../support/feed-texts.js';
import { BURNLEY, countedListings, HUME, type Item, type Line, NONE, soldLine, SUBURBS } from './counted-listings.js';

const service = specService();
const { load, countsOf, listed } = countedListings(service);
/** The agency of a test, another one, and a pair of the scope `public` of the other one. */
let agency: AccountAnswer;
let other: AccountAnswer;
let visitor: Keys;

beforeAll(() => seed(service, { suburbs: SUBURBS }));

beforeEach(async () => {
  agency = await createAccount(service, { isDisplayToFrontEnd: true });
  other = await createAccount(service);
  visitor = await storeCredential(service, other, 'public');
});

const line = (fields: Partial<Line> = {}): Line => listingLine(agency.websiteID, fields);
const sold = (price: number, fields: Partial<Line> = {}): Line => soldLine(agency, price, fields);

describe('what a caller may not see', () => {
  it('a hidden suburb is in no place', async () => {
    await load(line({ address: BURNLEY, details: { suburbDisplay: false } }), line({ address: BURNLEY }));
    expect((await listed(agency, 'listsIn=Burnley'))?.sale).toBe(2);
    expect((await listed(agency, 'listsIn=Burnley', agency))?.sale).toBe(2);
    for (const as of [other, visitor]) {
      expect((await listed(agency, 'listsIn=Burnley', as))?.sale).toBe(1);
      expect((await listed(agency, 'sort=listings-desc', as))?.sale).toBe(2);
    }
  });

  it('a hidden price is in no median, and a hidden home in no number', async () => {
    const hides = { price: { display: false } };
    await load(sold(800_000), sold(900_000), sold(1_000_000, hides));
    const [home, leased] = ['offmarket', 'leased'].map((status) => line({ status, uniqueID: 'hidden' }));
    for (const state of [leased, home]) await load({ ...(state as Line), ...hides });
    expect((await countsOf(agency)).medianSoldPrice).toBe(900_000);
    expect((await countsOf(agency, agency)).medianSoldPrice).toBe(900_000);
    expect(await countsOf(agency, other)).toEqual({ ...NONE, sold12Months: 3 });
    expect(await countsOf(agency, visitor)).toEqual(NONE);
  });

  it('the public counts sales and leases of its own website only, and nothing of disabled accounts', async () => {
    const own = await storeCredential(service, agency, 'public');
    await load(line(), sold(800_000), line({ status: 'leased' }), line({ status: 'withdrawn' }));
    expect(await countsOf(agency, own)).toEqual({ ...NONE, sale: 1, sold12Months: 1, leased12Months: 1 });
    expect(await countsOf(agency, visitor)).toEqual({ ...NONE, sale: 1 });
    expect(await listed(agency, 'listsIn=Richmond', visitor)).toEqual({ ...NONE, sale: 1 });
    const agent = await createAgent(service, other.websiteID);
    await service.put(`/api/v1/websites/${other.websiteID}`, { isDisplayToFrontEnd: true });
    await load(line({ agents: [{ id: agent.id }] }));
    const read = async () =>
      (await service.get<Item>(`/api/v1/agents/${agent.id}`, { as: visitor })).body.listingCounts;
    expect(await read()).toEqual({ ...NONE, sale: 1 });
    await service.put(`/api/v1/websites/${agency.websiteID}`, { status: false });
    expect(await read()).toEqual(NONE);
  });

  it('changes no answer: a hidden price, suburb or address that moves', async () => {
    const agent = await createAgent(service, agency.websiteID);
    const hidden = { details: { suburbDisplay: false }, price: { display: false }, agents: [{ id: agent.id }] };
    const [closed, offered] = [sold(900_000, { ...hidden, address: BURNLEY }), line({ ...hidden, address: BURNLEY })];
    await load(closed, offered, sold(800_000), sold(850_000));
    const questions = ['listsIn=Burnley', 'listsIn=Hume', 'listsIn=Hume,3121', 'listsIn=Yarra']
      .flatMap((query) => [`${query}&sort=sales-desc`, `${query}&surroundingsuburb=true&sort=listings-desc`])
      .flatMap((query) => [`/api/v1/websites?${query}`, `/api/v1/agents?${query}`])
      .concat(`/api/v1/websites/${agency.websiteID}`, '/api/v1/websites?sort=sales-desc&suburb=Hume');
    const answers = (as?: Keys) =>
      Promise.all(
        questions.map(async (path) => {
          const { headers, body } = await service.get<object>(path, as ? { as } : {});
          return [path, headers.get('etag'), JSON.stringify(body).replaceAll(/"modtime":"[^"]*"/g, '')];
        }),
      );
    const before = [await answers(other), await answers(visitor), await answers()];
    await load(
      { ...closed, address: HUME, soldDetails: { ...closed.soldDetails, price: 2_000_000 } },
      { ...offered, address: { ...HUME, street: 'Secret Street' }, price: { display: false, value: 1_000_000 } },
    );
    const after = [await answers(other), await answers(visitor), await answers()];
    expect(after[0]?.map(([path, , body]) => [path, body])).toEqual(before[0]?.map(([path, , body]) => [path, body]));
    expect(after[1]).toEqual(before[1]);
    expect(after[2]).not.toEqual(before[2]);
  });
});

describe('a cached answer is dropped at once', () => {
  it('when a bundle or a feed brings a sale', async () => {
    const paths = ['listsIn=Richmond', 'sort=sales-desc', 'state=VIC'].map((query) => `/api/v1/websites?${query}`);
    await service.put(`/api/v1/websites/${agency.websiteID}`, { address: BURNLEY });
    const home = line({ agentID: 'FEED', uniqueID: 'fed' });
    await load(home);
    const numbers = () =>
      Promise.all(
        paths.map(async (path) => {
          const { headers, body } = await service.get<{ data: Item[] }>(`${path}&limit=100`);
          const found = body.data.find(({ websiteID }) => websiteID === agency.websiteID);
          const tag = { 'if-none-match': String(headers.get('etag')) };
          expect((await service.get(`${path}&limit=100`, { headers: tag })).status).toBe(304);
          return [found?.listingCounts.sale, found?.listingCounts.sold12Months];
        }),
      );
    expect(await numbers()).toEqual(paths.map(() => [1, 0]));
    await load({ ...home, status: 'sold' });
    expect(await numbers()).toEqual(paths.map(() => [0, 1]));
    const entry = (
      status: string,
    ) => `<residential modTime="2040-01-01-00:00:00" status="${status}"><agentID>FEED</agentID>
      <uniqueID>fed</uniqueID></residential>`;
    const { rejected } = await importFeedText(service.store.dataSource, feedOf(entry('current')), agency.websiteID);
    expect(rejected).toBe(0);
    expect(await numbers()).toEqual(paths.map(() => [1, 0]));
  });
});
