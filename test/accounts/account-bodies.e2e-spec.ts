import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountAnswer, accountBody, createAccount, specService } from '@testing';

interface Refusal {
  readonly code: string;
  readonly errors: { field: string; message: string }[];
}

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

/** The faults of a body, which the create and the update must refuse alike. */
async function faultsOf(body: unknown): Promise<Refusal['errors']> {
  const created = await service.post<Refusal>('/api/v1/accounts', body);
  const updated = await service.put<Refusal>(`/api/v1/websites/${account.websiteID}`, body);
  expect([created.status, updated.status]).toEqual([400, 400]);
  expect([created.body.code, updated.body.code]).toEqual(['INVALID_BODY', 'INVALID_BODY']);
  expect(updated.body.errors).toEqual(created.body.errors);
  return created.body.errors;
}

const fieldsOf = (faults: Refusal['errors']) => faults.map(({ field }) => field).sort();

describe('a body of an account that is refused names every fault at once (D9)', () => {
  it('name and link are required on create, and only there', async () => {
    const { status, body } = await service.post<Refusal>('/api/v1/accounts', { about: 'x' });
    expect(status).toBe(400);
    expect(fieldsOf(body.errors)).toEqual(['link', 'name']);
    expect((await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'x' })).status).toBe(200);
  });

  it.each([null, [], [{}], 'text', 7, true])('a body that is %j is no account', async (body) => {
    expect(await faultsOf(JSON.stringify(body))).toEqual([{ field: '', message: 'the body must be a JSON object' }]);
  });

  it('no body at all is no account', async () => {
    const { status, body } = await service.call<Refusal>('POST', '/api/v1/accounts');
    expect(status).toBe(400);
    expect(body.code).toBe('INVALID_BODY');
  });

  it('unknown fields at any depth (D17)', async () => {
    const faults = await faultsOf(
      accountBody({
        Name: 'case matters',
        folderName: 'internal',
        config: { primaryColour: '#000000', listingTypes: { hasForLease: true } },
        contacts: { email: { support: 'x' } },
        address: { display: true, '0': 'x' },
        hooks: [
          { url: 'https://crm.example/in', trigger: '' },
          { url: 'https://crm.example/in', trigger: '', event: 'x' },
        ],
        slugs: [{ type: 'residential' }],
      }),
    );
    expect(faults.every(({ message }) => message.startsWith('is not a known field'))).toBe(true);
    expect(faults.find(({ field }) => field === 'config.primaryColour')?.message).toContain(
      '; did you mean config.primaryColor?',
    );
    expect(fieldsOf(faults)).toEqual(
      (
        'Name folderName config.primaryColour config.listingTypes.hasForLease ' +
        'contacts.email.support address.display address.0 hooks[1].event slugs[0].type'
      )
        .split(' ')
        .sort(),
    );
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', ''])(
    'a key %j is reported as unknown',
    async (key) => {
      const plain = JSON.stringify(accountBody()).slice(0, -1);
      expect(fieldsOf(await faultsOf(`${plain},${JSON.stringify(key)}:{"status":false}}`))).toEqual([key]);
      expect(fieldsOf(await faultsOf(`${plain},"config":{${JSON.stringify(key)}:1}}`))).toEqual([`config.${key}`]);
      expect(fieldsOf(await faultsOf(`${plain},"hooks":[{"url":"","trigger":"",${JSON.stringify(key)}:1}]}`))).toEqual([
        `hooks[0].${key}`,
      ]);
    },
  );

  it('wrong types', async () => {
    const wrong = {
      name: 7,
      link: 'ftp://files.example',
      status: 'live',
      type: 'tertiary-account',
      isWebsiteClient: 1,
      logo: 'https://cdn.example/logo.svg',
      favicon: 'javascript:alert(1)',
      accessKey: 'short',
      secretKey: 'with a space in it',
      sendToCms: 'true',
      isDisplayToFrontEnd: [],
      showOnPortalBubble: {},
      config: { primaryColor: 'red', video: 'video', listingTypes: [] },
      about: ['text'],
      contacts: { email: { office: 5 }, phone: [], fax: 'none' },
      socialMedia: { networkC: 'not a url' },
      integrations: { reviews: {} },
      subsiteDetails: { mainWebsiteID: '12', listingSource: 1, listingOfficeIDs: ['HARB1', 2] },
      address: { latitude: -37.8, longitude: '181', postcode: 3121 },
      hooks: [{ url: 'x', trigger: '' }, 'hook', null, []],
      enabledSlug: 'no',
      slugs: [{ listingType: 'house', slug: 'no-slash' }, { slug: '/{price}' }],
    };
    expect(fieldsOf(await faultsOf(wrong))).toEqual(
      (
        'name link status type isWebsiteClient logo favicon accessKey secretKey sendToCms ' +
        'isDisplayToFrontEnd showOnPortalBubble config.primaryColor config.video ' +
        'config.listingTypes about contacts.email.office contacts.phone contacts.fax ' +
        'socialMedia.networkC integrations.reviews subsiteDetails.mainWebsiteID ' +
        'subsiteDetails.listingSource subsiteDetails.listingOfficeIDs address.latitude ' +
        'address.longitude address.postcode hooks[0].url hooks[1] hooks[2] hooks[3] enabledSlug ' +
        'slugs[0].listingType slugs[0].slug slugs[1].slug'
      )
        .split(' ')
        .sort(),
    );
  });

  it.each([
    ['name', 'x'.repeat(501)],
    ['name', '   '],
    ['link', ''],
    ['link', 'https://'],
    ['link', 'https://with space.example'],
    ['link', 'https://line\nbreak.example'],
    ['link', `https://long.example/${'x'.repeat(2000)}`],
    ['about', 'x'.repeat(20_001)],
    ['about', 'a NUL \0 inside'],
    ['about', 'half a pair \ud800'],
    ['name', '\udc00'],
    ['accessKey', 'x'.repeat(201)],
    ['accessKey', 'not-ascii-é'],
    ['secretKey', 'tab\tinside'],
  ])('%s that is %.30j', async (field, value) => {
    expect(fieldsOf(await faultsOf(accountBody({ [field]: value })))).toEqual([field]);
  });

  it.each([
    ['address', { suburb: 'NUL \0' }, 'address.suburb'],
    ['hooks', [{ url: 'https://crm.example/in', trigger: '\ud800' }], 'hooks[0].trigger'],
    ['slugs', [{ listingType: 'rental', slug: '/half \ud800' }], 'slugs[0].slug'],
    ['slugs', [{ listingType: 'rental', slug: '/NUL \0' }], 'slugs[0].slug'],
    ['subsiteDetails', { listingOfficeIDs: ['\0'] }, 'subsiteDetails.listingOfficeIDs'],
    ['subsiteDetails', { mainWebsiteID: 2_147_483_648 }, 'subsiteDetails.mainWebsiteID'],
    ['subsiteDetails', { mainWebsiteID: 0 }, 'subsiteDetails.mainWebsiteID'],
    ['config', { primaryColor: '#12345' }, 'config.primaryColor'],
    ['config', { suburbProfileLink: 'javascript:alert(1)//{{suburb}}' }, 'config.suburbProfileLink'],
    ['integrations', { reviews: 'JavaScript:alert(1)' }, 'integrations.reviews'],
    ['integrations', { offmarketLink: ' javascript:alert(1)' }, 'integrations.offmarketLink'],
  ])('%s that holds %j', async (name, value, field) => {
    expect(fieldsOf(await faultsOf(accountBody({ [name]: value })))).toEqual([field]);
  });
});

