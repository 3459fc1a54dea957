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
  listingLine,
  seed,
  specService,
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

interface Refusal {
  readonly code: string;
  readonly errors: { field: string }[];
}

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service, everyAccountField);
});

/** The account inside the reads of an agent. */
function website() {
  const { websiteID, name, link, accessKey, address, config, integrations, logo, hostname } = account;
  return { websiteID, name, link, accessKey, address, config, integrations, logo, hostname };
}

describe('POST /api/v1/agents', () => {
  it('answers 200 (D16) with the submitted fields, the defaults, and what the store adds', async () => {
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

  it('keeps every submitted field, the e-mail as the submitted object (D19)', async () => {
    const body = { ...everyAgentField, websiteID: account.websiteID };
    expect((await service.post('/api/v1/agents', body)).body).toEqual({ ...body, ...identity });
    await service.delete(`/api/v1/agents/${(await bySlug('zoe-of-the-harbour')).id}`);
  });

  it('makes the slug of the name, with a number when it is taken (D19)', async () => {
    const slugs = [
      'Jane Citizen',
      'jane CITIZEN',
      'Jané  Citizen!',
      "O'Hara Zoë",
      '安 藤',
      '?!',
      '?!',
      'Jane Citizen 2',
    ];
    const made: string[] = [];
    for (const name of slugs) made.push((await createAgent(service, account.websiteID, name)).slug);
    expect(made.join(' ')).toBe(
      'jane-citizen jane-citizen-2 jane-citizen-3 ohara-zoe 安-藤 agent agent-2 jane-citizen-2-2',
    );
  });

  it.each(['x'.repeat(500), '𐐀'.repeat(250), 'ﷺ'.repeat(100), 'ab '.repeat(160)])(
    'makes a slug that an update takes back, of a very long name too',
    async (name) => {
      const agent = await createAgent(service, account.websiteID, name);
      const again = await createAgent(service, account.websiteID, name);
      expect(again.slug).toBe(`${agent.slug}-2`);
      for (const { id, slug } of [agent, again]) {
        expect((await service.put(`/api/v1/agents/${id}`, { slug })).status).toBe(200);
      }
    },
  );

  it('takes a slug, and refuses one that is in use: 409', async () => {
    expect(await createAgent(service, account.websiteID, 'Slug Taker', { slug: 'my-slug' })).toMatchObject({
      slug: 'my-slug',
    });
    const { status, body } = await service.post(
      '/api/v1/agents',
      agentBody(account.websiteID, 'X Y', { slug: 'my-slug' }),
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'DUPLICATE_SLUG' });
  });

  it('needs name, firstname, lastname and websiteID', async () => {
    const { status, body } = await service.post<Refusal>('/api/v1/agents', {});
    expect(status).toBe(400);
    expect(body.errors.map(({ field }) => field).sort()).toEqual(['firstname', 'lastname', 'name', 'websiteID']);
  });

  it('of an account that does not exist: 400', async () => {
    const { status, body } = await service.post<Refusal>('/api/v1/agents', agentBody(2_000_000_000));
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'websiteID' }]);
  });

  it('names every fault of a body', async () => {
    const { status, body } = await service.post<Refusal>('/api/v1/agents', {
      websiteID: '1',
      name: '',
      firstname: null,
      lastname: 5,
      officeID: 'HARB1',
      slug: 'Not A Slug',
      telephone: [{ number: 5, kind: 'BH' }, '03'],
      profileVideo: 'x',
      biography: 'x'.repeat(20001),
      departments: [1],
      positions: {},
      profileImage: 'x',
      profileLink: 7,
      socialMedia: { networkF: '' },
      toString: 1,
      email: { agency: 'not an address', office: 'x' },
      listingsStats: [],
      website: {},
      id: 1,
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }) => field).sort()).toEqual(
      (
        'websiteID name firstname lastname officeID slug telephone[0].number telephone[0].kind ' +
        'telephone[1] profileVideo biography departments positions profileImage profileLink ' +
        'socialMedia.networkF toString email.agency email.office listingsStats website id'
      )
        .split(' ')
        .sort(),
    );
  });

  it.each(['half \ud800', '\ud800@b.example', 'NUL\0@b.example', `${'x'.repeat(300)}@b.example`])(
    'refuses an address that is none: %j',
    async (agency) => {
      const body = agentBody(account.websiteID, 'A B', { email: { agency } });
      const refusal = await service.post<Refusal>('/api/v1/agents', body);
      expect(refusal.status).toBe(400);
      expect(refusal.body.errors).toMatchObject([{ field: 'email.agency' }]);
    },
  );

  it.each(['jane@harbour.example', [], 7])('takes the e-mail as an object alone: not %j', async (email) => {
    const { status, body } = await service.post<Refusal>(
      '/api/v1/agents',
      agentBody(account.websiteID, 'A B', { email }),
    );
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'email' }]);
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

  it('list item: no biography, the e-mail as text, statistics, the account with its accessKey', async () => {
    const { status, body } = await service.get(`/api/v1/agents?id=${agent.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ total: 1, hasNext: false, totalPage: 1, data: [item()] });
  });

  it('single read: the same and the biography, by either identifier (D2)', async () => {
    for (const id of [agent.id, agent._id, agent._id.toUpperCase()]) {
      const { status, headers, body } = await service.get(`/api/v1/agents/${id}`);
      expect(status).toBe(200);
      expect(headers.get('etag')).toMatch(/^"1-.+"$/);
      expect(body).toEqual({ ...item(), biography });
    }
  });

  it.each(['abc', '-1', '0', '1.5', '99999999999999999999', NOBODY, '%00', 'zoe-of-the-harbour'])(
    'answers 404 for %s',
    async (id) => {
      for (const answer of await Promise.all([
        service.get(`/api/v1/agents/${id}`),
        service.put(`/api/v1/agents/${id}`, {}),
        service.delete(`/api/v1/agents/${id}`),
      ])) {
        expect(answer.status).toBe(404);
        expect(answer.body).toMatchObject({ code: 'NOT_FOUND' });
      }
    },
  );

  it('the account follows its changes, and a rotated accessKey, at once', async () => {
    const path = `/api/v1/websites/${account.websiteID}`;
    account = (await service.put<AccountAnswer>(path, { name: 'Renamed', accessKey: 'rotated-access-key' })).body;
    expect((await service.get(`/api/v1/agents/${agent.id}`)).body).toEqual({ ...item(), biography });
  });

  it('e-mail: crm where agency is empty (D19)', async () => {
    const email = { agency: '', crm: 'only@crm.example' };
    const { id } = await createAgent(service, account.websiteID, 'Crm Only', { email });
    expect((await service.get(`/api/v1/agents/${id}`)).body).toMatchObject({ email: 'only@crm.example' });
  });

  it('delete: the record as it was, without statistics and account', async () => {
    const { listingsStats: __, website: ___, ...record } = item();
    const { status, body } = await service.delete(`/api/v1/agents/${agent._id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...record, biography });
    expect((await service.get(`/api/v1/agents/${agent.id}`)).status).toBe(404);
    expect((await service.delete(`/api/v1/agents/${agent.id}`)).status).toBe(404);
    expect((await createAgent(service, account.websiteID)).id).toBeGreaterThan(agent.id);
  });
});

