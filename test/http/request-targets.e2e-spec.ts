import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountAnswer, accountBody, type AgentAnswer, createAccount, createAgent, specService } from '@testing';
import { converse, expectLastProblem, head } from './raw-connection.js';

const service = specService();
let account: AccountAnswer;
let agent: AgentAnswer;

beforeAll(async () => {
  account = await createAccount(service);
  agent = await createAgent(service, account.websiteID);
});

/** Sends a request target unchanged. */
const send = (method: string, target: string, body = '') =>
  converse(
    service,
    head(method, target, [
      'Connection: close',
      ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ]) + body,
  );

describe('a path with a trailing slash', () => {
  it('is another path for writes, so that `/credentials/..` from a client deletes no account', async () => {
    const { websiteID, _id } = account;
    for (const path of [
      `/api/v1/websites/${websiteID}`,
      `/api/v1/websites/${_id}`,
      `/v1/accounts/${websiteID}`,
      `/api/v1/agents/${agent.id}`,
      `/v1/agents/${agent._id}`,
    ])
      for (const end of ['/', '//', '%2f', '%2F', '/?x', '/./'])
        for (const [method, body] of [['DELETE'], ['PUT', '{}'], ['PATCH', '{}']] as const)
          expectLastProblem(await send(method, path + end, body), 404, 'ROUTE_NOT_FOUND');
    // As `fetch` resolves it.
    const resolved = await service.delete<{ code: string }>(`/api/v1/websites/${websiteID}/credentials/..`);
    expect([resolved.status, resolved.body.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect((await service.get(`/api/v1/websites/${websiteID}`)).status).toBe(200);
    expect((await service.get(`/api/v1/agents/${agent.id}`)).status).toBe(200);
  });

  it.each(['/api/v1/accounts/', '/v1/accounts/', '/v1/agents/'])('creates nothing: POST %s', async (path) => {
    expectLastProblem(await send('POST', path, JSON.stringify(accountBody())), 404, 'ROUTE_NOT_FOUND');
  });

  it.each(['/api/v1/websites/', '/v1/accounts/'])('is the same path for reads: GET %s', async (path) => {
    expect((await send('GET', path)).at(-1)?.status).toBe(200);
  });
});

describe('a request target', () => {
  it.each(['/api/v1/listings?limit=5#x', '/api/v1/listings#', '/v1/agents#?limit=5'])(
    'with a fragment is malformed: %s',
    async (target) => {
      expectLastProblem(await send('GET', target), 400, 'MALFORMED_REQUEST');
    },
  );

  it.each(['ftp://host/api/v1/suburbs', 'ftp://host/docs', 'api/v1/suburbs'])(
    'must be a path, or an http or https URL: %s',
    async (target) => {
      expectLastProblem(await send('GET', target), 400, 'MALFORMED_REQUEST');
    },
  );

  it.each([['a/b@c'], ['a b'], ['http://x'], ['x', 'y'], ['x', 'x']])('must have one host: %s %s', async (...hosts) => {
    const lines = hosts.map((host) => `Host: ${host}`).join('\r\n');
    const answers = await converse(service, `GET /api/v1/suburbs HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
    expectLastProblem(answers, 400, 'MALFORMED_REQUEST');
  });

  it('in CONNECT is answered, and the connection is closed', async () => {
    for (const target of ['evil.example:443', '/api/v1/listings'])
      expectLastProblem(await send('CONNECT', target), 400, 'MALFORMED_REQUEST');
  });
});

it.each(['https://bank.example@evil.example', 'https://user:secret@harbour.example/x', 'http://@harbour.example'])(
  'the link of an account has no user name: %s',
  async (link) => {
    const { status, body } = await service.put<{ errors: unknown }>(`/api/v1/websites/${account.websiteID}`, { link });
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'link' }] });
  },
);