describe('a body of an account that is very long', () => {
  it.each([
    ['about', 'x'.repeat(900_000)],
    ['hooks', Array.from({ length: 21 }, () => ({}))],
    ['slugs', Array.from({ length: 101 }, () => ({}))],
    ['subsiteDetails.listingOfficeIDs', Array(1001).fill('')],
  ])('%s', async (field, value) => {
    const [name = '', inner] = field.split('.');
    expect(fieldsOf(await faultsOf(accountBody({ [name]: inner ? { [inner]: value } : value })))).toEqual([field]);
  });
});

describe('a body of an account that is taken', () => {
  it.each([
    'https://localhost:8080',
    'http://192.168.1.1/x',
    'HTTPS://Shout.Example/',
    'https://bücher.example/straße?q=ü#ö',
    'https://host.example/a|b^c@d',
    'https://[::1]/',
    'https://emoji.example/🏠',
  ])('links to %s', async (link) => {
    const created = await createAccount(service, { link });
    expect(created).toMatchObject({ link, hostname: new URL(link).hostname });
    expect((await service.get(`/api/v1/websites/${created.websiteID}`)).body).toMatchObject({ link });
  });

  it('keeps text as it is: emoji, right-to-left, quotes, markup, spaces', async () => {
    const about = ' 🏠👩‍👩‍👧 שלום "q" \'s\' \\ </script> \u2028\u0001 $1 %s ${x} {{y}} ';
    const created = await createAccount(service, { about, name: about });
    expect(created).toMatchObject({ about, name: about });
    expect((await service.get(`/api/v1/websites/${created.websiteID}`)).body).toMatchObject({ about, name: about });
  });
});

