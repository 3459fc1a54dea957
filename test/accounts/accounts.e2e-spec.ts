import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  accountDefaults,
  createAccount,
  createAgent,
  createSubAccount,
  everyAccountField,
  operator,
  specService,
  storeCredential,
  NO_LISTINGS,
} from '@testing';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const GENERATED_KEY = /^ad[ks]_\w{49}$/;
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

type Created = { readonly account: AccountAnswer };

const service = specService();

/** Some of the fields that a write accepts. */
const written = (names: string) =>
  Object.fromEntries(Object.entries(everyAccountField).filter(([name]) => names.split(' ').includes(name)));
const LISTED = 'logo favicon name link isWebsiteClient config';

describe('POST /api/v1/accounts', () => {
  it('answers 201 with Location, a message, the defaults of D16, and generated keys (D13)', async () => {
    const { status, headers, body } = await service.post<Created>('/api/v1/accounts', {
      name: 'Plain',
      link: 'https://WWW.Plain.Example/home?a=1',
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/websites/${body.account.websiteID}`);
    expect(headers.get('etag')).toMatch(/^"1-.+"$/);
    expect(body).toEqual({
      message: expect.stringMatching(/./),
      account: {
        ...accountDefaults,
        name: 'Plain',
        link: 'https://WWW.Plain.Example/home?a=1',
        hostname: 'www.plain.example',
        accessKey: expect.stringMatching(GENERATED_KEY),
        secretKey: expect.stringMatching(GENERATED_KEY),
        _id: expect.stringMatching(UUID_V7),
        websiteID: expect.any(Number),
        createdAt: expect.stringMatching(INSTANT),
        updatedAt: expect.stringMatching(INSTANT),
      },
    });
    expect(body.account.accessKey).not.toBe(body.account.secretKey);
  });

  it('stores every submitted field, and returns the whole account', async () => {
    const { status, body } = await service.post<Created>('/api/v1/accounts', everyAccountField);
    expect(status).toBe(201);
    const { _id, websiteID, createdAt, updatedAt, ...submitted } = body.account;
    expect(submitted).toEqual({ ...everyAccountField, hostname: 'www.harbour.example' });
    expect({ _id, websiteID, createdAt, updatedAt }).not.toContainEqual(undefined);
  });

  it('accepts supplied keys at once, and answers 409 if the accessKey is in use', async () => {
    const keys = { accessKey: 'given-access-key', secretKey: 'given-secret-key-of-the-tests' };
    await createAccount(service, keys);
    expect((await service.get('/api/v1/auth/me', { as: keys })).status).toBe(200);
    for (const accessKey of [keys.accessKey, operator.accessKey]) {
      const refused = await service.post('/api/v1/accounts', accountBody({ accessKey }));
      expect(refused).toMatchObject({ status: 409, body: { code: 'DUPLICATE_ACCESS_KEY' } });
    }
  });

  it('accepts null for any default (D17), and generates keys that are empty or null', async () => {
    const nulls = Object.fromEntries(Object.keys(accountDefaults).map((name) => [name, null]));
    const account = await createAccount(service, { ...nulls, accessKey: '', secretKey: null });
    expect(account).toMatchObject(accountDefaults);
    for (const key of [account.accessKey, account.secretKey]) expect(key).toMatch(GENERATED_KEY);
  });

  it('never assigns a websiteID twice (D2)', async () => {
    const first = await createAccount(service);
    await service.delete(`/api/v1/websites/${first.websiteID}`);
    expect((await createAccount(service)).websiteID).toBeGreaterThan(first.websiteID);
  });
});

describe('GET /api/v1/websites/{id}', () => {
  let account: AccountAnswer;

  beforeAll(async () => {
    account = await createAccount(service, { ...everyAccountField, accessKey: undefined, secretKey: undefined });
  });

  it('returns only the single representation to other accounts, by either identifier', async () => {
    const as = await createAccount(service);
    for (const id of [account.websiteID, account._id, account._id.toUpperCase(), `00${account.websiteID}`]) {
      const { status, headers, body } = await service.get(`/api/v1/websites/${id}`, { as });
      expect(status).toBe(200);
      expect(headers.get('etag')).toMatch(/^"1-.+"$/);
      expect(body).toEqual({
        websiteID: account.websiteID,
        hostname: 'www.harbour.example',
        ...written(`${LISTED} type subsiteDetails about contacts socialMedia integrations address`),
        listingCounts: NO_LISTINGS,
      });
    }
  });

  it('returns every field except the secret key to the account, its main account and the operator (B51)', async () => {
    const subsiteDetails = { mainWebsiteID: account.websiteID };
    const sub = await createAccount(service, {
      subsiteDetails,
      slugs: [{ listingType: 'land', slug: '/land/{uniqueID}' }],
    });
    const { secretKey: _, ...shown } = sub;
    const path = `/api/v1/websites/${sub.websiteID}`;
    for (const as of [sub, account, undefined]) {
      const { headers, body } = await service.get(path, as ? { as } : {});
      expect(body).toEqual({ ...shown, updatedAt: expect.any(String), listingCounts: NO_LISTINGS });
      const given = { headers: { 'if-match': headers.get('etag') ?? '' } };
      expect((await service.put(path, {}, { ...given, ...(as && { as }) })).status).toBe(200);
    }
    const { body } = await service.get<object>(`/api/v1/websites/${account.websiteID}`, { as: sub });
    expect(Object.keys(body)).not.toContain('hooks');
  });

  it('shows a read-only pair the same fields as its account', async () => {
    const own = await createAccount(service);
    const path = `/api/v1/websites/${own.websiteID}`;
    const pair = await storeCredential(service, own, 'read');
    const other = `/api/v1/websites/${account.websiteID}`;
    for (const shown of [path, other]) {
      const seen = await service.get(shown, { as: pair });
      expect(seen).toMatchObject({ status: 200, body: (await service.get(shown, { as: own })).body });
    }
    expect(Object.keys((await service.get<object>(path, { as: pair })).body)).toContain('hooks');
  });

  it.each(['abc', '-1', '0', '1.5', '%201', '99999999999999999999', '2147483648', '2147483647', NOBODY, '%00', 'null'])(
    'answers 404 for %s (D2)',
    async (id) => {
      for (const answer of await Promise.all([
        service.get(`/api/v1/websites/${id}`),
        service.put(`/api/v1/websites/${id}`, {}),
        service.delete(`/api/v1/websites/${id}`),
      ])) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      }
    },
  );
});

describe('GET /api/v1/websites', () => {
  it('returns only the list representation in its envelope, by websiteID (D8)', async () => {
    const { websiteID } = await createAccount(service, { ...everyAccountField, accessKey: '', secretKey: '' });
    const { status, body } = await service.get(`/api/v1/websites?id=${websiteID}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 1,
      totalPage: 1,
      data: [{ websiteID, hostname: 'www.harbour.example', ...written(LISTED) }],
    });
  });
});

