import { once } from 'node:events';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { json } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { accountBody, operator } from '@testing';
import { expect, it } from 'vitest';
import { HOST, responseTo, type HttpsSite } from '../support/https-site.js';

export const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };

async function headersOf(stream: ClientHttp2Stream): Promise<IncomingHttpHeaders> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]; // the property of the event
  return headers;
}

/** The tests that every proxy in `ops` must pass. */
export function itServesAsProxy(siteOf: () => HttpsSite): void {
  it('passes events on as they arrive', async () => {
    const sent = siteOf().open('/api/v1/changes?since=now', { headers: { ...KEYS, accept: 'text/event-stream' } });
    const response = await responseTo(sent.end());
    let events = '';
    response.setEncoding('utf8').on('data', (part: string) => (events += part));
    const headers = { ...KEYS, 'content-type': 'application/json' };
    const body = JSON.stringify(accountBody());
    const created = await siteOf().send('/api/v1/accounts', { method: 'POST', headers, body });
    expect(created.response.statusCode).toBe(201);
    await expect.poll(() => events, { interval: 20 }).toMatch(/^data: .*"website/m);
    sent.destroy();
  });

  it('passes the body of a feed on as it arrives', async () => {
    // The keys are checked before the body arrives: the response arrives although the body never ends.
    const session = siteOf().connect();
    const stream = session.request({
      ':method': 'POST',
      ':path': '/api/v1/feeds',
      'x-access-key': 'nobody',
      'x-secret-key': 'nothing',
      'content-type': 'application/xml',
    });
    stream.on('error', () => undefined).write('<propertyList>');
    expect(await headersOf(stream)).toMatchObject({ ':status': 401 });
    session.destroy();
  });

  it('hides the health endpoints of an instance', async () => {
    for (const path of ['/livez', '/readyz', '/livez/', '//readyz', '/%6civez?x=1']) {
      const { response, text } = await siteOf().send(path);
      expect([path, response.statusCode, /"status"|problem/.test(text)]).toEqual([path, 404, false]);
    }
  });

  it('serves HTTP/2 and HSTS over TLS 1.3', async () => {
    const session = siteOf().connect();
    const stream = session.request({ ':path': '/api/v1/websites', ...KEYS });
    const headers = await headersOf(stream);
    expect(await json(stream)).toMatchObject({ total: expect.any(Number) });
    expect(headers).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=31536000' });
    expect(session.alpnProtocol).toBe('h2');
    expect((session.socket as TLSSocket).getProtocol()).toBe('TLSv1.3'); // its own connection
    session.close();
    // Responses of the proxy itself.
    expect((await siteOf().send('/livez')).response.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it.each([
    ['TLSv1.1', 'DEFAULT@SECLEVEL=0'],
    ['TLSv1.2', 'AES128-GCM-SHA256'],
  ] as const)('refuses %s with %s', async (maxVersion, ciphers) => {
    const socket = connectTls({ ...siteOf().tls, minVersion: 'TLSv1', maxVersion, ciphers });
    const [error] = (await once(socket, 'error')) as [Error]; // the property of the event
    expect(error.message).toMatch(/alert/);
  });

  it('redirects HTTP to HTTPS, with the method', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await siteOf().sendPlain('/v1/websites?page=2', { method });
      expect([status, headers.get('location')]).toEqual([308, `https://${HOST}/v1/websites?page=2`]);
    }
  });
}

/**
 * Sends values that may not be logged, in all parts of requests, and stops all instances before the last one.
 *
 * @returns the id of the first request
 */
export async function sendPersonalData(site: HttpsSite, stopInstances: () => Promise<unknown>): Promise<string> {
  const headers = { ...KEYS, referer: 'https://www.example/?name=Zebulon', authorization: 'Bearer Zebulon' };
  const { response } = await site.send('/api/v1/listings?s=Zebulon', { headers });
  expect(response.statusCode).toBe(200);
  await site.send('/api/v1/websites/Zebulon?s=Zebulon', { headers });
  await site.send('/Zebulon', { headers });
  await site.sendPlain('/v1/agents/Zebulon?s=Zebulon');
  await site.sendPlain('/.well-known/acme-challenge/Zebulon');
  await stopInstances();
  expect((await site.send('/v1/agents?s=Zebulon', { headers })).response.statusCode).toBe(502);
  return String(response.headers['x-request-id']);
}

/** The values of `sendPersonalData` that a log contains. */
export const personalDataIn = (log: string): string[] =>
  ['Zebulon', ...Object.values(KEYS)].filter((value) => log.includes(value));
