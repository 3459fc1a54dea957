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

/** The faults of a body, which creates and updates must both report. */
async function faultsOf(body: unknown): Promise<Refusal['errors']> {
  const created = await service.post<Refusal>('/api/v1/accounts', body);
  const updated = await service.put<Refusal>(`/api/v1/websites/${account.websiteID}`, body);
  expect([created.status, updated.status]).toEqual([400, 400]);
  expect([created.body.code, updated.body.code]).toEqual(['INVALID_BODY', 'INVALID_BODY']);
  expect(updated.body.errors).toEqual(created.body.errors);
  return created.body.errors;
}

const fieldsOf = (faults: Refusal['errors']) => faults.map(({ field }) => field).sort();

describe('an invalid body of an account is refused with every fault (D9)', () => {
  it('requires name and link on create, and only there', async () => {
    const { status, body } = await service.post<Refusal>('/api/v1/accounts', { about: 'x' });
    expect(status).toBe(400);
    expect(fieldsOf(body.errors)).toEqual(['link', 'name']);
    expect((await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'x' })).status).toBe(200);
  });

  it.each([null, [], [{}], 'text', 7, true])('refuses %j as a body', async (body) => {
    expect(await faultsOf(JSON.stringify(body))).toEqual([{ field: 'body', message: 'must be a JSON object' }]);
  });

  it('reports unknown fields (D17) and wrong values at any depth', async () => {
    const faults = await faultsOf(
      accountBody({
        name: '   ',
        link: 'ftp://files.example',
        Name: 'case matters',
        secretKey: 'with a space in it',
        config: { primaryColour: '#000000', listingTypes: [] },
        contacts: { email: { support: 'x', office: 5 } },
        about: 'half a pair \ud800',
        hooks: [{ url: 'https://crm.example/in', trigger: '', event: 'x' }, 'hook', null],
        slugs: [{ listingType: 'house', slug: '/{price}' }],
        subsiteDetails: { mainWebsiteID: 2_147_483_648 },
      }),
    );
    expect(fieldsOf(faults)).toEqual(
      (
        'name link Name secretKey config.primaryColour config.listingTypes contacts.email.support ' +
        'contacts.email.office about hooks[0].event hooks[1] hooks[2] slugs[0].listingType slugs[0].slug ' +
        'subsiteDetails.mainWebsiteID'
      )
        .split(' ')
        .sort(),
    );
    const message = 'is not a known field; did you mean config.primaryColor?';
    expect(faults).toContainEqual({ field: 'config.primaryColour', message });
    const blank = 'must be text of 1 to 500 characters that is not blank, without NUL';
    expect(faults).toContainEqual({ field: 'name', message: blank });
  });

  it.each(['"', '<', '>', '`'])('refuses a template of listing pages with %s, which no URL contains', async (sign) => {
    const slugs = [{ listingType: 'land', slug: `/land${sign}/{uniqueID}` }];
    expect(fieldsOf(await faultsOf(accountBody({ slugs })))).toEqual(['slugs[0].slug']);
  });

  it('reports values that only other rules and the stored data refuse', async () => {
    const same = 'equal-keys-of-24-characters';
    const { websiteID } = await createAccount(service, { feedAgentIDs: ['TAKEN1'] });
    const body = accountBody({
      type: 'primary-account',
      accessKey: same,
      secretKey: same,
      hooks: [{ name: '', url: 'https://localhost/in', trigger: 'all' }],
      feedAgentIDs: ['taken1'],
      subsiteDetails: { mainWebsiteID: 2_000_000_000 },
    });
    const named = ['feedAgentIDs[0]', 'hooks[0].url', 'secretKey', 'subsiteDetails.mainWebsiteID', 'type'];
    expect(fieldsOf(await faultsOf(body))).toEqual(named);
    const repeated = { ...body, websiteID, hostname: 'other.example' };
    const { status, body: refusal } = await service.put<Refusal>(`/api/v1/websites/${account.websiteID}`, repeated);
    expect(status).toBe(400);
    expect(fieldsOf(refusal.errors)).toEqual([...named, 'hostname', 'websiteID'].sort());
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', ''])(
    'reports the key %j as unknown',
    async (key) => {
      const plain = JSON.stringify(accountBody()).slice(0, -1);
      expect(fieldsOf(await faultsOf(`${plain},${JSON.stringify(key)}:{"status":false}}`))).toEqual([key]);
      expect(fieldsOf(await faultsOf(`${plain},"config":{${JSON.stringify(key)}:1}}`))).toEqual([`config.${key}`]);
      expect(fieldsOf(await faultsOf(`${plain},"hooks":[{"url":"","trigger":"",${JSON.stringify(key)}:1}]}`))).toEqual([
        `hooks[0].${key}`,
      ]);
    },
  );
});

describe('a valid body of an account', () => {
  it('keeps text unchanged: emoji, right-to-left, quotes, markup, spaces; a name without those around it', async () => {
    const about = ' 🏠👩‍👩‍👧 שלום "q" \'s\' \\ </script> \u2028\u0001 $1 %s ${x} {{y}} ';
    const created = await createAccount(service, { about, name: about });
    expect(created).toMatchObject({ about, name: about.trim() });
    expect((await service.get(`/api/v1/websites/${created.websiteID}`)).body).toMatchObject({
      about,
      name: about.trim(),
    });
  });
});

describe('a body that is expensive to validate', () => {
  /** Bodies that class-validator handles slowly or not at all are reported without it. */
  it.each([
    ['unknown names', Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`name${at}`, 1])), 4_900],
    ['names inside text', { about: Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`x${at}`, 1])) }, 1],
    ['a list of empty objects', { hooks: Array.from({ length: 4_900 }, () => ({})) }, 1],
    ['a list of numbers', { slugs: Array.from({ length: 4_900 }, (_, at) => at) }, 1],
    ['wrong leaves', { slugs: Array.from({ length: 100 }, () => ({ listingType: 1, slug: 1 })) }, 200],
  ])('is answered with a hundred faults and the number of the others: %s', async (_, body, count) => {
    const { status, body: refusal } = await service.post<Refusal & { detail: string }>(
      '/api/v1/accounts',
      accountBody(body),
    );
    expect({ status, code: refusal.code }).toEqual({ status: 400, code: 'INVALID_BODY' });
    expect(refusal.errors).toHaveLength(Math.min(count, 100));
    if (count > 100) expect(refusal.detail).toContain(`${count} faults; the first 100 are`);
    else expect(refusal.detail).not.toContain('first');
  });

  it('is answered without repeating long names', async () => {
    const [fault] = await faultsOf({ name: 'x', link: 'https://x.example', ['y'.repeat(900_000)]: 1 });
    expect(fault?.field).toBe(`${'y'.repeat(200)}...`);
  });
});
