import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type AgentAnswer,
  agentDefaults,
  createAccount,
  createAgent,
  everyAgentField,
  type Keys,
  specService,
} from '@testing';

type Tree = Record<string, unknown>;

const service = specService();
let account: AccountAnswer;
let other: AccountAnswer;
let agent: AgentAnswer;
let path: string;

beforeAll(async () => {
  account = await createAccount(service);
  other = await createAccount(service);
});

beforeEach(async () => {
  if (agent) await service.delete(path);
  agent = await createAgent(service, account.websiteID, undefined, everyAgentField);
  path = `/api/v1/agents/${agent.id}`;
});

const put = (body: unknown, headers: Record<string, string> = {}, as?: Keys) =>
  service.put<AgentAnswer>(path, body, { headers, ...(as ? { as } : {}) });

/** The agent as updates answer it. */
const record = (): Tree => ({ ...agent, email: everyAgentField.email.agency, updatedAt: expect.any(String) });

const element = { status: 'current', listingType: 'land', modtime: '2026-01-01T00:00:00.000Z' };

const changes: Tree = {
  officeID: ['OTHER'],
  name: 'Zoë Other',
  firstname: 'Z.',
  lastname: 'Other',
  slug: 'zoe-other',
  telephone: [{ number: '1', type: 'mobile' }],
  profileVideo: 'https://video.example/other',
  biography: 'Other words.',
  departments: [],
  positions: ['Other'],
  profileImage: '',
  profileLink: 'https://www.harbour.example/other',
};

