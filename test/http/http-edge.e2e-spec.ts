import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountAnswer, accountBody, createAccount, createAgent, operator, specService } from '@testing';
import { converse, expectLastProblem, head, RawConnection } from './raw-connection.js';

const JSON_TYPE = 'Content-Type: application/json';
const STRANGER = { accessKey: 'nobody', secretKey: 'nothing' };
/** Announced, and never sent. */
const LARGE = ['Content-Length: 1000000', JSON_TYPE];
const CHUNKED = ['Transfer-Encoding: chunked', JSON_TYPE];

const service = specService({ bodySeconds: 1 });
let main: AccountAnswer;
let sub: AccountAnswer;
let agent: number;

beforeAll(async () => {
  main = await createAccount(service);
  sub = await createAccount(service, { subsiteDetails: { mainWebsiteID: main.websiteID } });
  ({ id: agent } = await createAgent(service, main.websiteID));
});

describe('a request is answered without its body', () => {
  it.each([
    ['without keys', 'POST', '/api/v1/accounts', null, 401, 'UNAUTHENTICATED'],
    ['with wrong keys', 'PUT', '/api/v1/websites/1', STRANGER, 401, 'UNAUTHENTICATED'],
    ['in the overview form', 'POST', '/v1/agents', STRANGER, 401, 'UNAUTHENTICATED'],
    ['on a path that there is not', 'POST', '/api/v1/nothing', operator, 404, 'ROUTE_NOT_FOUND'],
    ['by a method that a path has not', 'POST', '/api/v1/listings', operator, 405, 'METHOD_NOT_ALLOWED'],
    ['on a read', 'GET', '/api/v1/listings', operator, 400, 'UNEXPECTED_BODY'],
    ['on a delete', 'DELETE', '/api/v1/websites/1', operator, 400, 'UNEXPECTED_BODY'],
    ['on a public path', 'GET', '/livez', null, 400, 'UNEXPECTED_BODY'],
  ] as const)('%s', async (_, method, path, as, status, code) => {
    for (const lines of [LARGE, CHUNKED]) {
      expectLastProblem(await converse(service, head(method, path, lines, as)), status, code);
    }
  });

  it('if it has another type, another encoding, or is too large', async () => {
    const create = (...lines: string[]) => converse(service, head('POST', '/api/v1/accounts', lines));
    expectLastProblem(await create('Content-Length: 9', 'Content-Type: text/xml'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectLastProblem(await create(...LARGE, 'Content-Encoding: gzip'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectLastProblem(await create('Content-Length: 1048577', JSON_TYPE), 413, 'BODY_TOO_LARGE');
  });

  it('if the caller has no right to write', async () => {
    const asked = (method: string, path: string, as: AccountAnswer) => converse(service, head(method, path, LARGE, as));
    expectLastProblem(await asked('POST', '/api/v1/accounts', sub), 403, 'FORBIDDEN');
    expectLastProblem(await asked('PUT', `/api/v1/websites/${main.websiteID}`, sub), 403, 'FORBIDDEN');
    expectLastProblem(await asked('PUT', `/v1/accounts/${main._id}`, sub), 403, 'FORBIDDEN');
    expectLastProblem(await asked('PUT', `/api/v1/agents/${agent}`, sub), 403, 'FORBIDDEN');
    for (const path of ['websites/999999', 'websites/nothing', 'agents/999999', 'agents/%']) {
      expectLastProblem(await asked('PUT', `/api/v1/${path}`, sub), 404, 'NOT_FOUND');
    }
  });

  it('and 100 Continue is sent only for a body that will be read', async () => {
    const expecting = (as: typeof operator) =>
      head('POST', '/api/v1/accounts', ['Content-Length: 2', JSON_TYPE, 'Expect: 100-continue'], as);
    expectLastProblem(await converse(service, expecting(STRANGER)), 401, 'UNAUTHENTICATED');
    const connection = await RawConnection.to(service.address);
    await connection.send(expecting(operator));
    expect((await connection.answer()).status).toBe(100);
    await connection.send('{}');
    const answer = await connection.answer();
    expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
      status: 400,
      connection: 'keep-alive',
    });
    connection.close();
  });
});

describe('a POST without a body', () => {
  const path = () => `/api/v1/websites/${main.websiteID}/hooks/1/ping`;
  const ping = async (body: string, ...lines: string[]) => {
    const connection = await RawConnection.to(service.address);
    await connection.send(head('POST', path(), lines, operator) + body);
    const answer = await connection.answer();
    connection.close();
    return [answer.status, (JSON.parse(answer.text) as { code: string }).code];
  };

  it.each([
    ['', 'Content-Length: 0', JSON_TYPE],
    ['{}', 'Content-Length: 2', JSON_TYPE],
    [' { }\r\n', 'Content-Length: 6', JSON_TYPE],
    ['0\r\n\r\n', 'Transfer-Encoding: chunked', JSON_TYPE],
    ['2\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked', JSON_TYPE],
  ])('accepts %j: %s', async (body, ...lines) => {
    // The account has no such hook.
    expect(await ping(body, ...lines)).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['{"a":1}', 400, 'UNEXPECTED_BODY'],
    ['[]', 400, 'UNEXPECTED_BODY'],
    ['{', 400, 'MALFORMED_REQUEST'],
    [`{${' '.repeat(20)}}`, 400, 'UNEXPECTED_BODY'],
  ])('refuses %j', async (body, status, code) => {
    expect(await ping(body, `Content-Length: ${body.length}`, JSON_TYPE)).toEqual([status, code]);
  });
});

describe('an unread body', () => {
  it('is not taken for the next request', async () => {
    const hidden = head('GET', '/livez', []);
    const lines = [`Content-Length: ${hidden.length}`];
    const answers = await converse(service, head('POST', '/api/v1/nothing', lines) + hidden + hidden);
    expectLastProblem(answers, 404, 'ROUTE_NOT_FOUND');
  });

  it('does not hide the response from a client that sends everything before it reads', async () => {
    const connection = await RawConnection.to(service.address);
    await connection.send(head('POST', '/api/v1/accounts', ['Content-Length: 8000000', JSON_TYPE], STRANGER));
    for (let sent = 0; sent < 8; sent++) await connection.send(new Uint8Array(1_000_000));
    expectLastProblem(await connection.answers(), 401, 'UNAUTHENTICATED');
  });

  it('does not hide the response if it turns out to be too large', async () => {
    const connection = await RawConnection.to(service.address);
    await connection.send(head('POST', '/api/v1/accounts', CHUNKED));
    const piece = `F4240\r\n${' '.repeat(1_000_000)}\r\n`;
    for (let sent = 0; sent < 8; sent++) await connection.send(piece);
    expectLastProblem(await connection.answers(), 413, 'BODY_TOO_LARGE');
  });

  it('closes the connection, but a body that was read does not', async () => {
    const connection = await RawConnection.to(service.address);
    for (const status of [201, 400]) {
      const body = JSON.stringify(status === 201 ? accountBody() : {});
      await connection.send(head('POST', '/v1/accounts', [JSON_TYPE, `Content-Length: ${body.length}`]) + body);
      expect((await connection.answer()).status).toBe(status);
    }
    connection.close();
  });
});

describe('a body that does not arrive', () => {
  const create = (lines: readonly string[]) => head('POST', '/api/v1/accounts', lines);

  it('in time is answered 408, even if some of it keeps coming', async () => {
    expectLastProblem(await converse(service, create(LARGE), '{"name":'), 408, 'REQUEST_TIMEOUT');
    const connection = await RawConnection.to(service.address);
    await connection.send(create(CHUNKED));
    const dripping = setInterval(() => void connection.send('1\r\n \r\n'), 50);
    const answers = await connection.answers();
    clearInterval(dripping);
    expectLastProblem(answers, 408, 'REQUEST_TIMEOUT');
  });

  it('as announced is answered 400', async () => {
    expectLastProblem(await converse(service, create(CHUNKED), 'no length\r\n'), 400, 'MALFORMED_REQUEST');
    expectLastProblem(await converse(service, create(CHUNKED), `2;${'x'.repeat(17_000)}`), 413, 'BODY_TOO_LARGE');
    const many = '1\r\n \r\n'.repeat(5_001);
    expectLastProblem(await converse(service, create(CHUNKED), many), 400, 'MALFORMED_REQUEST');
  });

  it('leaves room for other bodies of its owner and for all other owners', async () => {
    const patient = await service.replica({ bodySeconds: 60 });
    const path = `/api/v1/websites/${main.websiteID}`;
    const connections = await Promise.all(Array.from({ length: 33 }, () => RawConnection.to(patient.address)));
    try {
      for (const connection of connections.slice(0, 32)) {
        await connection.send(head('PUT', path, [...LARGE, 'Expect: 100-continue'], main));
        expect((await connection.answer()).status).toBe(100);
      }
      await connections[32]!.send(head('PUT', path, LARGE, main));
      expectLastProblem(await connections[32]!.answers(), 503, 'UNAVAILABLE');
      expect((await patient.put(path, { about: 'by the operator' })).status).toBe(200);
      connections[0]!.close();
      await expect.poll(async () => (await patient.put(path, { about: 'own' }, { as: main })).status).toBe(200);
    } finally {
      for (const connection of connections) connection.close();
      await patient.stop();
    }
  });
});

describe('a malformed request', () => {
  it('is answered after the requests before it', async () => {
    const answers = await converse(service, `${head('GET', '/livez', [])}nonsense\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual(answers.length === 1 ? [200] : [200, 400]);
  });

  it('does not include an unknown Expect header, which is ignored', async () => {
    const [answer] = await converse(service, head('GET', '/livez', ['Expect: much', 'Connection: close']));
    expect(answer?.status).toBe(200);
  });
});
