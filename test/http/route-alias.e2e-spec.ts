import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  type AgentAnswer,
  agentBody,
  createAccount,
  createAgent,
  seed,
  send,
  specService,
  suburbLine,
} from '@testing';

const service = specService();
let account: AccountAnswer;
let agent: AgentAnswer;

beforeAll(async () => {
  await seed(service, {
    suburbs: [suburbLine('Richmond VIC 3121', { regionName: 'Greater Melbourne', areaName: 'Yarra' })],
  });
  account = await createAccount(service, { name: 'What? & Co' });
  agent = await createAgent(service, account.websiteID);
  await createAccount(service, { name: 'Another' });
});

/** The content of a response, without the parts that belong to the request. */
async function said(method: string, path: string) {
  const { status, headers, body } = await send(service, method, path);
  const kept = ['content-type', 'allow', 'cache-control', 'www-authenticate'].map((name) => headers.get(name));
  return { status, kept, body: JSON.stringify(body)?.replace(/"requestId":"[^"]+"/, '') };
}

const LISTS: [string, string][] = [
  ['/v1/accounts', '/api/v1/websites'],
  ...['agents', 'suburbs', 'suburbs/postcodes', 'suburbs/regions', 'suburbs/areanames', 'listings', 'properties'].map(
    (path): [string, string] => [`/v1/${path}`, `/api/v1/${path}`],
  ),
];

describe('the overview forms are aliases of the same handlers (D1)', () => {
  it.each(LISTS)('%s lists like %s', async (alias, canonical) => {
    for (const query of ['', '/', '?limit=1', '?page=2&limit=1', '?limit=0&bogus=1', '?', '?suburb=Richmond&limit=1']) {
      expect(await said('GET', alias + query)).toEqual(await said('GET', canonical + query));
    }
    expect((await said('GET', alias)).status).toBe(200);
    expect((await said('HEAD', alias)).status).toBe(200);
  });

  it.each([
    'auth/me',
    'feeds',
    'changes?since=now',
    'audit',
    'websites',
    'suburbs/suggest?q=rich',
    'listings/facets?facets=status',
    'listings/clusters?zoom=9',
    'listings/statistics?until=2026-03-31',
  ])('/v1/%s is an alias of /api/v1/%s', async (path) => {
    const answer = await said('GET', `/v1/${path}`);
    expect(answer).toEqual(await said('GET', `/api/v1/${path}`));
    expect(answer.status).toBe(200);
  });

  it('the OpenAPI document is linked', async () => {
    const short = await fetch(`${service.address}/v1/openapi.json`);
    expect([short.status, short.url]).toEqual([200, `${service.address}/api/v1/openapi.json`]);
  });

  it('single reads accept either identifier', async () => {
    const [{ websiteID, _id }, person] = [account, agent];
    const forms: [string, string][] = [
      ...[websiteID, _id, 'abc', 2_000_000_000].map((id): [string, string] => [`accounts/${id}`, `websites/${id}`]),
      ...[person.id, person._id, 'abc'].map((id): [string, string] => [`agents/${id}`, `agents/${id}`]),
      ...['listings/1', 'properties/1', 'listings/abc'].map((path): [string, string] => [path, path]),
    ];
    for (const [alias, canonical] of forms) {
      expect(await said('GET', `/v1/${alias}`)).toEqual(await said('GET', `/api/v1/${canonical}`));
      expect(await said('PATCH', `/v1/${alias}`)).toEqual(await said('PATCH', `/api/v1/${canonical}`));
    }
    expect((await said('GET', `/v1/accounts/${websiteID}`)).status).toBe(200);
    expect((await said('GET', `/v1/agents/${person.id}`)).status).toBe(200);
  });

  it('a query string is kept unchanged', async () => {
    for (const [query, total] of [
      ['s=what?', 1],
      ['s=what?&limit=1&name=co', 1],
      ['s=?&name=another', 0],
      ['name=another&s=%3F', 0],
    ] as const) {
      const { body } = await service.get(`/v1/accounts?${query}`);
      expect({ query, body }).toMatchObject({ query, body: { total } });
    }
    const { status } = await service.get('/v1/accounts?s=?&bogus=1');
    expect(status).toBe(400);
  });

  it('links keep the form of the request (D7)', async () => {
    const { headers } = await service.get('/v1/accounts?limit=1');
    expect(headers.get('link')).toContain('</v1/accounts?limit=1&page=2>; rel="next"');
  });

  it('creates, updates and deletes work', async () => {
    const created = await service.post<{ account: AccountAnswer }>('/v1/accounts', accountBody());
    expect(created.status).toBe(201);
    const { websiteID } = created.body.account;
    expect(created.headers.get('location')).toBe(`/api/v1/websites/${websiteID}`);
    const person = await service.post<AgentAnswer>('/v1/agents', agentBody(websiteID));
    expect(person.status).toBe(200);
    expect((await service.put(`/v1/agents/${person.body.id}`, { biography: 'x' })).body).toMatchObject({
      biography: 'x',
    });
    expect((await service.put(`/v1/accounts/${websiteID}`, { about: 'x' })).body).toMatchObject({ about: 'x' });
    expect((await service.delete(`/v1/agents/${person.body._id}`)).body).toMatchObject({ biography: 'x' });
    expect((await service.delete(`/v1/accounts/${websiteID}`)).body).toMatchObject({ deletedAccount: { about: 'x' } });
    expect((await service.get(`/api/v1/websites/${websiteID}`)).status).toBe(404);
  });
});
