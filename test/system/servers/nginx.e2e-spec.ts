import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountBody, createStore, exchange, operator, type TestStore } from '@testing';
import { Nginx } from './nginx.js';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { Replica } from '../support/replica.js';

const missing = missingPrograms('nginx');
const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
const READERS = 8;
const LISTS = ['websites', 'agents', 'listings', 'listings?status=all&minbedrooms=1', 'suburbs/regions', 'properties'];

describe.skipIf(missing.length > 0)(`behind nginx${leftOut(missing)}`, () => {
  let store: TestStore;
  let instances: [Replica, Replica];
  let nginx: Nginx;

  beforeAll(async () => {
    store = await createStore();
    const environment = { TRUST_PROXY: '1', DRAIN_SECONDS: '1', RESPONSE_CACHE_MB: '16' };
    instances = [new Replica(store.url, environment), new Replica(store.url, environment)];
    await Promise.all(instances.map((instance) => instance.start()));
    const [first, second] = instances.map(({ url }) => Number(new URL(url).port));
    nginx = await Nginx.start([first ?? 0, second ?? 0]);
  });

  afterAll(async () => {
    await nginx.stop();
    await Promise.all(instances.map((instance) => instance.kill()));
    await store.drop();
  });

  const post = (path: string, body: unknown) =>
    exchange(nginx.url + path, {
      method: 'POST',
      headers: { ...KEYS, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('fails no read while one instance is stopped and the other one is killed', async () => {
    const agent = new Agent({ keepAlive: true });
    const answers: string[] = [];
    const over = new AbortController();
    const read = async (path: string): Promise<string> => {
      const sent = get(`${nginx.url}/api/v1/${path}`, { agent, headers: KEYS });
      const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the property of the event
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer); // no encoding is set
      JSON.parse(Buffer.concat(parts).toString());
      return String(response.statusCode);
    };
    const readers = Array.from({ length: READERS }, async (_, at) => {
      for (let turn = at; !over.signal.aborted; turn++) {
        answers.push(await read(LISTS[turn % LISTS.length] ?? '').catch((error: unknown) => String(error)));
      }
    });
    const [stopped, killed] = instances;
    const more = async () => {
      const before = answers.length;
      await expect.poll(() => answers.length, { interval: 10 }).toBeGreaterThan(before + 200);
    };
    await more();
    await stopped.stop();
    await more();
    await stopped.start();
    await more();
    await killed.kill();
    await more();
    await killed.start();
    await more();
    over.abort();
    await Promise.all(readers);
    agent.destroy();
    expect([...new Set(answers)]).toEqual(['200']);
  });

  it('keeps its connections to the instances open', async () => {
    const before = connectionsTo(instances);
    for (let turn = 0; turn < 100; turn++) {
      expect((await exchange(`${nginx.url}/api/v1/websites`, { method: 'GET', headers: KEYS })).status).toBe(200);
    }
    // A closed connection stays in the table for a minute.
    expect(connectionsTo(instances) - before).toBeLessThan(10);
  });

  it('passes events on as they arrive', async () => {
    const sent = get(`${nginx.url}/api/v1/changes?since=now`, {
      agent: false,
      headers: { ...KEYS, accept: 'text/event-stream' },
    });
    const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the property of the event
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    expect((await post('/api/v1/accounts', accountBody())).status).toBe(201);
    await expect.poll(() => text, { interval: 20 }).toMatch(/^data: .*"website/m);
    sent.destroy();
  });

  it('passes the body of a feed on as it arrives', async () => {
    // The keys are checked before the body arrives: the response arrives although the body never ends.
    const sent = request(`${nginx.url}/api/v1/feeds`, {
      method: 'POST',
      headers: { 'x-access-key': 'nobody', 'x-secret-key': 'nothing', 'content-type': 'application/xml' },
    });
    sent.on('error', () => undefined);
    sent.write('<propertyList>');
    const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the property of the event
    expect(response.statusCode).toBe(401);
    sent.destroy();
  });

  it('hides the health endpoints of an instance', async () => {
    for (const path of ['/livez', '/readyz'])
      expect((await exchange(nginx.url + path, { method: 'GET', headers: {} })).status).toBe(404);
  });
});

/** The client connections to some instances in the system's table, open or just closed. */
function connectionsTo(instances: readonly Replica[]): number {
  const ports = instances.map(({ url }) => Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0'));
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => ports.some((port) => line.trim().split(/\s+/)[2]?.endsWith(`:${port}`))).length;
}
