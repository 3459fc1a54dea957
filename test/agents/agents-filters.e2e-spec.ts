import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  type Keys,
  seed,
  specService,
  storeCredential,
  suburbLine,
} from '@testing';

interface List {
  readonly total: number;
  readonly data: { _id: string; id: number; slug: string }[];
}

const service = specService();
let harbour: AccountAnswer;
let coast: AccountAnswer;

const richmond = { suburb: 'Richmond', state: 'VIC', postcode: '3121' };
const manly = { suburb: 'Manly', state: 'NSW', postcode: '2095' };
const email = (agency: string, crm = '') => ({ agency, crm });

beforeAll(async () => {
  await seed(service, {
    suburbs: [
      suburbLine('Richmond VIC 3121', { regionName: 'Greater Melbourne', areaName: 'Yarra' }),
      suburbLine('Manly NSW 2095', { regionName: 'Greater Sydney', areaName: 'Northern Beaches' }),
    ],
  });
  harbour = await createAccount(service, {
    name: 'Harbour & Co',
    link: 'https://www.harbour.example',
    address: { ...richmond, streetNumber: '39', street: 'Main_Road' },
  });
  coast = await createAccount(service, {
    name: '100% Coast',
    link: 'https://coast.example',
    status: false,
    address: { ...manly, fullAddress: 'The Corso 5' },
  });
  const jane = { email: email('Jane@Harbour.example', 'jc@crm.example'), departments: ['sales', 'principal'] };
  await createAgent(service, harbour.websiteID, 'Jane Citizen', jane);
  await createAgent(service, harbour.websiteID, 'Janet Lee', {
    email: email('', 'Janet@crm.example'),
    departments: ['Rentals'],
  });
  await createAgent(service, coast.websiteID, 'Jane Citizen', {
    email: email('jane@coast.example'),
    departments: ['sales'],
    slug: 'jane-citizen-2',
  });
  await createAgent(service, coast.websiteID, 'ÉMILE_100%', { departments: ['commercial', 'administrator'] });
});

const all = ['jane-citizen', 'janet-lee', 'jane-citizen-2', 'emile-100'];

/** The agents that a query finds, in the order of the response. */
async function find(query: string, as?: Keys): Promise<string[]> {
  const { status, body } = await service.get<List>(`/api/v1/agents?${query}`, as && { as });
  expect({ query, status }).toEqual({ query, status: 200 });
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ slug }) => slug);
}

describe('GET /api/v1/agents filters', () => {
  it('return every agent by id without a filter (D8)', async () => {
    expect(await find('')).toEqual(all);
  });

  it.each([
    // s: agent name, both e-mails, account name and hostname; every word in any of them (D19, D5)
    ['s=%C3%A9mile', ['emile-100']],
    ['s=jc@CRM', ['jane-citizen']],
    ['s=%26+co', ['jane-citizen', 'janet-lee']],
    ['s=citizen+www.', ['jane-citizen']],
    ['s=100%25+%C3%89mi', ['emile-100']],
    ['s=richmond', []],
    // name: partial
    ['name=E+CIT', ['jane-citizen', 'jane-citizen-2']],
    ['name=harbour', []],
    // exact: hostname, e-mail, slug, department
    ['hostname=WWW.Harbour.example', ['jane-citizen', 'janet-lee']],
    ['email=JC@crm.example', ['jane-citizen']],
    ['slug=Jane-Citizen', ['jane-citizen']],
    ['department=rentals,commercial', ['janet-lee', 'emile-100']],
    ['department=principal&department=administrator', ['jane-citizen', 'emile-100']],
    // location: the account's address (D19)
    ['suburb=Richmond,Manly', all],
    ['region=greater melbourne', ['jane-citizen', 'janet-lee']],
    ['areaname=Northern Beaches,Nowhere', ['jane-citizen-2', 'emile-100']],
    ['address=CORSO', ['jane-citizen-2', 'emile-100']],
    // combinations, empty values, white space
    ['name=jane&suburb=Manly&department=sales', ['jane-citizen-2']],
    ['name=&suburb=&email=&websiteID=&id=&accessKey=&department=,', all],
  ] as [string, string[]][])('?%s', async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it('accept id, websiteID and accessKey', async () => {
    const { body } = await service.get<List>('/api/v1/agents?slug=janet-lee');
    expect(await find(`id=${body.data[0]?.id}`)).toEqual(['janet-lee']);
    const { body: citizens } = await service.get<List>('/api/v1/agents?name=citizen');
    const [first, second] = citizens.data;
    expect(await find(`ids=${second?._id.toUpperCase()},99999999999,${first?.id}`)).toEqual([
      'jane-citizen',
      'jane-citizen-2',
    ]);
    expect(await find(`ids=${body.data[0]?.id}&name=citizen`)).toEqual([]);
    expect(await find(`websiteID=${coast.websiteID}`)).toEqual(['jane-citizen-2', 'emile-100']);
    expect(await find(`accessKey=${harbour.accessKey}`)).toEqual(['jane-citizen', 'janet-lee']);
    expect(await find(`accessKey=${harbour.accessKey}&name=lee`)).toEqual(['janet-lee']);
    const accessKeys = ['operator-access-key', 'x', harbour.accessKey.toUpperCase()];
    for (const query of ['id=2147483648', ...accessKeys.map((key) => `accessKey=${key}`)])
      expect(await find(query)).toEqual([]);
  });

  it('find no agent for visitors by the e-mail address of the CRM', async () => {
    const visitor = await storeCredential(service, harbour, 'public');
    for (const query of ['email=JC@crm.example', 's=jc@crm']) {
      expect(await find(query)).toEqual(['jane-citizen']);
      expect(await find(query, visitor)).toEqual([]);
    }
    expect(await find('email=jane@harbour.example', visitor)).toEqual(['jane-citizen']);
    expect(await find('s=jane@harbour', visitor)).toEqual(['jane-citizen']);
  });
});

it('GET /api/v1/agents refuses a query with every fault (D3, D4)', async () => {
  const { status, body } = await service.get<{ errors: object[] }>('/api/v1/agents?departments=sales&ids=1,x,%2B2');
  const message = 'each value must be a numeric id or an object identifier (UUID); invalid: x, +2';
  expect([status, body.errors]).toEqual([
    400,
    [
      { parameter: 'departments', message: expect.stringContaining('department?') },
      { parameter: 'ids', message },
    ],
  ]);
});
