import { describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  type AgentAnswer,
  agentBody,
  type Answer,
  createAccount,
  createAgent,
  createCredential,
  createOperatorPair,
  createSubAccount,
  type Keys,
  listingLine,
  operator,
  type Problem,
  seed,
  specService,
  spread,
  storeCredential,
} from '@testing';

/** The accounts: a main account and its sub-account, another primary account, and a disabled one. */
interface World {
  readonly main: AccountAnswer;
  readonly sub: AccountAnswer;
  readonly stranger: AccountAnswer;
  readonly disabled: AccountAnswer;
  /** A read-only pair of the stranger. */
  readonly reader: Keys;
  /** Named pairs of the operator. */
  readonly named: Keys;
  readonly namedReader: Keys;
}

/** The keys, the account that they ask about, and the expected status for each kind of request. */
interface Role {
  readonly caller: (world: World) => Keys | null;
  readonly headers?: Record<string, string>;
  readonly target: Exclude<keyof World, 'reader' | 'named' | 'namedReader'>;
  readonly reads: number;
  /** If it differs from other reads. */
  readonly audit?: number;
  /** The expected status of reads of enquiries, if it differs from other reads. */
  readonly enquiries?: number;
  /** If it differs from other writes. */
  readonly hooks?: number;
  readonly writes: number;
  readonly createsPrimary: number;
  readonly createsSubOfTarget: number;
}

const refused = (status: number) => ({
  reads: status,
  writes: status,
  createsPrimary: status,
  createsSubOfTarget: status,
});
const readsOnly = { ...refused(403), reads: 200 };
const everything = { reads: 200, writes: 200, createsPrimary: 201, createsSubOfTarget: 201 };
const nobody = { caller: () => null, target: 'main', ...refused(401) } as const;

const ROLES: Record<string, Role> = {
  'no key': nobody,
  'an access key alone': { ...nobody, headers: { 'x-access-key': operator.accessKey } },
  'a secret key alone': { ...nobody, headers: { 'x-secret-key': operator.secretKey } },
  'empty keys': { ...nobody, headers: { 'x-access-key': '', 'x-secret-key': '' } },
  'an unknown key': { ...nobody, caller: () => ({ ...operator, accessKey: 'unknown-access-key' }) },
  "a wrong secret of the operator's": { ...nobody, caller: () => ({ ...operator, secretKey: 'wrong-secret' }) },
  'a wrong secret': { ...nobody, caller: ({ main }) => ({ ...main, secretKey: operator.secretKey }) },
  "another's secret": { ...nobody, caller: ({ main, sub }) => ({ ...main, secretKey: sub.secretKey }) },
  'a wrong secret of a disabled account': {
    ...nobody,
    caller: ({ disabled }) => ({ ...disabled, secretKey: 'wrong' }),
  },
  'a disabled account': { caller: ({ disabled }) => disabled, target: 'disabled', ...refused(403) },
  'another account': { caller: ({ stranger }) => stranger, target: 'main', ...readsOnly },
  'another account, on a sub-account': { caller: ({ stranger }) => stranger, target: 'sub', ...readsOnly },
  'a sub-account, on its main': { caller: ({ sub }) => sub, target: 'main', ...readsOnly },
  'a sub-account, on itself': { caller: ({ sub }) => sub, target: 'sub', ...readsOnly, writes: 200 },
  'a main account, on its sub-account': { caller: ({ main }) => main, target: 'sub', ...readsOnly, writes: 200 },
  'an account, on itself': {
    caller: ({ stranger }) => stranger,
    target: 'stranger',
    ...everything,
    createsPrimary: 403,
  },
  'a pair that only reads, on its account': {
    caller: ({ reader }) => reader,
    target: 'stranger',
    ...readsOnly,
    audit: 403,
    enquiries: 403,
  },
  'the operator': { caller: () => operator, target: 'stranger', ...everything },
  'a named pair of the operator': { caller: ({ named }) => named, target: 'stranger', ...everything },
  'a named pair of the operator that only reads': {
    caller: ({ namedReader }) => namedReader,
    target: 'stranger',
    ...readsOnly,
    audit: 403,
    hooks: 200,
  },
};

