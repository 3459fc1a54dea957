import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type AgentAnswer,
  agentBody,
  agentDefaults,
  createAccount,
  createAgent,
  everyAccountField,
  everyAgentField,
  specService,
  NO_LISTINGS,
} from '@testing';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

const identity = {
  _id: expect.stringMatching(UUID_V7),
  id: expect.any(Number),
  createdAt: expect.stringMatching(INSTANT),
  updatedAt: expect.stringMatching(INSTANT),
};

type Refusal = { readonly errors: { field: string }[] };

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service, everyAccountField);
});

/** The account within the reads of an agent. */
function website() {
  const { websiteID, name, link, accessKey, address, config, integrations, logo, hostname } = account;
  return { websiteID, name, link, accessKey, address, config, integrations, logo, hostname };
}

describe('names, e-mails and links', () => {
  it('are stored without the spaces around them', async () => {
    const given = { name: ' Ann\u00a0', firstname: '\tAnn', lastname: 'Lee ', profileLink: ' https://ann.example\n' };
    const body = { ...agentBody(account.websiteID, 'x'), ...given, email: { agency: ' a@b.example ', crm: ' ' } };
    const { body: made } = await service.post<{ id: number }>('/api/v1/agents', body);
    const names = { name: 'Ann', firstname: 'Ann', lastname: 'Lee', profileLink: 'https://ann.example' };
    expect(made).toMatchObject({ ...names, slug: 'ann', email: { agency: 'a@b.example', crm: '' } });
    const changed = await service.put(`/api/v1/agents/${made.id}`, { email: ' c@b.example', profileImage: ' ' });
    expect(changed.body).toMatchObject({ email: 'c@b.example', profileImage: '' });
    const { websiteID } = await createAccount(service, {
      name: ' Harbour ',
      link: ' https://www.harbour.example ',
      contacts: { email: { office: ' o@harbour.example ' } },
      hooks: [{ name: ' CRM ', url: ' https://crm.example/hook ', trigger: 'all' }],
    });
    expect((await service.get(`/api/v1/websites/${websiteID}`)).body).toMatchObject({
      name: 'Harbour',
      link: 'https://www.harbour.example',
      contacts: { email: { office: 'o@harbour.example' } },
      hooks: [{ name: 'CRM', url: 'https://crm.example/hook' }],
    });
  });

  it('of only spaces are refused where one is required; a link without a scheme is told so', async () => {
    const named = {
      ...agentBody(account.websiteID, 'x'),
      name: ' ',
      firstname: '\u3000',
      profileLink: 'www.ann.example',
    };
    const { status, body } = await service.post<Refusal>('/api/v1/agents', named);
    const isBlank = 'must be text of 1 to 500 characters that is not blank, without NUL';
    expect([status, body.errors]).toEqual([
      400,
      [
        { field: 'name', message: isBlank },
        { field: 'firstname', message: isBlank },
        { field: 'profileLink', message: 'must begin with https:// or http://: the scheme is missing' },
      ],
    ]);
    const site = { link: 'www.harbour.example', name: '', secretKey: 'short' };
    const refused = await service.post<{ errors: { field: string; message: string }[] }>('/api/v1/accounts', site);
    const messages = Object.fromEntries(refused.body.errors.map(({ field, message }) => [field, message]));
    expect(messages).toEqual({
      name: isBlank,
      link: 'must begin with https:// or http://: the scheme is missing',
      secretKey: 'must be 24 to 200 visible ASCII characters without spaces, because a shorter secret could be guessed',
    });
  });
});