describe('PUT /api/v1/agents/{id} merges (D17)', () => {
  it.each(Object.entries(changes))('%s alone', async (name, value) => {
    const { status, headers, body } = await put({ [name]: value });
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"2-.+"$/);
    expect(body).toEqual({ ...record(), [name]: value });
    expect((await service.get(path)).body).toMatchObject({ ...body, listingsStats: [] });
  });

  it.each(Object.keys(everyAgentField.socialMedia))('socialMedia.%s alone', async (network) => {
    const socialMedia = { [network]: 'https://other.example' };
    expect((await put({ socialMedia })).body).toEqual({
      ...record(),
      socialMedia: { ...everyAgentField.socialMedia, ...socialMedia },
    });
  });

  it('null puts back to the default', async () => {
    const { websiteID, name, firstname, lastname, slug } = agent;
    const nulls = Object.fromEntries(Object.keys(agentDefaults).map((field) => [field, null]));
    const { _id, id, createdAt } = agent;
    expect((await put({ ...nulls, email: null })).body).toEqual({
      ...agentDefaults,
      _id,
      id,
      createdAt,
      updatedAt: expect.any(String),
      email: '',
      websiteID,
      name,
      firstname,
      lastname,
      slug,
    });
  });

  it.each(['name', 'firstname', 'lastname', 'slug', 'websiteID'])('%s has no default: null is 400', async (field) => {
    const { status, body } = await put({ [field]: null });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field }] });
  });

  it('takes back what its answers held, and changes nothing but updatedAt', async () => {
    const { body: single } = await service.get<Tree>(path);
    for (const representation of [agent, single, {}]) {
      const { status, body } = await put(representation);
      expect(status).toBe(200);
      expect(body).toEqual(record());
      agent = { ...agent, updatedAt: body.updatedAt };
      single.updatedAt = body.updatedAt;
    }
    expect((await service.get(path)).body).toEqual(single);
  });

  it.each([
    ['id', 1],
    ['_id', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['updatedAt', '2020-01-01T00:00:00.000Z'],
    ['website', { websiteID: 1 }],
    ['website', {}],
    [
      'listingsStats',
      [
        {
          totalListings: 9,
          totalListingValues: 9,
          totalSoldPrices: 0,
          totalRentPrices: 0,
          ...element,
        },
      ],
    ],
  ])('refuses another %s', async (field, value) => {
    const { status, body } = await put({ [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_BODY', errors: [{ field }] });
  });

  it('an empty update of an unknown agent is 404, an unknown field 400', async () => {
    expect((await put({ nickname: 'Zed' })).body).toMatchObject({ errors: [{ field: 'nickname' }] });
    expect((await service.put('/api/v1/agents/2000000000', {})).status).toBe(404);
  });
});

describe('the e-mail on update takes both shapes (D19)', () => {
  it.each([
    [{ agency: 'new@harbour.example' }, 'new@harbour.example', 'zoe@crm.example'],
    [{ crm: 'new@crm.example' }, 'zoe@harbour.example', 'new@crm.example'],
    [{ agency: '' }, 'zoe@crm.example', 'zoe@crm.example'],
    [{ agency: null }, 'zoe@crm.example', 'zoe@crm.example'],
    [{ agency: '', crm: '' }, '', ''],
    [{}, 'zoe@harbour.example', 'zoe@crm.example'],
    ['new@harbour.example', 'new@harbour.example', 'zoe@crm.example'],
    ['zoe@harbour.example', 'zoe@harbour.example', 'zoe@crm.example'],
  ])('%j', async (email, shown, crm) => {
    const { status, body } = await put({ email });
    expect(status).toBe(200);
    expect(body).toEqual({ ...record(), email: shown });
    for (const [address, total] of [shown, crm].filter(Boolean).map((text) => [text, 1] as const)) {
      expect((await service.get(`/api/v1/agents?email=${address}`)).body).toMatchObject({ total });
    }
  });

  it('the text that a read answered keeps the crm address where it is', async () => {
    await put({ email: { agency: '' } });
    const { body } = await service.get<Tree>(path);
    await put({ email: body.email });
    expect((await put({ email: { crm: '' } })).body).toMatchObject({ email: '' });
  });

  it.each([[[]], [['a@b.example']], [7], ['no address'], [{ office: 'a@b.example' }], [{ agency: 5 }], [{ crm: 'x' }]])(
    'not %j',
    async (email) => {
      const { status, body } = await put({ email });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('"field":"email');
      expect((await service.get(path)).body).toMatchObject({ email: 'zoe@harbour.example' });
    },
  );
});

describe('the slug and the account', () => {
  it('a slug in use is 409; a new name keeps the slug', async () => {
    const { slug } = await createAgent(service, account.websiteID, 'Holder Of Slug');
    const { status, body } = await put({ slug, biography: 'changed' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'DUPLICATE_SLUG' });
    expect((await service.get(path)).body).toMatchObject({ slug: agent.slug, biography: agent.biography });
    expect((await put({ name: 'Somebody Else' })).body).toMatchObject({ slug: agent.slug });
  });

  it.each(['Upper', 'a b', '-a', 'a-', 'a--b', '', 'a/b', 'x'.repeat(201)])('is no slug: %s', async (slug) => {
    const { status, body } = await put({ slug });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field: 'slug' }] });
  });

  it('moves to another account, with what is read of it', async () => {
    expect((await put({ websiteID: other.websiteID })).body).toEqual({ ...record(), websiteID: other.websiteID });
    expect((await service.get(path)).body).toMatchObject({ website: { websiteID: other.websiteID, name: other.name } });
    expect((await service.get(`/api/v1/agents?websiteID=${account.websiteID}&id=${agent.id}`)).body).toMatchObject({
      total: 0,
    });
  });

  it('not to one that does not exist (400), nor to one that the caller may not write (403, D12)', async () => {
    expect((await put({ websiteID: 2_000_000_000 })).body).toMatchObject({ errors: [{ field: 'websiteID' }] });
    const { status, body } = await put({ websiteID: other.websiteID, biography: 'changed' }, {}, account);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await service.get(path)).body).toMatchObject({ websiteID: account.websiteID, biography: agent.biography });
  });

  it('nor from one that the caller may not write', async () => {
    expect((await put({ websiteID: other.websiteID }, {}, other)).status).toBe(403);
  });
});

describe('an agent stored before some of its fields were declared', () => {
  it('is updated: what its record lacks has its default', async () => {
    await service.store.dataSource.query(
      `UPDATE agents SET record = record - 'departments' - 'positions' WHERE id = $1`,
      [agent.id],
    );
    const { status, body } = await put({ biography: 'changed' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { biography: 'changed', departments: [], positions: [] },
    });
  });
});

describe('If-Match (D17)', () => {
  it('accepts the current version and rejects a stale one: 412', async () => {
    const { headers } = await service.get(path);
    const read = headers.get('etag') ?? '';
    expect((await put({ biography: 'one' }, { 'if-match': read })).status).toBe(200);
    const stale = await put({ biography: 'two' }, { 'if-match': read });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect((await service.get(path)).body).toMatchObject({ biography: 'one' });
  });
});
