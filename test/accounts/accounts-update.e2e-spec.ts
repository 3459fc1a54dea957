import { beforeEach, describe, expect, it } from 'vitest';
import { createApplication } from '../../apps/api/src/bootstrap.js';
import {
  type AccountAnswer,
  accountDefaults,
  createAccount,
  createSubAccount,
  everyAccountField,
  silentLogger,
  specService,
  testSettings,
} from '@testing';

type Tree = { [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path of every leaf; an array is one leaf. */
function leaves(tree: Tree, parents: string[] = []): string[][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    isTree(value) ? leaves(value, [...parents, name]) : [[...parents, name]],
  );
}

const at = (tree: unknown, path: string[]): unknown =>
  path.reduce<unknown>((node, name) => (isTree(node) ? node[name] : undefined), tree);

const only = ([name = '', ...others]: string[], value: unknown): Tree => ({
  [name]: others.length > 0 ? only(others, value) : value,
});

/** The tree with one leaf changed. */
function changed(tree: Tree, [name = '', ...others]: string[], value: unknown): Tree {
  const before = tree[name];
  return { ...tree, [name]: others.length > 0 && isTree(before) ? changed(before, others, value) : value };
}

const { accessKey: _, secretKey: __, ...writable } = everyAccountField;
/** What follows other fields is tested by itself. */
const independent = leaves(writable).filter(([name]) => !['link', 'type', 'address'].includes(name ?? ''));

/** A value of the same kind that is another one. */
function another(path: string[], value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (path.at(-1) === 'mainWebsiteID') return undefined;
  if (Array.isArray(value)) return path.at(-1) === 'listingOfficeIDs' ? ['OTHER'] : value.slice(1);
  if (path.at(-1)?.endsWith('Color')) return '#123456';
  return 'https://another.example/value';
}

const service = specService();
let account: AccountAnswer;
let path: string;

beforeEach(async () => {
  account = await createAccount(service, writable);
  path = `/api/v1/websites/${account.websiteID}`;
});

const put = (body: unknown, headers: Record<string, string> = {}) =>
  service.put<AccountAnswer>(path, body, { headers });

describe('PUT /api/v1/websites/{id} merges (D17)', () => {
  it('changes the supplied leaf and keeps all others, for every leaf, in every answer', async () => {
    let expected: Tree = account;
    for (const leaf of independent) {
      const value = another(leaf, at(writable, leaf));
      if (value === undefined) continue;
      expected = { ...changed(expected, leaf, value), updatedAt: expect.any(String) };
      const { status, body } = await put(only(leaf, value));
      expect({ leaf, status, body }).toEqual({ leaf, status: 200, body: expected });
    }
    const { body: single } = await service.get<Tree>(path);
    for (const name of Object.keys(single)) expect({ [name]: single[name] }).toEqual({ [name]: expected[name] });
  });

  it('puts each leaf back to its default with null, and whole objects as well', async () => {
    let expected: Tree = account;
    for (const leaf of independent.filter(([name]) => name !== 'name')) {
      expected = { ...changed(expected, leaf, at(accountDefaults, leaf)), updatedAt: expect.any(String) };
      const { status, body } = await put(only(leaf, null));
      expect({ leaf, status, body }).toEqual({ leaf, status: 200, body: expected });
    }
    const wholes = { config: null, contacts: null, address: null, logo: null, integrations: null, socialMedia: null };
    const { config, contacts, address, logo, integrations, socialMedia } = accountDefaults;
    expect((await put(wholes)).body).toMatchObject({ config, contacts, address, logo, integrations, socialMedia });
  });

  it('replaces arrays, and fills what their items leave out', async () => {
    const { body } = await put({
      hooks: [{ url: 'https://crm.example/in', trigger: '' }],
      slugs: [],
      subsiteDetails: { listingOfficeIDs: [] },
    });
    expect(body).toMatchObject({
      hooks: [{ name: '', url: 'https://crm.example/in', trigger: '' }],
      slugs: [],
      subsiteDetails: { listingSource: 'officeID', listingOfficeIDs: [] },
    });
  });

  it('takes the whole account back, as read and as written, and changes nothing but updatedAt', async () => {
    const read = async () => (await service.get<Tree>(path)).body;
    for (const representation of ['as written', 'as read', 'empty']) {
      const whole = representation === 'as read' ? await read() : account;
      const { status, body } = await put(representation === 'empty' ? {} : whole);
      expect(status).toBe(200);
      expect(body).toEqual({ ...account, updatedAt: expect.any(String) });
      account = body;
    }
    const { secretKey: _secret, ...shown } = account;
    expect(await read()).toEqual(shown);
  });

  it.each([
    ['websiteID', 1],
    ['_id', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['hostname', 'elsewhere.example'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['updatedAt', '2020-01-01T00:00:00.000Z'],
  ])('refuses another %s: 400', async (field, value) => {
    const { status, body } = await put({ [field]: value, about: 'changed' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_BODY', errors: [{ field }] });
    expect((await service.get(path)).body).toMatchObject({ about: account.about });
  });

  it.each(['name', 'link'])('refuses null for %s, which has no default', async (field) => {
    const { status, body } = await put({ [field]: null });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field }] });
  });
});

describe('what follows a change', () => {
  it('hostname follows link, also where it is a filter (D14)', async () => {
    const link = `https://Moved-${account.websiteID}.Example/`;
    const hostname = `moved-${account.websiteID}.example`;
    expect((await put({ link })).body).toMatchObject({ link, hostname });
    expect((await service.get(`/api/v1/websites?hostname=${hostname}`)).body).toMatchObject({ total: 1 });
    expect((await service.get(`/api/v1/websites?s=moved-${account.websiteID}`)).body).toMatchObject({ total: 1 });
  });

  it('address texts follow the parts, unless they were supplied (D6)', async () => {
    expect((await put({ address: { lotNumber: '', streetNumber: '41' } })).body).toMatchObject({
      address: {
        streetAddress: '3/41 Main Road',
        fullAddress: '3/41 Main Road, Richmond VIC 3121',
        suburb: 'Richmond',
      },
    });
    expect((await put({ address: { suburb: 'Cremorne', fullAddress: 'The Corner' } })).body).toMatchObject({
      address: { fullSuburb: 'Cremorne VIC 3121', fullAddress: 'The Corner' },
    });
    expect((await put({ address: { postcode: '3122' } })).body).toMatchObject({
      address: { fullSuburb: 'Cremorne VIC 3122', fullAddress: 'The Corner' },
    });
    expect((await put({ address: { fullAddress: null } })).body).toMatchObject({
      address: { fullAddress: '3/41 Main Road, Cremorne VIC 3122' },
    });
    for (const [suburb, total] of Object.entries({ Cremorne: 1, Richmond: 0 })) {
      const { body } = await service.get(`/api/v1/websites?suburb=${suburb}&id=${account.websiteID}`);
      expect(body).toMatchObject({ total });
    }
  });
});

describe('keys rotate (D13)', () => {
  it.each([
    [{ accessKey: 'rotated-access' }],
    [{ secretKey: 'rotated-secret-of-the-tests' }],
    [{ accessKey: 'rotated-access-2', secretKey: 'rotated-secret-of-the-tests-2' }],
    [{ secretKey: null }],
    [{ accessKey: '', secretKey: '' }],
  ])('%j: the new pair works at once, the old one stops', async (change) => {
    const before = { accessKey: account.accessKey, secretKey: account.secretKey };
    const { status, body } = await service.put<AccountAnswer>(path, change, { as: before });
    expect(status).toBe(200);
    for (const [name, given] of Object.entries(change)) {
      if (given) expect(body[name]).toBe(given);
      else expect(body[name]).toMatch(/^ad[ks]_\w{49}$/);
    }
    const after = { accessKey: body.accessKey, secretKey: body.secretKey };
    expect(after).not.toEqual(before);
    expect((await service.get('/api/v1/auth/me', { as: after })).status).toBe(200);
    expect((await service.get('/api/v1/auth/me', { as: before })).status).toBe(401);
    await service.delete(path);
  });

  it('on every instance of the service, at once, also while it is being asked', async () => {
    const second = await createApplication(testSettings, service.store.url, silentLogger);
    await second.listen(0, '127.0.0.1');
    const ask = async ({ accessKey, secretKey }: AccountAnswer) => {
      const headers = { 'x-access-key': accessKey, 'x-secret-key': secretKey };
      return (await fetch(`${await second.getUrl()}${path}`, { headers })).status;
    };
    let pair = account;
    for (let round = 0; round < 10; round++) {
      expect(await ask(pair)).toBe(200);
      const { body: rotated } = await put({ secretKey: null });
      expect([await ask(pair), await ask(rotated)]).toEqual([401, 200]);
      pair = rotated;
    }
    await second.close();
  });

  it('to a key of another account: 409 without a change', async () => {
    const { accessKey } = await createAccount(service);
    const { status, body } = await put({ accessKey, about: 'changed' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'DUPLICATE_ACCESS_KEY' });
    const { body: after } = await put({});
    expect(after).toMatchObject({ accessKey: account.accessKey, about: account.about });
  });
});

describe('an account stored before some of its fields were declared', () => {
  it('is updated: what its record lacks has its default', async () => {
    await service.store.dataSource.query(
      `UPDATE accounts SET record = record - 'slugs' #- '{config,listingTypes}' WHERE id = $1`,
      [account.websiteID],
    );
    const { status, body } = await put({ about: 'changed', enabledSlug: true });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { about: 'changed', slugs: [], config: { listingTypes: {} } },
    });
  });
});