/** The paths of the contract and the overview forms, with either form of identifier (D1, D2). */
const FORMS = [false, true].flatMap((uid) => [
  { name: 'canonical', websites: '/api/v1/websites', accounts: '/api/v1/accounts', rest: '/api/v1', uid },
  { name: 'overview', websites: '/v1/accounts', accounts: '/v1/accounts', rest: '/v1', uid },
]);

const ENQUIRY = { name: 'Ann', phone: '1', message: 'x', consent: true };

const XML = { 'content-type': 'application/xml' };

const LISTS = [
  'agents',
  'suburbs',
  'suburbs/postcodes',
  'suburbs/regions',
  'suburbs/areanames',
  'suburbs/suggest?q=rich',
  'listings',
  'listings/facets?facets=bedrooms',
  'listings/clusters?zoom=9',
  'listings/statistics',
  'properties',
];

const service = specService();

async function makeWorld(): Promise<World> {
  const main = await createAccount(service);
  const stranger = await createAccount(service);
  return {
    main,
    sub: await createSubAccount(service, main),
    stranger,
    reader: await createCredential(service, stranger, { scope: 'read' }),
    disabled: await createAccount(service, { status: false }),
    named: await createOperatorPair(service, 'full', 'Portal'),
    namedReader: await createOperatorPair(service, 'read', 'Portal'),
  };
}

const unauthenticated: Answer<Problem>[] = [];

/** Each case in one form, with the forms in turn; a longer run tests each case in every form. */
const inForms = <Case extends object>(cases: readonly Case[]) =>
  spread(
    FORMS.map((_, shift) => cases.map((one, at) => ({ ...one, form: FORMS[(at + shift) % FORMS.length]! }))), // one of them
    1,
  ).flat();

const cells = inForms(Object.entries(ROLES).map(([name, role]) => ({ name, role })));