describe('DELETE /api/v1/websites/{id}', () => {
  it('returns the former record without the secret, and deletes the agents (D18)', async () => {
    const { secretKey, ...account } = await createAccount(service, {
      ...everyAccountField,
      accessKey: 'soon-gone-access',
      secretKey: 'soon-gone-secret-of-the-tests',
    });
    const agent = await createAgent(service, account.websiteID, 'Soon Gone');
    const { status, body } = await service.delete(`/api/v1/websites/${account._id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.stringMatching(/./), deletedAccount: account });
    for (const path of [`/api/v1/websites/${account.websiteID}`, `/api/v1/agents/${agent.id}`]) {
      expect((await service.get(path)).status).toBe(404);
    }
    expect((await service.delete(`/api/v1/websites/${account.websiteID}`)).status).toBe(404);
    const keys = { accessKey: account.accessKey, secretKey };
    expect((await service.get('/api/v1/auth/me', { as: keys })).status).toBe(401);
    await createAccount(service, keys); // the key is free again
  });

  it('answers 409 with the ids of existing sub-accounts (D18)', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main);
    const { status, body } = await service.delete(`/api/v1/websites/${main.websiteID}`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'SUB_ACCOUNTS_EXIST', detail: expect.stringContaining(String(sub.websiteID)) });
    expect((await service.delete(`/api/v1/websites/${sub.websiteID}`)).status).toBe(200);
    expect((await service.delete(`/api/v1/websites/${main.websiteID}`)).status).toBe(200);
  });
});

describe('the secretKey (D13)', () => {
  it('is returned only by creates and updates', async () => {
    const secretKey = 'a-secret-to-look-for-in-answers';
    const account = await createAccount(service, { secretKey, about: 'x' });
    const { accessKey, websiteID } = account;
    const agent = await createAgent(service, websiteID, 'Keeps Secrets');
    const path = `/api/v1/websites/${websiteID}`;
    expect((await service.put<AccountAnswer>(path, { about: 'y' })).body.secretKey).toBe(secretKey);
    const own = { as: { accessKey, secretKey } };
    const reads = [
      path,
      `/api/v1/websites?id=${websiteID}`,
      '/api/v1/auth/me',
      `/api/v1/agents?websiteID=${websiteID}`,
      `/api/v1/agents/${agent.id}`,
      '/api/v1/listings?status=all',
      '/api/v1/properties',
    ];
    const others = await Promise.all([
      ...reads.map((read) => service.get(read, own)),
      service.put(`/api/v1/agents/${agent.id}`, { biography: 'z' }, own),
      service.post('/api/v1/accounts', accountBody({ accessKey, secretKey })),
      service.put(path, { secretKey: `${secretKey} with spaces` }, own),
    ]);
    for (const answer of others) expect(JSON.stringify(answer.body)).not.toContain(secretKey);
    const stored = await service.store.dataSource.query(`
      SELECT (SELECT string_agg(accounts::text, '') FROM accounts) || (SELECT string_agg(credentials::text, '')
      FROM credentials) || coalesce((SELECT string_agg(agents::text, '') FROM agents), '') AS everything`);
    const hex = Buffer.from(secretKey).toString('hex');
    expect(JSON.stringify(stored)).not.toContain(secretKey);
    expect(JSON.stringify(stored)).not.toContain(hex);
    expect(JSON.stringify((await service.delete(path, own)).body)).not.toContain(secretKey);
  });
});
