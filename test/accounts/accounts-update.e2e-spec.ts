import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountDefaults,
  createAccount,
  everyAccountField,
  specService,
  NO_LISTINGS,
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
/** Derived fields have tests of their own. */
const independent = leaves(writable).filter(([name]) => !['link', 'type', 'address'].includes(name ?? ''));

/** Another value of the same kind. */
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

const put = (body: unknown) => service.put<AccountAnswer>(path, body);

describe('PUT /api/v1/websites/{id} merges (D17)', () => {
  it('changes the supplied leaf and keeps all others, for every leaf, in every response', async () => {
    let expected: Tree = account;
    for (const leaf of independent) {
      const value = another(leaf, at(writable, leaf));
      if (value === undefined) continue;
      expected = { ...changed(expected, leaf, value), updatedAt: expect.any(String) };
      const { status, body } = await put(only(leaf, value));
      expect({ leaf, status, body }).toEqual({ leaf, status: 200, body: expected });
    }
    const { listingCounts: _counts, ...single } = (await service.get<Tree>(path)).body;
    for (const name of Object.keys(single)) expect({ [name]: single[name] }).toEqual({ [name]: expected[name] });
  });

  it('resets each leaf and whole objects to their default with null', async () => {
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

  it('accepts the whole account as returned by reads and writes, and changes nothing', async () => {
    const read = async () => (await service.get<Tree>(path)).body;
    for (const representation of ['as written', 'as read', 'empty']) {
      const whole = representation === 'as read' ? await read() : account;
      const { status, body } = await put(representation === 'empty' ? {} : whole);
      expect(status).toBe(200);
      expect(body).toEqual(account);
    }
    const { secretKey: _secret, ...shown } = account;
    expect(await read()).toEqual({ ...shown, listingCounts: NO_LISTINGS });
  });

  it.each([
    ['websiteID', 1],
    ['_id', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['hostname', 'elsewhere.example'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['updatedAt', '2020-01-01T00:00:00.000Z'],
    ['name', null],
    ['link', null],
  ])('refuses %s: %j', async (field, value) => {
    const refused = await put({ [field]: value, about: 'changed' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', errors: [{ field }] } });
    expect((await service.get(path)).body).toMatchObject({ about: account.about });
  });
});

describe('derived fields', () => {
  it('the hostname follows link, also in filters (D14)', async () => {
    const link = `https://Moved-${account.websiteID}.Example/`;
    const hostname = `moved-${account.websiteID}.example`;
    expect((await put({ link })).body).toMatchObject({ link, hostname });
    expect((await service.get(`/api/v1/websites?hostname=${hostname}`)).body).toMatchObject({ total: 1 });
    expect((await service.get(`/api/v1/websites?s=moved-${account.websiteID}`)).body).toMatchObject({ total: 1 });
  });

  it('the address texts follow the parts, unless they were supplied (D6)', async () => {
    const address = { lotNumber: '', suburb: 'Cremorne', fullAddress: 'The Corner' };
    expect((await put({ address })).body).toMatchObject({
      address: { fullSuburb: 'Cremorne VIC 3121', fullAddress: 'The Corner', street: 'Main Road' },
    });
    for (const [suburb, total] of Object.entries({ Cremorne: 1, Richmond: 0 })) {
      const { body } = await service.get(`/api/v1/websites?suburb=${suburb}&id=${account.websiteID}`);
      expect(body).toMatchObject({ total });
    }
  });
});

describe('key rotation (D13)', () => {
  it.each([
    [{ accessKey: 'rotated-access' }],
    [{ secretKey: 'rotated-secret-of-the-tests' }],
    [{ accessKey: 'rotated-access-2', secretKey: 'rotated-secret-of-the-tests-2' }],
    [{ secretKey: null }],
    [{ accessKey: '', secretKey: '' }],
  ])('%j: the new pair is valid at once, the old one is not', async (change) => {
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

  it('with a key of another account is refused with 409', async () => {
    const { accessKey } = await createAccount(service);
    const refused = await put({ accessKey, about: 'changed' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DUPLICATE_ACCESS_KEY' } });
    expect((await put({})).body).toMatchObject({ accessKey: account.accessKey, about: account.about });
  });
});

describe('an account stored before some fields were declared', () => {
  it('can be updated; missing fields get their defaults', async () => {
    await service.store.dataSource.query(
      `UPDATE accounts SET record = record - 'slugs' #- '{config,listingTypes}' WHERE id = $1`,
      [account.websiteID],
    );
    const body = { about: 'changed', slugs: [], config: { listingTypes: {} } };
    expect(await put({ about: 'changed', enabledSlug: true })).toMatchObject({ status: 200, body });
  });
});
