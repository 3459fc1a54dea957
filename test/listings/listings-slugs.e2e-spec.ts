import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, type ListingLine, seed, specService } from '@testing';

interface Shown {
  readonly slug: string;
  readonly link: string;
}

const address = { street: 'High Street', suburb: "St Kilda O'Connor", state: 'VIC', postcode: '3182' };
const line = (id: number, fields: Partial<ListingLine>) =>
  listingLine(1, { id, uniqueID: `Ab_${id}/É`, address: { ...address, streetNumber: String(id) }, ...fields });

const service = specService();

beforeAll(async () => {
  await seed(service, {
    accounts: [{ websiteID: 1, ...accountBody({ link: 'https://www.harbour.example/' }) }],
    listings: [
      line(1, { category: 'DuplexSemi-detached' }),
      line(2, { listingType: 'rental', category: 'Block of Units' }),
      line(3, { listingType: 'land', category: '', landCategory: 'Residential' }),
      line(4, { listingType: 'commercial', category: '', commercialCategory: ['Showrooms/Bulky Goods', 'Retail'] }),
      line(5, { listingType: 'business', category: '' }),
    ],
  });
});

const read = async (id: number): Promise<Shown> => {
  const { body } = await service.get<Shown>(`/api/v1/listings/${id}`);
  return { slug: body.slug, link: body.link };
};

const write = async (account: object) => expect((await service.put('/api/v1/websites/1', account)).status).toBe(200);

const shown = (slug: string, base = 'https://www.harbour.example'): Shown => ({ slug, link: base + slug });

describe('slug and link (D29)', () => {
  it('have a default without templates: category, state, suburb, uniqueID, each slugified', async () => {
    expect(await read(1)).toEqual(shown('/duplexsemi-detached/vic/st-kilda-oconnor/ab-1-e'));
    expect(await read(2)).toEqual(shown('/block-of-units/vic/st-kilda-oconnor/ab-2-e'));
    expect(await read(3)).toEqual(shown('/residential/vic/st-kilda-oconnor/ab-3-e'));
    expect(await read(4)).toEqual(shown('/showrooms-bulky-goods/vic/st-kilda-oconnor/ab-4-e'));
    expect(await read(5)).toEqual(shown('/business/vic/st-kilda-oconnor/ab-5-e'));
  });

  it("use the account's template for the listing type at once, while enabledSlug is on", async () => {
    const slugs = [
      { listingType: 'residential', slug: '/buy/{address.suburb}/{address.suburb}-{uniqueID}.html' },
      { listingType: 'rental', slug: '/rent/{uniqueID}' },
    ];
    await write({ slugs });
    expect(await read(1)).toEqual(shown('/duplexsemi-detached/vic/st-kilda-oconnor/ab-1-e'));
    await write({ enabledSlug: true });
    expect(await read(1)).toEqual(shown('/buy/st-kilda-oconnor/st-kilda-oconnor-ab-1-e.html'));
    expect(await read(2)).toEqual(shown('/rent/ab-2-e'));
    expect(await read(3)).toEqual(shown('/residential/vic/st-kilda-oconnor/ab-3-e'));
    await write({ slugs: [{ listingType: 'land', slug: '/{category}' }] });
    expect(await read(1)).toEqual(shown('/duplexsemi-detached/vic/st-kilda-oconnor/ab-1-e'));
    expect(await read(3)).toEqual(shown('/residential'));
    await write({ enabledSlug: false });
    expect(await read(3)).toEqual(shown('/residential/vic/st-kilda-oconnor/ab-3-e'));
  });

  it.each([
    ['https://harbour.example', 'https://harbour.example'],
    ['https://harbour.example/home/', 'https://harbour.example/home'],
  ])("append to the account's link %s without its trailing slash", async (link, base) => {
    await write({ link });
    expect(await read(1)).toEqual(shown('/duplexsemi-detached/vic/st-kilda-oconnor/ab-1-e', base));
  });

  it('are the same in every representation', async () => {
    await write({
      link: 'https://one.example',
      enabledSlug: true,
      slugs: [{ listingType: 'rental', slug: '/let/{uniqueID}' }],
    });
    const expected = shown('/let/ab-2-e', 'https://one.example');
    const { body: list } = await service.get<{ data: (Shown & { propertyID: number })[] }>('/api/v1/listings?id=2');
    expect(list.data).toEqual([expect.objectContaining(expected)]);
    const { body: properties } = await service.get<{ data: { listings: Shown }[] }>(
      '/api/v1/properties?listingType=rental',
    );
    expect(properties.data.map(({ listings }) => listings)).toContainEqual(expect.objectContaining(expected));
    const { body: property } = await service.get<{ listings: Shown[] }>(
      `/api/v1/properties/${list.data[0]?.propertyID}`,
    );
    expect(property.listings).toContainEqual(expect.objectContaining(expected));
  });
});
