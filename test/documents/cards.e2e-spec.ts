import { beforeAll, describe, expect, it } from 'vitest';
import { agentBody, directory, JANE, type Keys, listingLine, seed, specService, storeCredential, ZOE } from '@testing';
import { full, lease, rental, shownFull, shownLease, shownRental } from '../listings/shown-listings.js';

type Card = { readonly id: number };
type Page = { readonly data: readonly Card[] };

const LISTINGS = '/api/v1/listings?view=card';
const ALL = `${LISTINGS}&status=all`;

const service = specService();
/** The cards of the three listings. */
let [sold, rented, leased]: Card[] = [];

beforeAll(async () => {
  await seed(service, { ...directory, listings: [full, rental, lease] });
  [sold, rented, leased] = (await service.get<Page>(`${ALL}&sort=newest`)).body.data;
});

const without = (card: object = {}, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(card).filter(([name]) => !names.includes(name)));

describe('view=card', () => {
  it('has for each listing the fields of a result list, in the envelope and order of the list', async () => {
    const { status, body } = await service.get<Page>(`${ALL}&sort=newest`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, hasNext: false, totalPage: 1 });
    const richmond = '3/39 Main Road, Richmond VIC 3121';
    const people = (...names: string[]) => names.map((name) => ({ name }));
    expect(body.data).toMatchObject([
      {
        id: 7001,
        propertyID: 5001,
        address: 'The Lodge',
        latitude: '-37.82314',
        agents: people(JANE.name, ZOE.name),
        link: shownFull.link,
        website: { websiteID: 12 },
      },
      { id: 7002, address: richmond, bedrooms: 0, agents: people(ZOE.name), slug: shownRental.slug },
      { id: 7003, address: richmond, price: '$85,000', agents: [], link: shownLease.link, latitude: '' },
    ]);
  });

  it('shows other accounts only visible fields, and its own account every field', async () => {
    const [own, other] = await Promise.all(
      [12, 13].map((websiteID) => storeCredential(service, { websiteID }, 'full')),
    );
    const soldAs = async (as: Keys | undefined) => {
      const { body } = await service.get<Page>(`${ALL}&sort=newest`, as && { as });
      return body.data.find(({ id }) => id === 7001);
    };
    expect(await soldAs(own)).toEqual(sold);
    const hidden = await soldAs(other);
    expect(hidden).toMatchObject({ address: 'Richmond', suburb: 'Richmond', latitude: '', longitude: '', price: '' });
    expect(hidden).not.toHaveProperty('propertyID');
    expect(hidden).not.toHaveProperty('locationAccuracy');
  });

  it('has for each property its location, its counts, and one listing', async () => {
    const { body } = await service.get<Page>('/api/v1/properties?view=card');
    const ofProperty = [
      'address',
      'suburb',
      'latitude',
      'longitude',
      'locationAccuracy',
      'bedrooms',
      'bathrooms',
    ].concat('parkingSpaces');
    const place = (card: object = {}) =>
      Object.fromEntries(Object.entries(card).filter(([name]) => ofProperty.includes(name)));
    expect(body.data).toEqual([
      { id: 5001, ...place(sold), listings: without(sold, 'propertyID', ...ofProperty) },
      // Both listings are current; the one changed last is shown.
      { id: 5002, ...place(leased), listings: without(leased, 'propertyID', ...ofProperty) },
    ]);
  });

  it('is another response than the whole items, with its own tag', async () => {
    const [card, whole] = [await service.get(ALL), await service.get('/api/v1/listings?status=all')];
    const [tag = '', other = ''] = [card, whole].map(({ headers }) => headers.get('etag') ?? '');
    expect(tag).not.toBe(other);
    const asked = async (path: string, etag: string) =>
      (await service.get(path, { headers: { 'if-none-match': etag } })).status;
    expect([await asked(ALL, tag), await asked(ALL, other)]).toEqual([304, 200]);
    expect(await asked('/api/v1/listings?status=all', tag)).toBe(200);
  });

  it('is the same for visitors, for the listings that they see, without hidden fields', async () => {
    const keys: Keys = await storeCredential(service, { websiteID: 12 }, 'public');
    const { body } = await service.get<Page>(LISTINGS, { as: keys });
    const whole = (await service.get<Page>(LISTINGS)).body.data;
    expect(body.data.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(body.data.find(({ id }) => id === 7003)).toEqual(whole.find(({ id }) => id === 7003));
    expect(body.data.find(({ id }) => id === 7002)).toMatchObject({ price: '' });
    const { body: properties } = await service.get<Page>('/api/v1/properties?view=card', { as: keys });
    expect(properties.data.map(({ id }) => id)).toEqual([5002]);
  });

  it('reflects the listing, its account and its agents at once, even in cached cards', async () => {
    let limit = 20;
    const card = async () => {
      const { body } = await service.get<Page>(`${ALL}&sort=id&limit=${(limit += 1)}`);
      return body.data[1];
    };
    // Often enough that the cards are cached.
    for (let at = 0; at < 40; at += 1) expect(await card()).toEqual(rented);
    const changed = { ...rental, price: { priceView: 'Offers' }, images: [{ id: 'm', url: 'https://i.example/1' }] };
    await seed(service, { listings: [changed] });
    const priced = { ...rented, price: 'Offers', image: 'https://i.example/1', images: 1 };
    expect(await card()).toEqual(priced);
    await service.call('PUT', '/api/v1/websites/13', { body: { link: 'https://new.example/' } });
    const linked = { ...priced, link: `https://new.example${shownRental.slug}`, agents: expect.anything() as unknown };
    expect(await card()).toEqual(linked);
    await service.call('PUT', '/api/v1/agents/31', { body: { name: 'Zoë Citizen' } });
    expect(await card()).toMatchObject({ ...linked, agents: [{ id: 31, name: 'Zoë Citizen' }] });
  });

  it('has the distance of listings whose location the caller sees', async () => {
    const at = (id: number, display: boolean) =>
      listingLine(12, {
        id,
        uniqueID: `NEAR${id}`,
        propertyID: id,
        address: {
          streetNumber: String(id),
          street: 'Far Road',
          suburb: 'Perth',
          latitude: '-31.95',
          longitude: '115.86',
          display,
        },
      });
    await seed(service, { listings: [at(8001, true), at(8002, false)] });
    const other = await storeCredential(service, { websiteID: 13 }, 'full');
    for (const list of ['listings', 'properties']) {
      const distances = async (as?: Keys) => {
        const { body } = await service.get<Page>(`/api/v1/${list}?view=card&near=-31.95,115.86&sort=id`, as && { as });
        return body.data.map((card) => [card.id, 'distance' in card ? card.distance : undefined]);
      };
      expect(await distances()).toEqual([
        [8001, 0],
        [8002, 0],
      ]);
      expect(await distances(other)).toEqual([[8001, 0]]);
    }
  });

  it('is at most 1,400 bytes, whatever the content', async () => {
    const long = (count: number, text = 'Zoë’s “Place” ') => text.repeat(count).slice(0, count);
    await seed(service, {
      agents: [1, 2, 3].map((id) => ({ id, ...agentBody(12, `${long(180)}${id}`) })),
      listings: [1, 2, 3].map((id) =>
        listingLine(12, {
          id: 2_147_483_640 + id,
          propertyID: 2_147_483_640 + id,
          uniqueID: long(300, 'unique '),
          agentID: `LONG${id}`,
          status: 'withdrawn',
          features: { bedrooms: 32_767, bathrooms: 32_767, parkingSpaces: 32_767 },
          address: {
            fullAddress: long(500, '\\"'),
            suburb: long(100),
            latitude: '-89.123456789012345',
            longitude: '-179.12345678901234',
          },
          price: { priceView: long(500) },
          images: [{ id: 'm', url: `https://images.example/${long(120 * id, 'a')}` }],
          agents: [{ id: 1 }, { id: 2 }, { id: 3 }],
        }),
      ),
    });
    for (const path of [`${LISTINGS}&status=withdrawn`, '/api/v1/properties?view=card&bedrooms=32767']) {
      const { body } = await service.get<Page>(path);
      expect(body.data).toHaveLength(3);
      for (const item of body.data) expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThanOrEqual(1_400);
    }
  });
});