describe('a body that is expensive to validate', () => {
  /** All that class-validator would be slow at, or fail at, is told without it. */
  it.each([
    ['unknown names', Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`name${at}`, 1])), 4_900],
    ['names inside text', { about: Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`x${at}`, 1])) }, 1],
    ['a list of empty objects', { hooks: Array.from({ length: 4_900 }, () => ({})) }, 1],
    ['a list of numbers', { slugs: Array.from({ length: 4_900 }, (_, at) => at) }, 1],
    ['wrong leaves', { slugs: Array.from({ length: 100 }, () => ({ listingType: 1, slug: 1 })) }, 200],
  ])('%s: a hundred faults, and how many more', async (_, body, count) => {
    const { status, body: refusal } = await service.post<Refusal & { detail: string }>(
      '/api/v1/accounts',
      accountBody(body),
    );
    expect({ status, code: refusal.code }).toEqual({ status: 400, code: 'INVALID_BODY' });
    expect(refusal.errors).toHaveLength(Math.min(count, 100));
    if (count > 100) expect(refusal.detail).toContain(`${count} faults; the first 100 are`);
    else expect(refusal.detail).not.toContain('first');
  });

  it('because it holds more than 5,000 values is not parsed at all', async () => {
    for (const items of ['{},', '1,', '[],', '"x",', '{"a":1},']) {
      const many = items.repeat(5_000).slice(0, -1);
      for (const text of [`{"hooks":[${many}]}`, `[${many}]`, `{"a":{"b":[${many},`]) {
        const { status, body } = await service.post<Refusal & { detail: string }>('/api/v1/accounts', text);
        expect({ status, code: body.code }).toEqual({ status: 400, code: 'MALFORMED_REQUEST' });
        expect(body.detail).toContain('5000 values');
      }
    }
  });

  it('is never 500: names that every object has, in the place of a value', async () => {
    for (const name of ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']) {
      for (const value of ['1', '{}', 'null', '[]', '"x"', '{"prototype":1}']) {
        const nested = `{${JSON.stringify(name)}:${value}}`;
        expect(await faultsOf(`{"name":${nested},"link":"https://x.example"}`)).toMatchObject([{ field: 'name' }]);
        expect((await faultsOf(`{"name":"x","link":[${nested}],"hooks":${nested}}`)).map(({ field }) => field)).toEqual(
          ['link', 'hooks'],
        );
      }
    }
  });

  it('repeats no long names', async () => {
    const [fault] = await faultsOf({ name: 'x', link: 'https://x.example', ['y'.repeat(900_000)]: 1 });
    expect(fault?.field).toBe(`${'y'.repeat(200)}...`);
  });
});
