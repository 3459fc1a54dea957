import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountAnswer, createAccount, createSubAccount, seed, specService, suburbLine } from '@testing';

interface List {
  readonly total: number;
  readonly totalPage: number;
  readonly data: { websiteID: number; name: string }[];
}

const service = specService();
const ids: Record<string, number> = {};

const richmond = { suburb: 'Richmond', state: 'VIC', postcode: '3121' };
const otherRichmond = { suburb: 'Richmond', state: 'NSW', postcode: '2753' };
const northShore = { suburb: 'Manly', state: 'NSW', postcode: '2095' };

const accounts: Record<string, Record<string, unknown>> = {
  harbour: {
    name: 'Harbour & Co',
    link: 'https://www.harbour.example/Home',
    isWebsiteClient: true,
    config: { listingTypes: { hasForSale: true, hasForRent: true } },
    address: { ...richmond, streetNumber: '39', street: 'Main Road' },
  },
  percent: {
    name: '100% Realty_Group',
    link: 'https://percent.example',
    config: { listingTypes: { hasForSale: true } },
    address: { ...otherRichmond, streetNumber: '1', street: 'Percent Street' },
  },
  backslash: {
    name: 'Back\\slash 1005 RealtyXGroup',
    link: 'https://app.backslash.example/a_b',
    config: { listingTypes: { hasForRent: true } },
    address: northShore,
  },
  accented: { name: 'ÉTÉ Immobilier', link: 'https://ete.example', status: false },
  outside: { name: 'Nowhere', link: 'https://nowhere.example', address: { suburb: 'Elsewhere', state: 'ZZ' } },
};

beforeAll(async () => {
  await seed(service, {
    suburbs: [
      suburbLine('Richmond VIC 3121', { regionName: 'Greater Melbourne', areaName: 'Yarra' }),
      suburbLine('Richmond NSW 2753', { regionName: 'Greater Sydney', areaName: 'Hawkesbury' }),
      suburbLine('Manly NSW 2095', { regionName: 'Greater Sydney', areaName: 'Northern Beaches' }),
    ],
  });
  let main: AccountAnswer | undefined;
  for (const [key, fields] of Object.entries(accounts)) {
    const account = await createAccount(service, fields);
    main ??= account;
    ids[key] = account.websiteID;
  }
  ids.sub = (await createSubAccount(service, main!, { name: 'Sub of Harbour', link: 'https://sub.example' })).websiteID;
});

/** The accounts that a query finds, in the order of the response. */
async function find(query: string): Promise<string[]> {
  const { status, body } = await service.get<List>(`/api/v1/websites?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  expect(body.total).toBe(body.data.length);
  const names = Object.fromEntries(Object.entries(ids).map(([key, id]) => [id, key]));
  return body.data.map(({ websiteID }) => names[websiteID] ?? String(websiteID));
}

const all = ['harbour', 'percent', 'backslash', 'accented', 'outside', 'sub'];

describe('GET /api/v1/websites filters', () => {
  it('return every account by websiteID without a filter, including disabled accounts (D8, D15)', async () => {
    expect(await find('')).toEqual(all);
  });

  it.each([
    // s: name, link, hostname, folder name, address; every word in any field; % _ and \ are text (D5, D14)
    ['s=%C3%89t%C3%A9', ['accented']],
    ['s=/home', ['harbour']],
    ['s=app.backslash', ['backslash']],
    ['s=richmond+co', ['harbour']],
    ['s=richmond+nowhere', []],
    ['s=y_g', ['percent']],
    // name, link: partial, case-insensitive
    ['name=harbour co', []],
    ['link=HARBOUR.example/home', ['harbour']],
    // hostname: exact, case-sensitive
    ['hostname=WWW.harbour.example', []],
    // type: as the website shows it
    ['type=BOTH', ['harbour']],
    ['agencyType=Primary-Account', ['harbour', 'percent', 'backslash', 'accented', 'outside']],
    // booleans (D4)
    ['status=Active', all.filter((key) => key !== 'accented')],
    ['iswebsiteclient=0&s=richmond', ['percent']],
    // location (D5): exact, any case, comma-separated, repeated
    ['suburb=Manly,%20richmond,,', ['harbour', 'percent', 'backslash']],
    ['suburb=Manly&suburb=Elsewhere', ['backslash', 'outside']],
    ['fullSuburb=Richmond VIC 3121,Manly NSW 2095', ['harbour', 'backslash']],
    ['region=greater+sydney', ['percent', 'backslash']],
    ['areaname=YARRA', ['harbour']],
    // combinations
    ['status=live&type=forsale&state=VIC&name=harb&s=main', ['harbour']],
    // empty parameters are ignored; values are trimmed (D3)
    ['suburb=&type=&status=&id=&s=%20', all],
  ] as [string, string[]][])('?%s', async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it('accept numeric ids in id, main and primaryID (D15); too large ids match nothing (D4)', async () => {
    expect(await find(`id=${ids.percent}`)).toEqual(['percent']);
    expect(await find(`ids=${ids.sub},7777,${ids.percent}&state=nsw`)).toEqual(['percent']);
    expect(await find(`main=${ids.harbour}`)).toEqual(['sub']);
    expect(await find(`primaryID=${ids.harbour}`)).toEqual(['sub']);
    expect(await find(`main=${ids.percent}`)).toEqual([]);
    for (const name of ['id', 'main', 'primaryID']) expect(await find(`${name}=99999999999999999999`)).toEqual([]);
  });

  it('compare the folder name with the first label that is not www (D14)', async () => {
    const { body } = await service.get<List>('/api/v1/websites?s=app');
    expect(body.data.map(({ websiteID }) => websiteID)).toEqual([ids.backslash]);
  });
});

describe('GET /api/v1/websites refuses a query with every fault (D3, D4, D9)', () => {
  it.each([
    ['sururb=Richmond&Status=live&suburb[]=a', { sururb: 'suburb', Status: 'status', 'suburb[]': 'write suburb' }],
    ['name=a&name=b&status=true&status=', { name: 'only once', status: 'only once' }],
    ['iswebsiteclient=live', { iswebsiteclient: 'true' }],
    ['agencyType=agency', { agencyType: 'primary-account' }],
    ['id=1,2&main=1.0', { id: 'numeric', main: 'numeric' }],
    ['limit=ten&page=0', { limit: '100', page: '2147483647' }],
    ['x=1&type=2&limit=3000&=4', { x: '', type: 'forsale', limit: '100', '': '' }],
    ['__proto__=1&constructor=1', { constructor: '', ['__proto__']: '' }],
    // More values than are read: the last one that was read is reported.
    [`${'s=&'.repeat(1100)}unknown=1`, { s: 'more than 300' }],
  ] as [string, Record<string, string>][])('?%.50s', async (query, expected) => {
    const { status, body } = await service.get<{ code: string; errors: { parameter: string; message: string }[] }>(
      `/api/v1/websites?${query}`,
    );
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETERS']);
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(Object.keys(expected).sort());
    for (const { parameter, message } of body.errors) expect(message).toContain(expected[parameter]);
  });
});
