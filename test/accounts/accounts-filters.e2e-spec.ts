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

/** Which accounts a query finds, in the order of the answer. */
async function find(query: string): Promise<string[]> {
  const { status, body } = await service.get<List>(`/api/v1/websites?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  expect(body.total).toBe(body.data.length);
  const names = Object.fromEntries(Object.entries(ids).map(([key, id]) => [id, key]));
  return body.data.map(({ websiteID }) => names[websiteID] ?? String(websiteID));
}

const all = ['harbour', 'percent', 'backslash', 'accented', 'outside', 'sub'];

describe('GET /api/v1/websites filters', () => {
  it('without a filter it holds every account, also those that are off, by websiteID (D8, D15)', async () => {
    expect(await find('')).toEqual(all);
  });

  it.each([
    // s: name, link, hostname, folder name, address; every word in any field; % _ and \ are text (D5, D14)
    ['s=HARBOUR', ['harbour', 'sub']],
    ['s=%C3%89t%C3%A9', ['accented']],
    ['s=/home', ['harbour']],
    ['s=app.backslash', ['backslash']],
    ['s=main+road', ['harbour']],
    ['s=39 main', ['harbour']],
    ['s=richmond+co', ['harbour']],
    ['s=richmond++percent', ['percent']],
    ['s=richmond+nowhere', []],
    ['s=vic+3121', ['harbour']],
    ['s=100%25', ['percent']],
    ['s=y_g', ['percent']],
    ['s=k%5Cs', ['backslash']],
    ['s=%25', ['percent']],
    ['s=%5C', ['backslash']],
    ['s=no-such-word', []],
    // name, link: partial, case-insensitive
    ['name=harbour', ['harbour', 'sub']],
    ['name=IMMO', ['accented']],
    ['name=%C3%A9t%C3%A9', ['accented']],
    ['name=100%25', ['percent']],
    ['name=_', ['percent']],
    ['name=realty_group', ['percent']],
    ['name=%5C', ['backslash']],
    ['name=harbour co', []],
    ['link=HARBOUR.example/home', ['harbour']],
    ['link=a_b', ['backslash']],
    ['link=://www.', ['harbour']],
    // hostname: exact, case-sensitive
    ['hostname=www.harbour.example', ['harbour']],
    ['hostname=WWW.harbour.example', []],
    ['hostname=harbour.example', []],
    // type: what the website shows
    ['type=forsale', ['harbour', 'percent']],
    ['type=forrent', ['harbour', 'backslash']],
    ['type=both', ['harbour']],
    ['type=BOTH', ['harbour']],
    ['agencyType=sub-account', ['sub']],
    ['agencyType=Primary-Account', ['harbour', 'percent', 'backslash', 'accented', 'outside']],
    // booleans (D4)
    ...['true', 'TRUE', '1', 'live', 'Active'].map((on) => [`status=${on}`, all.filter((key) => key !== 'accented')]),
    ...['false', 'False', '0'].map((off) => [`status=${off}`, ['accented']]),
    ['iswebsiteclient=true', ['harbour']],
    ['iswebsiteclient=1', ['harbour']],
    ['iswebsiteclient=0&s=richmond', ['percent']],
    // location (D5): exact, any case, comma-separated, repeated
    ['suburb=richmond', ['harbour', 'percent']],
    ['suburb=Rich', []],
    ['suburb=richmond&state=nsw', ['percent']],
    ['suburb=Manly,%20richmond,,', ['harbour', 'percent', 'backslash']],
    ['suburb=Manly&suburb=Elsewhere', ['backslash', 'outside']],
    ['suburb=elsewhere', ['outside']],
    ['fullSuburb=richmond+vic+3121', ['harbour']],
    ['fullSuburb=Richmond VIC 3121,Manly NSW 2095', ['harbour', 'backslash']],
    ['state=VIC', ['harbour']],
    ['state=vic,ZZ', ['harbour', 'outside']],
    ['postcode=3121', ['harbour']],
    ['postcode=312', []],
    ['postcode=2753,2095', ['percent', 'backslash']],
    ['region=greater+sydney', ['percent', 'backslash']],
    ['region=Greater Melbourne,Greater Sydney', ['harbour', 'percent', 'backslash']],
    ['region=Greater', []],
    ['areaname=YARRA', ['harbour']],
    ['areaname=Yarra,Hawkesbury', ['harbour', 'percent']],
    // together
    ['region=Greater Sydney&type=forrent', ['backslash']],
    ['status=live&type=forsale&state=VIC&name=harb&s=main', ['harbour']],
    // empty is not given; values are trimmed (D3)
    ['suburb=&type=&status=&id=&s=%20', all],
    ['name=%20harbour%20%20', ['harbour', 'sub']],
    ['suburb=,', all],
  ] as [string, string[]][])('?%s', async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it('id, main and primaryID take numeric ids (D15); one that is too large matches nothing (D4)', async () => {
    expect(await find(`id=${ids.percent}`)).toEqual(['percent']);
    expect(await find(`ids=${ids.sub},7777,${ids.percent}&state=nsw`)).toEqual(['percent']);
    expect(await find(`main=${ids.harbour}`)).toEqual(['sub']);
    expect(await find(`primaryID=${ids.harbour}`)).toEqual(['sub']);
    expect(await find(`main=${ids.percent}`)).toEqual([]);
    for (const name of ['id', 'main', 'primaryID']) expect(await find(`${name}=99999999999999999999`)).toEqual([]);
  });

  it('the folder name is the first label that is not www (D14)', async () => {
    const { body } = await service.get<List>('/api/v1/websites?s=app');
    expect(body.data.map(({ websiteID }) => websiteID)).toEqual([ids.backslash]);
  });
});

/** What is wrong with each parameter of a query. */
async function refused(query: string): Promise<Record<string, string>> {
  const { status, body } = await service.get<{ code: string; errors: { parameter: string; message: string }[] }>(
    `/api/v1/websites?${query}`,
  );
  expect(status).toBe(400);
  expect(body.code).toBe('INVALID_PARAMETERS');
  const faults = Object.create(null) as Record<string, string>; // a parameter may be called __proto__
  for (const { parameter, message } of body.errors) faults[parameter] = message;
  return faults;
}

describe('GET /api/v1/websites refuses a query and names every fault (D3, D4, D9)', () => {
  it.each([
    ['sururb=Richmond', { sururb: 'suburb' }],
    ['Status=live', { Status: 'status' }],
    ['websiteID=1', { websiteID: '' }],
    ['suburb[]=a', { 'suburb[]': 'write suburb' }],
    ['suburb[eq]=a', { 'suburb[eq]': 'write suburb' }],
    ['page[size]=1', { 'page[size]': 'write page' }],
    ['name=a&name=b', { name: 'only once' }],
    ['status=true&status=', { status: 'only once' }],
    ['page=1&page=2', { page: 'only once' }],
    ['status=on', { status: 'live' }],
    ['iswebsiteclient=live', { iswebsiteclient: 'true' }],
    ['type=sale', { type: 'forsale' }],
    ['agencyType=agency', { agencyType: 'primary-account' }],
    ['id=abc', { id: 'numeric' }],
    ['id=1,2', { id: 'numeric' }],
    ['id=-1', { id: 'numeric' }],
    ['id=1e3', { id: 'numeric' }],
    ['main=1.0', { main: 'numeric' }],
    ['limit=0', { limit: '100' }],
    ['limit=101', { limit: '100' }],
    ['limit=ten&page=0', { limit: '100', page: '2147483647' }],
    ['page=-1', { page: '2147483647' }],
    ['page=2147483648', { page: '2147483647' }],
    ['page=1.5', { page: '2147483647' }],
    ['name=%00', { name: 'NUL' }],
    ['suburb=Richmond,%00', { suburb: 'NUL' }],
    ['x=1&type=2&limit=3000&=4', { x: '', type: 'forsale', limit: '100', '': '' }],
    ['constructor=1&toString=3', { constructor: '', toString: '' }],
  ] as [string, Record<string, string>][])('?%s', async (query, expected) => {
    const faults = await refused(query);
    expect(Object.keys(faults).sort()).toEqual(Object.keys(expected).sort());
    for (const [parameter, words] of Object.entries(expected)) expect(faults[parameter]).toContain(words);
  });

  it('also in a long query, and by any name', async () => {
    expect(await refused(`name=${'x'.repeat(201)}`)).toEqual({ name: expect.stringContaining('200') });
    const many = Array.from({ length: 201 }, (_, at) => at);
    expect(await refused(`postcode=${many.join()}`)).toEqual({ postcode: expect.stringContaining('200') });
    expect(Object.keys(await refused(`${'s=&'.repeat(100)}unknown=1`)).sort()).toEqual(['s', 'unknown']);
    // More than are read: nothing is said of any.
    expect(Object.keys(await refused(`${'s=&'.repeat(1100)}unknown=1`))).toEqual(['']);
    expect(Object.keys(await refused('__proto__=1'))).toEqual(['__proto__']);
  });

  it('takes 200 values, and duplicates are harmless', async () => {
    const many = Array.from({ length: 200 }, (_, at) => at);
    expect(await find(`postcode=${[...many, 3121, 3121].slice(1, -1).join()}`)).toEqual(['harbour']);
    expect(await find(`postcode=${'3121,'.repeat(300)}`)).toEqual(['harbour']);
  });
});