describe('every operation, for every caller (D11, D12)', () => {
  it.each(cells)('$name ($form.name, by UUID: $form.uid)', async ({ role, form }) => {
    const world = await makeWorld();
    const target = world[role.target];
    const agent: AgentAnswer = await createAgent(service, target.websiteID);
    const as = { as: role.caller(world), ...(role.headers ? { headers: role.headers } : {}) };
    const website = `${form.websites}/${form.uid ? target._id : target.websiteID}`;
    const agents = `${form.rest}/agents`;
    const person = `${agents}/${form.uid ? agent._id : agent.id}`;
    const subsiteDetails = { mainWebsiteID: target.websiteID };
    const expectEach = (expected: number, answers: Answer<Problem>[]) => {
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected));
      if (expected === 401) unauthenticated.push(...answers);
      const code = role.target === 'disabled' ? 'ACCOUNT_DISABLED' : 'FORBIDDEN';
      if (expected === 403) expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => code));
    };
    const lists = [form.websites, ...LISTS.map((list) => `${form.rest}/${list}`)];
    const reads = [...lists, website, person, '/api/v1/auth/me'];
    expectEach(role.reads, await Promise.all(reads.map((path) => service.get<Problem>(path, as))));
    expectEach(role.audit ?? role.reads, [await service.get(`${form.rest}/audit`, as)]);
    const enquiries = role.enquiries ?? role.reads;
    expectEach(enquiries, [await service.get(`${form.rest}/enquiries`, as)]);
    const enquiry = `${form.rest}/enquiries/${form.uid ? target._id : 2_000_000_000}`;
    expectEach(enquiries === 200 ? 404 : enquiries, [await service.get(enquiry, as)]);
    const asks = role.audit ?? (role.reads === 200 ? 404 : role.reads);
    expectEach(asks, [
      await service.delete(enquiry, as),
      await service.post(`${form.rest}/listings/${form.uid ? target._id : 2_000_000_000}/enquiries`, ENQUIRY, as),
    ]);
    expectEach(asks === 404 ? 201 : asks, [
      await service.post(`${person}/enquiries`, ENQUIRY, as),
      await service.post(`${website}/enquiries`, ENQUIRY, as),
    ]);
    const missing = role.reads === 200 ? 404 : role.reads;
    for (const list of ['listings', 'properties']) {
      expectEach(missing, [await service.get(`${form.rest}/${list}/${form.uid ? target._id : 2_000_000_000}`, as)]);
    }
    expectEach(role.createsPrimary, [await service.post(form.accounts, accountBody(), as)]);
    const created = await service.post<Problem & { account: AccountAnswer }>(
      form.accounts,
      accountBody({ subsiteDetails }),
      as,
    );
    expectEach(role.createsSubOfTarget, [created]);
    if (created.status === 201) await service.delete(`${form.websites}/${created.body.account.websiteID}`);
    expectEach(role.writes, [await service.put(website, { about: 'changed' }, as)]);
    expectEach(role.hooks ?? role.writes, [await service.get(`${website}/hooks`, as)]);
    expectEach(role.writes, [await service.get(`${website}/credentials`, as)]);
    const pair = await service.post<Problem & { credential?: { id: number } }>(
      `${website}/credentials`,
      { scope: 'read' },
      as,
    );
    expectEach(role.writes === 200 ? 201 : role.writes, [pair]);
    expectEach(role.writes, [await service.delete(`${website}/credentials/${pair.body.credential?.id ?? 1}`, as)]);
    expectEach(role.writes, [await service.post(agents, agentBody(target.websiteID), as)]);
    expectEach(role.writes, [await service.put(person, { biography: 'changed' }, as)]);
    const { body: written } = await service.get(person);
    expect(written).toMatchObject({ biography: role.writes === 200 ? 'changed' : '' });
    expectEach(role.writes, [await service.delete(person, as)]);
    expectEach(role.writes, [await service.delete(website, as)]);
    expect((await service.get(website)).status).toBe(role.writes === 200 ? 404 : 200);
  });

  it('all 401 responses are equal, except for the requestId (D11)', () => {
    expect(unauthenticated.length).toBeGreaterThan(100);
    const bodies = unauthenticated.map(({ body: { requestId: _requestId, ...body } }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
    const challenges = unauthenticated.map(({ headers }) => headers.get('www-authenticate'));
    expect([...new Set(challenges)]).toEqual([expect.stringContaining('x-access-key')]);
  });

  it('an unknown resource is answered 404 for every caller that may read', async () => {
    const { stranger } = await makeWorld();
    for (const path of ['/api/v1/websites/2000000000', '/api/v1/agents/2000000000']) {
      expect((await service.put(path, {}, { as: stranger })).status).toBe(404);
      expect((await service.delete(path, { as: stranger })).status).toBe(404);
    }
  });

  it('resources of an account are refused, whether the account exists or not', async () => {
    const { main, stranger } = await makeWorld();
    const reader = await storeCredential(service, stranger, 'read');
    const visitor = await storeCredential(service, stranger, 'public');
    const below = ['hooks', 'credentials', 'hooks/1/deliveries', 'hooks/1/secret'];
    for (const as of [stranger, reader, visitor]) {
      const answersAbout = async (id: number) => {
        const answers = [
          ...below.map((path) => service.get<Problem>(`/api/v1/websites/${id}/${path}`, { as })),
          service.post<Problem>(`/api/v1/websites/${id}/credentials`, { scope: 'read' }, { as }),
          service.post<Problem>(`/api/v1/websites/${id}/hooks/1/ping`, undefined, { as }),
          service.call<Problem>('POST', `/api/v1/feeds?websiteID=${id}`, { as, headers: XML, body: '<x/>' }),
          service.get<Problem>(`/api/v1/audit?websiteID=${id}`, { as }),
          service.get<Problem>(`/api/v1/enquiries?websiteID=${id}`, { as }),
        ];
        return (await Promise.all(answers)).map(({ status, body: { requestId: _requestId, ...body } }) => ({
          status,
          body: JSON.stringify(body),
        }));
      };
      const known = await answersAbout(main.websiteID);
      expect(await answersAbout(2_000_000_000)).toEqual(known);
      expect(known.slice(0, -2).map(({ status }) => status)).toEqual(Array(below.length + 3).fill(403));
    }
    const profile = await service.get(`/api/v1/websites/${stranger.websiteID}`, { as: visitor });
    expect(profile.body).not.toHaveProperty('type');
    expect(profile.body).not.toHaveProperty('subsiteDetails');
  });
});

/** The rights of a scope. It reads all accounts, or its own with its sub-accounts, of the others only displayed ones (`strangers`) (B20, B53, B76). The listing of the request does not exist (B55). */
const BY_SCOPE = {
  full: { listings: 200, accounts: 200, strangers: 200, follows: 200, audit: 200, pairs: 200, asks: 404, writes: 200 },
  read: { listings: 200, accounts: 200, strangers: 200, follows: 200, audit: 403, pairs: 403, asks: 403, writes: 403 },
  public: {
    listings: 200,
    accounts: 200,
    strangers: 404,
    follows: 403,
    audit: 403,
    pairs: 403,
    asks: 404,
    writes: 403,
  },
} as const;