describe('If-Match (D17)', () => {
  it('accepts the current version, whichever response had it, and rejects a stale one: 412', async () => {
    const read = (await service.get(path)).headers.get('etag') ?? '';
    const first = await put({ about: 'one' }, { 'if-match': `"0-x", ${read}` });
    expect(first.status).toBe(200);
    const stale = await put({ about: 'two' }, { 'if-match': read });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect((await put({ about: 'three' }, { 'if-match': first.headers.get('etag') ?? '' })).status).toBe(200);
    expect((await put({ about: 'four' }, { 'if-match': '*' })).body).toMatchObject({ about: 'four' });
    expect((await put({ about: 'five' }, { 'if-match': 'nonsense' })).status).toBe(412);
  });
});

describe('the main account of a sub-account', () => {
  it('must exist, be primary, and be another: 400', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main);
    for (const mainWebsiteID of [account.websiteID, sub.websiteID, 2_000_000_000]) {
      const { status, body } = await put({ subsiteDetails: { mainWebsiteID } });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ field: 'subsiteDetails.mainWebsiteID' }] });
    }
    expect((await put({ subsiteDetails: { mainWebsiteID: main.websiteID } })).status).toBe(200);
    expect((await put({ subsiteDetails: { mainWebsiteID: null } })).status).toBe(200);
  });
});

describe('subsiteDetails.mainWebsiteID', () => {
  it('may be empty: null and the empty text stand for no main account', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main);
    const subsite = `/api/v1/websites/${sub.websiteID}`;
    const emptied = await service.put(subsite, { subsiteDetails: { mainWebsiteID: '' } });
    expect(emptied.body).toMatchObject({ subsiteDetails: { mainWebsiteID: null } });
  });
});
