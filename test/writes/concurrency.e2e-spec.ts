import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  agentBody,
  type Answer,
  createAccount,
  createAgent,
  createSubAccount,
  specService,
} from '@testing';

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

/** The number of responses with each status. */
function tally(answers: Answer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const text = (name: string) => `set ${name}`;
const leaves = (names: string[], value: (name: string) => string) => names.map((name) => ({ [name]: value(name) }));
const link = (name: string) => `https://leaf.example/${name}`;

/** Fifty changes of different leaves of an account. */
const accountChanges: Record<string, unknown>[] = [
  ...leaves(['reviews', 'offmarketLink', 'propertyEstimateLink', 'propertyAppraisalLink'], link),
  ...leaves(['switchToUsLink', 'suburbProfileLink', 'privacyPolicyLink'], link),
].map((integrations) => ({ integrations }));
for (const kind of ['email', 'phone', 'fax']) {
  for (const numbers of leaves(['office', 'sales', 'pm'], text)) accountChanges.push({ contacts: { [kind]: numbers } });
}
const networks = leaves(['networkA', 'networkB', 'networkC', 'networkD', 'networkE'], link);
accountChanges.push(
  ...networks.map((socialMedia) => ({ socialMedia })),
  ...leaves(['light', 'dark', 'override'], link).map((logo) => ({ logo })),
  ...leaves(['video', 'cloudAlphaCDN', 'cloudBetaCDN', 'suburbProfileLink'], link).map((config) => ({ config })),
  ...leaves(['primaryColor', 'secondaryColor', 'tertiaryColor'], () => '#ABCDEF').map((config) => ({ config })),
  ...['hasForSale', 'hasForRent'].map((name) => ({ config: { listingTypes: { [name]: true } } })),
  ...leaves(['subNumber', 'streetNumber', 'street', 'suburb', 'state', 'postcode'], (name) => name).map((address) => ({
    address,
  })),
  { address: { country: 'Australia' } },
  { address: { latitude: '-37' } },
  { address: { longitude: '144' } },
  ...['isWebsiteClient', 'sendToCms', 'isDisplayToFrontEnd', 'showOnPortalBubble', 'enabledSlug'].map((name) => ({
    [name]: true,
  })),
  { about: 'set about' },
  { favicon: link('favicon') },
  { hooks: [{ name: 'CRM', url: link('hook'), trigger: 'new-current-listing' }] },
);

describe('concurrent partial updates all survive (D17)', () => {
  it('50 of an account, including its derived fields', async () => {
    expect(accountChanges).toHaveLength(50);
    const path = `/api/v1/websites/${account.websiteID}`;
    const answers = await Promise.all(accountChanges.map((change) => service.put(path, change)));
    expect(tally(answers)).toEqual({ 200: 50 });
    const { headers, body } = await service.put(path, {});
    for (const change of accountChanges) expect(body).toMatchObject(change);
    // The last one changed nothing.
    expect(headers.get('etag')).toMatch(/^"51-/);
    expect(body).toMatchObject({ address: { fullAddress: 'subNumber/streetNumber street, suburb state postcode' } });
    const { body: found } = await service.get('/api/v1/websites?suburb=suburb&state=state&type=both&iswebsiteclient=1');
    expect(found).toMatchObject({ total: 1 });
  });

  it('50 of an agent', async () => {
    const { id } = await createAgent(service, account.websiteID);
    const changes: Record<string, unknown>[] = [
      ...networks.map((socialMedia) => ({ socialMedia })),
      { email: { agency: 'agency@leaf.example' } },
      { email: { crm: 'crm@leaf.example' } },
      ...leaves(['name', 'firstname', 'lastname', 'biography'], text),
      ...leaves(['profileVideo', 'profileImage', 'profileLink'], link),
      ...['departments', 'positions', 'officeID'].map((name) => ({ [name]: [text(name)] })),
      { telephone: [{ number: '1', type: 'BH' }] },
      { slug: 'concurrent-slug' },
    ];
    const answers = await Promise.all(
      times(50, (at) => service.put(`/api/v1/agents/${id}`, changes[at % changes.length])),
    );
    expect(tally(answers)).toEqual({ 200: 50 });
    const { body } = await service.get(`/api/v1/agents/${id}`);
    for (const change of changes) expect(body).toMatchObject('email' in change ? {} : change);
    for (const email of ['agency@leaf.example', 'crm@leaf.example']) {
      expect((await service.get(`/api/v1/agents?email=${email}`)).body).toMatchObject({ total: 1 });
    }
  });

  it('with the same version in If-Match, one succeeds with 200, the others fail with 412', async () => {
    const path = `/api/v1/websites/${account.websiteID}`;
    const { headers } = await service.get(path);
    const options = { headers: { 'if-match': headers.get('etag') ?? '' } };
    const answers = await Promise.all(times(20, (at) => service.put(path, { about: String(at) }, options)));
    expect(tally(answers)).toEqual({ 200: 1, 412: 19 });
  });
});

describe('concurrent creates', () => {
  it('20 with the same accessKey: one 201, the others 409 without a trace', async () => {
    const answers = await Promise.all(
      times(20, () =>
        service.post('/api/v1/accounts', accountBody({ accessKey: 'contested-key', about: 'contested' })),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    const [rows] = await service.store.dataSource.query(
      `SELECT count(*)::int FROM accounts WHERE detail LIKE '%contested%'`,
    );
    expect(rows).toEqual({ count: 1 });
  });

  it('20 rotations to the same accessKey: one 200, the others 409', async () => {
    const accounts = await Promise.all(times(20, () => createAccount(service)));
    const answers = await Promise.all(
      accounts.map(({ websiteID }) =>
        service.put(`/api/v1/websites/${websiteID}`, { accessKey: 'contested-rotation' }),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  });

  it('20 agents of one name: 20 slugs', async () => {
    const agents = await Promise.all(times(20, () => createAgent(service, account.websiteID, 'Same Name')));
    const slugs = agents.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(20);
    expect(slugs).toEqual(expect.arrayContaining(['same-name', ...times(8, (at) => `same-name-${at + 2}`)]));
  });

  it('a supplied slug beside a name that produces it: one gets it, and no generated slug collides', async () => {
    for (const slug of times(30, (at) => `given-or-made-${at}x`)) {
      const [given, ...made] = await Promise.all([
        service.post('/api/v1/agents', agentBody(account.websiteID, 'X Y', { slug })),
        ...times(3, () => service.post('/api/v1/agents', agentBody(account.websiteID, slug))),
      ]);
      expect({ slug, made: tally(made) }).toEqual({ slug, made: { 200: 3 } });
      expect([200, 409]).toContain(given?.status);
    }
  });

  it('accounts in a new place: all get the same place', async () => {
    const address = { suburb: 'Newly Named', state: 'TAS', postcode: '7999' };
    await Promise.all(times(20, () => createAccount(service, { address })));
    expect((await service.get('/api/v1/websites?suburb=newly named')).body).toMatchObject({ total: 20 });
  });
});

describe('a delete concurrent with references to the account', () => {
  it('sub-accounts: either they come first and the delete is 409, or they find no main account; never 500', async () => {
    for (const round of times(5, String)) {
      const main = await createAccount(service);
      const subsiteDetails = { mainWebsiteID: main.websiteID };
      const other = await createAccount(service);
      const [deleted, ...created] = await Promise.all([
        service.delete(`/api/v1/websites/${main.websiteID}`),
        ...times(4, () => service.post('/api/v1/accounts', accountBody({ subsiteDetails }))),
        service.put(`/api/v1/websites/${other.websiteID}`, { subsiteDetails }),
      ]);
      const made = created.filter(({ status }) => status === 201 || status === 200).length;
      expect({ round, deleted: deleted?.status }).toEqual({ round, deleted: made > 0 ? 409 : 200 });
      for (const { status } of created) expect([200, 201, 400]).toContain(status);
    }
  });

  it('agents: either they are deleted with it, or they find no account; never 500', async () => {
    for (const round of times(5, String)) {
      const { websiteID } = await createAccount(service);
      const mover = await createAgent(service, account.websiteID);
      const [deleted, ...others] = await Promise.all([
        service.delete(`/api/v1/websites/${websiteID}`),
        ...times(4, () => service.post('/api/v1/agents', agentBody(websiteID))),
        service.put(`/api/v1/agents/${mover.id}`, { websiteID }),
      ]);
      expect({ round, status: deleted?.status }).toEqual({ round, status: 200 });
      for (const { status } of others) expect([200, 400]).toContain(status);
      expect((await service.get(`/api/v1/agents?websiteID=${websiteID}`)).body).toMatchObject({ total: 0 });
    }
  });

  it('several deletes, and updates beside them: one 200, the others 404', async () => {
    const main = await createAccount(service);
    const { websiteID } = await createSubAccount(service, main);
    const path = `/api/v1/websites/${websiteID}`;
    const deletes = times(5, () => service.delete(path));
    const updates = times(5, () => service.put(path, { about: 'x' }));
    expect(tally(await Promise.all(deletes))).toEqual({ 200: 1, 404: 4 });
    for (const { status } of await Promise.all(updates)) expect([200, 404]).toContain(status);
  });
});