describe('POST /api/v1/agents', () => {
  it('answers 200 (D16) with the submitted fields, the defaults, and the generated fields', async () => {
    const body = agentBody(account.websiteID, 'Plain Jane');
    const { status, headers, body: agent } = await service.post('/api/v1/agents', body);
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"1-.+"$/);
    expect(agent).toEqual({
      ...agentDefaults,
      ...body,
      email: { agency: '', crm: '' },
      slug: 'plain-jane',
      ...identity,
    });
  });

  it('stores every submitted field, and returns the e-mail as submitted (D19)', async () => {
    const body = { ...everyAgentField, websiteID: account.websiteID };
    expect((await service.post('/api/v1/agents', body)).body).toEqual({ ...body, ...identity });
    await service.delete(`/api/v1/agents/${(await bySlug('zoe-of-the-harbour')).id}`);
  });

  it('makes the slug from the name, with a number if it is taken (D19)', async () => {
    const made: string[] = [];
    for (const name of ['Jane Citizen', 'jane CITIZEN', "O'Hara Zoë", '?!', '?!'])
      made.push((await createAgent(service, account.websiteID, name)).slug);
    expect(made).toEqual(['jane-citizen', 'jane-citizen-2', 'ohara-zoe', 'agent', 'agent-2']);
  });

  it('accepts a slug, and answers 409 if it is in use', async () => {
    expect(await createAgent(service, account.websiteID, 'Slug Taker', { slug: 'my-slug' })).toMatchObject({
      slug: 'my-slug',
    });
    const again = await service.post('/api/v1/agents', agentBody(account.websiteID, 'X Y', { slug: 'my-slug' }));
    expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_SLUG' } });
  });

  it('needs unique slugs only within an account; moving an agent with a taken slug answers 409', async () => {
    const other = await createAccount(service);
    await createAgent(service, account.websiteID, 'Own Name');
    const { id, slug } = await createAgent(service, other.websiteID, 'Own Name');
    expect(slug).toBe('own-name');
    const move = await service.put(`/api/v1/agents/${id}`, { websiteID: account.websiteID });
    expect(move).toMatchObject({ status: 409, body: { code: 'DUPLICATE_SLUG' } });
  });

  it('answers 400 for an unknown account', async () => {
    const refused = await service.post<Refusal>('/api/v1/agents', agentBody(2_000_000_000));
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'websiteID' }] } });
  });

  it('reports every fault of a body', async () => {
    const needed = ['websiteID', 'name', 'firstname', 'lastname'];
    for (const [body, fields] of [
      [{}, needed],
      [{ websiteID: '1', name: '', firstname: null, lastname: 5 }, needed],
      [
        { ...agentBody(account.websiteID), officeID: 'HARB1', telephone: [{ kind: 'BH' }, '03'], toString: 1 },
        ['officeID', 'telephone[0].kind', 'telephone[1]', 'toString'],
      ],
      [
        { ...agentBody(account.websiteID), email: { agency: 'no address', office: 'x' }, website: {}, id: 1 },
        ['email.agency', 'email.office', 'website', 'id'],
      ],
      [{ ...agentBody(account.websiteID), email: 'jane@harbour.example' }, ['email']],
    ] as const) {
      const { status, body: refusal } = await service.post<Refusal>('/api/v1/agents', body);
      expect(status).toBe(400);
      expect(new Set(refusal.errors.map(({ field }) => field))).toEqual(new Set(fields));
    }
  });
});

const bySlug = async (slug: string): Promise<AgentAnswer> => {
  const { body } = await service.get<{ data: AgentAnswer[] }>(`/api/v1/agents?slug=${slug}`);
  if (!body.data[0]) throw new Error(`Nobody is ${slug}`);
  return body.data[0];
};

describe('the representations of an agent', () => {
  let agent: AgentAnswer;
  const { email: _, biography, ...shown } = everyAgentField;

  beforeAll(async () => {
    agent = await createAgent(service, account.websiteID, undefined, everyAgentField);
  });

  const item = () => {
    const { _id, id, createdAt, updatedAt } = agent;
    const store = { _id, id, createdAt, updatedAt, websiteID: account.websiteID };
    return { ...shown, ...store, email: 'zoe@harbour.example', listingsStats: [], website: website() };
  };

  it('list item: no biography, the e-mail as text, statistics, and the account with its accessKey', async () => {
    const { status, body } = await service.get(`/api/v1/agents?id=${agent.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ total: 1, hasNext: false, totalPage: 1, data: [item()] });
  });

  it('single read: the list item with the biography, by either identifier (D2)', async () => {
    for (const id of [agent.id, agent._id, agent._id.toUpperCase()]) {
      const { status, headers, body } = await service.get(`/api/v1/agents/${id}`);
      expect(status).toBe(200);
      expect(headers.get('etag')).toMatch(/^"1-.+"$/);
      expect(body).toEqual({ ...item(), biography, listingCounts: NO_LISTINGS });
    }
  });

  it.each(['abc', '-1', '0', '1.5', '99999999999999999999', NOBODY, '%00', 'zoe-of-the-lake'])(
    'answers 404 for %s',
    async (id) => {
      for (const answer of await Promise.all([
        service.get(`/api/v1/agents/${id}`),
        service.put(`/api/v1/agents/${id}`, {}),
        service.delete(`/api/v1/agents/${id}`),
      ])) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      }
    },
  );

  it('the account reflects its changes and a rotated accessKey at once', async () => {
    const path = `/api/v1/websites/${account.websiteID}`;
    account = (await service.put<AccountAnswer>(path, { name: 'Renamed', accessKey: 'rotated-access-key' })).body;
    const { body } = await service.get(`/api/v1/agents/${agent.id}`);
    expect(body).toEqual({ ...item(), biography, listingCounts: NO_LISTINGS });
  });

  it('delete: the former record, without statistics and account', async () => {
    const { listingsStats: __, website: ___, ...record } = item();
    const { status, body } = await service.delete(`/api/v1/agents/${agent._id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...record, biography });
    expect((await service.get(`/api/v1/agents/${agent.id}`)).status).toBe(404);
    expect((await service.delete(`/api/v1/agents/${agent.id}`)).status).toBe(404);
    expect((await createAgent(service, account.websiteID)).id).toBeGreaterThan(agent.id);
  });
});
