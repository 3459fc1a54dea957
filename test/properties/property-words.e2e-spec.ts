import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  type Keys,
  listingLine,
  operator,
  seed,
  specService,
  storeCredential,
  suburbLine,
} from '@testing';

const service = specService();
const keys: Record<'operator' | 'account' | 'other' | 'public', Keys> = {
  operator,
  account: operator,
  other: operator,
  public: operator,
};

const place = { suburb: 'Mordialloc', state: 'VIC', postcode: '3195' };
const home = (uniqueID: string, streetNumber: string, street: string, more: object = {}, websiteID = 1) =>
  listingLine(websiteID, { uniqueID, address: { ...place, streetNumber, street }, ...more });

const LISTINGS = [
  home('digits', '60', '1st Avenue', { headline: 'A wide verandah' }),
  home('words', '60', 'First Avenue', { headline: 'Near the beach', status: 'sold' }),
  home('later', '60', '2nd Avenue'),
  listingLine(1, {
    uniqueID: 'hidden',
    headline: 'Quiet verandah',
    address: { ...place, streetNumber: '5', street: 'Secret Lane', display: false },
  }),
  home('lot', '12', 'High Street', {
    address: { ...place, lotNumber: '8', streetNumber: '12', street: 'High Street' },
  }),
  home('corner', '', 'Cnr Low & Smith Streets'),
  home('leased', '9', 'Quillfeather Street', { status: 'leased' }, 2),
];

beforeAll(async () => {
  await seed(service, {
    suburbs: [suburbLine('Mordialloc VIC 3195')],
    accounts: [
      { websiteID: 1, ...accountBody() },
      { websiteID: 2, ...accountBody() },
    ],
    listings: LISTINGS,
  });
  keys.account = await storeCredential(service, { websiteID: 1 }, 'full');
  keys.other = await storeCredential(service, { websiteID: 2 }, 'full');
  keys.public = await storeCredential(service, { websiteID: 1 }, 'public');
});

/** The streets of the properties that a text finds. */
async function streets(s: string, as: keyof typeof keys = 'operator'): Promise<string[]> {
  const path = `/api/v1/properties?s=${encodeURIComponent(s)}`;
  const { status, body } = await service.get<{ data: { address: { street: string } }[] }>(path, { as: keys[as] });
  expect({ s, status }).toEqual({ s, status: 200 });
  return body.data.map(({ address }) => address.street);
}

describe('the parameter s of properties', () => {
  it.each(['60 first avenue', '60 1st Ave', '60 1st avenue mordialloc victoria'])(
    '%j finds one property',
    async (s) => {
      expect(await streets(s)).toEqual(['1st Avenue']);
      const { body } = await service.get<{ data: unknown[] }>(`/api/v1/listings?status=all&s=${encodeURIComponent(s)}`);
      expect(body.data).toHaveLength(2);
    },
  );

  it('finds words of any visible listing of the property, and places', async () => {
    expect(await streets('verandah')).toEqual(['1st Avenue', 'Secret Lane']);
    expect(await streets('near beach')).toEqual(['1st Avenue']);
    expect((await streets('mordialloc')).length).toBe(6);
    expect(await streets('verandah beach')).toEqual([]);
  });

  it('finds nothing by data that is hidden from the caller', async () => {
    expect(await streets('secret', 'account')).toEqual(['Secret Lane']);
    for (const s of ['secret', 'quiet verandah']) {
      expect(await streets(s, 'other')).toEqual([]);
      expect(await streets(s, 'public')).toEqual([]);
    }
    // A public key sees the latest listing, also a sold one of its own website, and no leased one of another website.
    expect(await streets('verandah', 'public')).toEqual(['First Avenue']);
    expect(await streets('near beach', 'public')).toEqual(['First Avenue']);
    expect(await streets('quillfeather', 'public')).toEqual([]);
    expect(await streets('quillfeather', 'other')).toEqual(['Quillfeather Street']);
  });

  it('follows changes of texts', async () => {
    expect(await streets('belvedere')).toEqual([]);
    await seed(service, { listings: [{ ...LISTINGS[2]!, headline: 'A belvedere' }] });
    expect(await streets('belvedere')).toEqual(['2nd Avenue']);
  });

  it('takes words, as on listings', async () => {
    const { status } = await service.get('/api/v1/properties?s=%21%3F');
    expect(status).toBe(400);
  });
});

describe('the parameter address', () => {
  const found = async (list: string, query: string) => {
    const { body } = await service.get<{ data: { address: { street: string } }[] }>(`/api/v1/${list}?${query}`);
    return body.data.map(({ address }) => address.street);
  };

  it.each([
    'address=60 First Avenue Mordialloc VIC 3195',
    'address=60 1st ave, Mordialloc',
    'address=0 1st',
    'address=No. 60 First',
    'street=first av',
    'street=1st',
  ])('%s finds 60 1st Avenue', async (query) => {
    expect(await found('listings', query)).toContain('1st Avenue');
    expect(await found('properties', query)).toContain('1st Avenue');
  });

  it.each([
    ['address=lot 8', 'High Street'],
    ['address=Lot 8 High St, Mordialloc', 'High Street'],
    ['address=Lot 8, 12 High Street', 'High Street'],
    ['address=12 high st', 'High Street'],
    ['s=lot 8 high street', 'High Street'],
    ['street=low street', 'Cnr Low & Smith Streets'],
    ['address=smith st mordialloc', 'Cnr Low & Smith Streets'],
    ['address=corner low and smith', 'Cnr Low & Smith Streets'],
    ['s=low street', 'Cnr Low & Smith Streets'],
  ])('%s finds %s', async (query, street) => {
    expect(await found('listings', query)).toEqual([street]);
    expect(await found('properties', query)).toEqual([street]);
  });

  it('unit 60 is the number 60 alone', async () => {
    expect((await found('properties', 'address=unit 60')).length).toBe(2);
    expect(await found('properties', 'address=unit 6')).toEqual([]);
  });
});
