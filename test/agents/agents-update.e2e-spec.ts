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

const put = (body: unknown, as?: Keys) => service.put<AgentAnswer>(path, body, as ? { as } : {});

/** The agent as returned by updates. */
const record = (): Tree => ({ ...agent, email: everyAgentField.email.agency, updatedAt: expect.any(String) });

const changes: Tree = {
  officeID: ['OTHER'],
  name: 'Zoë Other',
  firstname: 'Z.',
  lastname: 'Other',
  slug: 'zoe-other',
  telephone: [{ number: '1', type: 'mobile' }],
  profileVideo: 'https://video.example/other',
  socialMedia: { ...everyAgentField.socialMedia, networkB: 'https://other.example' },
  biography: 'Other words.',
  departments: [],
  positions: ['Other'],
  profileImage: '',
  profileLink: 'https://www.harbour.example/other',
};

describe('PUT /api/v1/agents/{id} merges (D17)', () => {
  it.each(Object.entries(changes))('changes only %s', async (name, value) => {
    const { status, headers, body } = await put({ [name]: value });
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"2-.+"$/);
    expect(body).toEqual({ ...record(), [name]: value });
    expect((await service.get(path)).body).toMatchObject({ ...body, listingsStats: [] });
  });

  it('resets fields to their default with null', async () => {
    const nulls = Object.fromEntries(Object.keys(agentDefaults).map((field) => [field, null]));
    const updatedAt = expect.any(String) as string;
    expect((await put({ ...nulls, email: null })).body).toEqual({ ...agent, ...agentDefaults, email: '', updatedAt });
  });

  it('accepts the agent of its own responses, and changes nothing', async () => {
    const { body: single } = await service.get<Tree>(path);
    for (const representation of [agent, single, {}]) {
      const { status, body } = await put(representation);
      expect(status).toBe(200);
      expect(body).toEqual({ ...agent, email: everyAgentField.email.agency });
    }
    expect((await service.get(path)).body).toEqual(single);
  });

  it.each([
    ['id', 1],
    ['_id', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['updatedAt', '2020-01-01T00:00:00.000Z'],
    ['website', {}],
    ['listingsStats', [{ totalListings: 9 }]],
    ['name', null],
    ['firstname', null],
    ['lastname', null],
    ['slug', null],
    ['websiteID', null],
    ['slug', 'Upper'],
    ['slug', 'a--b'],
    ['slug', ''],
    ['email', ['a@b.example']],
    ['nickname', 'Zed'],
  ])('refuses %s: %j', async (field, value) => {
    const refused = await put({ [field]: value });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', errors: [{ field }] } });
  });

  it('reports a read-only field and an unknown account together (D9)', async () => {
    const refused = await put({ id: 1, websiteID: 2_000_000_000 });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'id' }, { field: 'websiteID' }] } });
  });
});

describe('the e-mail of an update has two forms (D19)', () => {
  it.each([
    [{ agency: 'new@harbour.example' }, 'new@harbour.example', 'zoe@crm.example'],
    [{ agency: '' }, 'zoe@crm.example', 'zoe@crm.example'],
    [{ agency: '', crm: '' }, '', ''],
    ['new@harbour.example', 'new@harbour.example', 'zoe@crm.example'],
  ])('%j', async (email, shown, crm) => {
    const { status, body } = await put({ email });
    expect(status).toBe(200);
    expect(body).toEqual({ ...record(), email: shown });
    for (const [address, total] of [shown, crm].filter(Boolean).map((text) => [text, 1] as const)) {
      expect((await service.get(`/api/v1/agents?email=${address}`)).body).toMatchObject({ total });
    }
  });

  it('the text of a read does not change the crm address', async () => {
    await put({ email: { agency: '' } });
    const { body } = await service.get<Tree>(path);
    await put({ email: body.email });
    expect((await put({ email: { crm: '' } })).body).toMatchObject({ email: '' });
  });
});

describe('the slug and the account', () => {
  it('a slug in use is refused with 409; a new name keeps the slug', async () => {
    const { slug } = await createAgent(service, account.websiteID, 'Holder Of Slug');
    const refused = await put({ slug, biography: 'changed' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DUPLICATE_SLUG' } });
    expect((await service.get(path)).body).toMatchObject({ slug: agent.slug, biography: agent.biography });
    expect((await put({ name: 'Somebody Else' })).body).toMatchObject({ slug: agent.slug });
  });

  it('an agent can move to another account, which its reads then show', async () => {
    expect((await put({ websiteID: other.websiteID })).body).toEqual({ ...record(), websiteID: other.websiteID });
    expect((await service.get(path)).body).toMatchObject({ website: { websiteID: other.websiteID, name: other.name } });
    expect((await service.get(`/api/v1/agents?websiteID=${account.websiteID}&id=${agent.id}`)).body).toMatchObject({
      total: 0,
    });
  });

  it('an agent cannot move to an unknown account (400) or a forbidden one (403, D12)', async () => {
    expect((await put({ websiteID: 2_000_000_000 })).body).toMatchObject({ errors: [{ field: 'websiteID' }] });
    const refused = await put({ websiteID: other.websiteID, biography: 'changed' }, account);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await service.get(path)).body).toMatchObject({ websiteID: account.websiteID, biography: agent.biography });
  });
});

describe('an agent stored before some fields were declared', () => {
  it('can be updated; missing fields get their defaults', async () => {
    await service.store.dataSource.query(
      `UPDATE agents SET record = record - 'departments' - 'positions' WHERE id = $1`,
      [agent.id],
    );
    const { body } = await put({ biography: 'changed' });
    expect(body).toMatchObject({ biography: 'changed', departments: [], positions: [] });
  });
});