describe('every operation, for every scope (B20)', () => {
  const scoped = inForms(Object.entries(BY_SCOPE).map(([scope, allowed]) => ({ scope, allowed })));

  it.each(scoped)('$scope ($form.name, by UUID: $form.uid)', async ({ scope, allowed, form }) => {
    const { main, sub, stranger } = await makeWorld();
    const agent = await createAgent(service, main.websiteID);
    const as = await storeCredential(service, main, scope);
    const websiteOf = (account: AccountAnswer) => `${form.websites}/${form.uid ? account._id : account.websiteID}`;
    const website = websiteOf(main);
    const person = `${form.rest}/agents/${form.uid ? agent._id : agent.id}`;
    const get = async (path: string) => (await service.get(path, { as })).status;
    for (const path of [...LISTS.map((list) => `${form.rest}/${list}`), person, '/api/v1/auth/me'])
      expect([path, await get(path)]).toEqual([path, allowed.listings]);
    for (const path of [website, form.websites, websiteOf(sub)])
      expect([path, await get(path)]).toEqual([path, allowed.accounts]);
    expect(await get(websiteOf(stranger))).toBe(allowed.strangers);
    expect(await get(`${form.rest}/changes?since=now`)).toBe(allowed.follows);
    expect(await get(`${form.rest}/audit`)).toBe(allowed.audit);
    expect(await get(`${form.rest}/enquiries`)).toBe(allowed.audit);
    expect((await service.post(`${form.rest}/listings/0/enquiries`, ENQUIRY, { as })).status).toBe(allowed.asks);
    for (const path of [website, person])
      expect((await service.post(`${path}/enquiries`, ENQUIRY, { as })).status).toBe(
        allowed.asks === 404 ? 201 : allowed.asks,
      );
    for (const path of [`${website}/hooks`, `${website}/credentials`])
      expect([path, await get(path)]).toEqual([path, allowed.pairs]);
    expect((await service.put(website, { about: 'changed' }, { as })).status).toBe(allowed.writes);
    expect((await service.put(person, { biography: 'changed' }, { as })).status).toBe(allowed.writes);
    expect((await service.delete(person, { as })).status).toBe(allowed.writes);
  });
});

/** The statuses that a pair of the main account reads, for each account (B53). */
const STATUSES = ['current', 'sold', 'leased', 'withdrawn', 'offmarket'];
const SHOWN: Record<string, Record<'main' | 'sub' | 'stranger', readonly string[]>> = {
  full: { main: STATUSES, sub: STATUSES, stranger: STATUSES },
  read: { main: STATUSES, sub: STATUSES, stranger: STATUSES },
  public: { main: ['current', 'sold', 'leased'], sub: ['current'], stranger: ['current'] },
};

describe('listings of each status, for every scope (B53)', () => {
  it('single reads, lists, properties and counts show the same, for the own account and others', async () => {
    const world = await makeWorld();
    const owners = ['main', 'sub', 'stranger'] as const;
    const line = (owner: (typeof owners)[number], status: string) =>
      listingLine(world[owner].websiteID, {
        uniqueID: `${owner}-${status}`,
        status,
        address: {
          suburb: 'Rights',
          street: 'Road',
          streetNumber: `${owners.indexOf(owner)}${STATUSES.indexOf(status)}`,
        },
      });
    await seed(service, { listings: owners.flatMap((owner) => STATUSES.map((status) => line(owner, status))) });
    for (const [scope, shown] of Object.entries(SHOWN)) {
      const as = await storeCredential(service, world.main, scope);
      for (const owner of owners) {
        const { websiteID } = world[owner];
        for (const status of STATUSES) {
          const isShown = shown[owner].includes(status);
          const read = await service.get<{ propertyID: number }>(`/api/v1/listings/${owner}-${status}`, { as });
          expect([scope, owner, status, read.status]).toEqual([scope, owner, status, isShown ? 200 : 404]);
          if (isShown) {
            const { body } = await service.get<{ listings: object[] }>(`/api/v1/properties/${read.body.propertyID}`, {
              as,
            });
            expect(body.listings).toHaveLength(1);
          }
          const path = `websiteID=${websiteID}&status=${status}`;
          const list = await service.get<{ total: number }>(`/api/v1/listings/cards?${path}`, { as });
          const isTaken = scope !== 'public' || shown.main.includes(status);
          const total = list.body.total ?? list.status;
          expect([scope, owner, path, total]).toEqual([scope, owner, path, isTaken ? Number(isShown) : 403]);
        }
        const counts = await service.get<{ facets: { status: { value: string }[] } }>(
          `/api/v1/listings/facets?facets=status&websiteID=${websiteID}`,
          { as },
        );
        expect(counts.body.facets.status.map(({ value }) => value).toSorted()).toEqual(shown[owner].toSorted());
      }
    }
  });
});