describe('listingsStats (D20)', () => {
  it('one element for each status and type that has listings', async () => {
    const { id } = await createAgent(service, account.websiteID, 'Well Sold');
    const other = await createAgent(service, account.websiteID, 'Other Agent');
    const listing = (status: string, listingType: string, modtime: string, fields: Record<string, unknown> = {}) =>
      listingLine(account.websiteID, { status, listingType, modtime, agents: [{ id }], ...fields });
    const value = (amount: number) => ({ price: { value: amount } });
    const rent = (amount: number) => ({ price: { rent: { price: amount } } });
    await seed(service, {
      listings: [
        listing('current', 'residential', '2026-01-01T00:00:00.000Z', value(900_000.5)),
        listing('current', 'rental', '2026-01-02T10:00:00.120Z', rent(650)),
        listing('sold', 'residential', '2025-01-01T00:00:00.000Z', {
          ...value(800_000),
          soldDetails: { price: 850_000 },
        }),
        listing('sold', 'residential', '2024-01-01T00:00:00.000Z', value(700_000)),
        listing('current', 'business', '2026-02-01T00:00:00.000Z', value(1)),
        listing('current', 'commercial', '2026-01-01T00:00:00.000Z'),
        listing('sold', 'rural', '2026-01-01T00:00:00.000Z', value(5)),
        listing('leased', 'rental', '2026-01-01T00:00:00.000Z', rent(1)),
        listing('withdrawn', 'land', '2026-01-01T00:00:00.000Z', value(1)),
      ],
    });
    const element = (status: string, listingType: string, modtime: string, sums: number[]) => {
      const [totalListings, totalListingValues, totalSoldPrices, totalRentPrices] = sums;
      return { totalListings, totalListingValues, totalSoldPrices, totalRentPrices, status, listingType, modtime };
    };
    const expected = [
      element('current', 'residential', '2026-01-02T10:00:00.120Z', [2, 900_000.5, 0, 650]),
      element('current', 'commercial', '2026-02-01T00:00:00.000Z', [2, 1, 0, 0]),
      element('sold', 'residential', '2025-01-01T00:00:00.000Z', [2, 1_500_000, 1_550_000, 0]),
      element('sold', 'land', '2026-01-01T00:00:00.000Z', [1, 5, 5, 0]),
    ];
    const { body: single } = await service.get<{ listingsStats: unknown }>(`/api/v1/agents/${id}`);
    expect(single.listingsStats).toEqual(expected);
    const { body: list } = await service.get<{ data: unknown[] }>(`/api/v1/agents?id=${id}`);
    expect(list.data).toMatchObject([{ listingsStats: expected }]);
    expect((await service.get(`/api/v1/agents/${other.id}`)).body).toMatchObject({ listingsStats: [] });
  });
});