describe('the type, status and main account of an account (D12)', () => {
  it('cannot be changed by the account itself, but may be repeated', async () => {
    const { main, sub, stranger } = await makeWorld();
    const put = (account: AccountAnswer, body: unknown, as: Keys = account) =>
      service.put(`/api/v1/websites/${account.websiteID}`, body, { as });
    for (const body of [
      { status: false },
      { type: 'sub-account' },
      { subsiteDetails: { mainWebsiteID: main.websiteID } },
    ]) {
      expect((await put(stranger, body)).status).toBe(403);
    }
    for (const body of [{ type: 'primary-account' }, { type: null, subsiteDetails: null }, { subsiteDetails: null }]) {
      expect((await put(sub, body)).status).toBe(403);
    }
    const standing = { type: 'sub-account', status: true, subsiteDetails: { mainWebsiteID: main.websiteID } };
    expect((await put(sub, { ...standing, about: 'mine' })).body).toMatchObject({ ...standing, about: 'mine' });
  });

  it('can be changed by its main account only in status', async () => {
    const { main, sub, stranger } = await makeWorld();
    const path = `/api/v1/websites/${sub.websiteID}`;
    for (const mainWebsiteID of [null, stranger.websiteID, sub.websiteID]) {
      const { status } = await service.put(path, { subsiteDetails: { mainWebsiteID } }, { as: main });
      expect(status).toBe(403);
    }
    expect((await service.put(path, { status: false }, { as: main })).status).toBe(200);
    const { status, body } = await service.get('/api/v1/auth/me', { as: sub });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'ACCOUNT_DISABLED' });
    expect((await service.put(path, { status: null }, { as: main })).body).toMatchObject({ status: true });
    expect((await service.get('/api/v1/auth/me', { as: sub })).status).toBe(200);
  });
});

describe('GET /api/v1/auth/me', () => {
  it('returns the caller and its write permissions', async () => {
    const { main, sub, reader } = await makeWorld();
    const me = async (as: Keys) => (await service.get('/api/v1/auth/me', { as })).body;
    const ofOperator = { role: 'operator', scope: 'full', websiteID: null, name: '', type: '', mainWebsiteID: null };
    const all = { everything: true, websiteIDs: [], creates: 'any' };
    expect(await me(operator)).toEqual({ ...ofOperator, mayWrite: all });
    const { websiteID, name } = main;
    const ofAccount = { role: 'account', scope: 'full' };
    const ids = [websiteID, sub.websiteID];
    expect(await me(main)).toEqual({
      ...ofAccount,
      websiteID,
      name,
      type: 'primary-account',
      mainWebsiteID: null,
      mayWrite: { everything: false, websiteIDs: ids, creates: 'sub-accounts' },
    });
    expect(await me(sub)).toEqual({
      ...ofAccount,
      websiteID: sub.websiteID,
      name: sub.name,
      type: 'sub-account',
      mainWebsiteID: websiteID,
      mayWrite: { everything: false, websiteIDs: [sub.websiteID], creates: 'none' },
    });
    const nothing = { everything: false, websiteIDs: [], creates: 'none' };
    expect(await me(reader)).toMatchObject({ scope: 'read', mayWrite: nothing });
    const visitor = await storeCredential(service, sub, 'public');
    const asPublic = { scope: 'public', websiteID: sub.websiteID, type: '', mainWebsiteID: null, mayWrite: nothing };
    expect(await me(visitor)).toMatchObject(asPublic);
  });
});
