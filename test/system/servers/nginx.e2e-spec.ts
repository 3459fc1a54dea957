import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '@testing';
import { itServesAsProxy, KEYS, personalDataIn, sendPersonalData } from './https-proxy.js';
import { Nginx } from './nginx.js';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { responseTo } from '../support/https-site.js';
import { Replica } from '../support/replica.js';

const DEFAULT_SITE = '/etc/nginx/sites-available/default';
const missing = [...missingPrograms('nginx', 'openssl'), ...(existsSync(DEFAULT_SITE) ? [] : [DEFAULT_SITE])];
const READERS = 8;
const LISTS = ['websites', 'agents', 'listings', 'listings?status=all&minbedrooms=1', 'suburbs/regions', 'properties'];

describe.skipIf(missing.length > 0)(`behind Debian's nginx${leftOut(missing)}`, () => {
  let store: TestStore;
  let instances: [Replica, Replica];
  let ports: [number, number];
  let nginx: Nginx;

  beforeAll(async () => {
    store = await createStore();
    const environment = { TRUST_PROXY: '1', DRAIN_SECONDS: '1', RESPONSE_CACHE_MB: '16' };
    instances = [new Replica(store.url, environment), new Replica(store.url, environment)];
    await Promise.all(instances.map((instance) => instance.start()));
    const [first, second] = instances.map(({ url }) => Number(new URL(url).port));
    ports = [first ?? 0, second ?? 0];
    nginx = await Nginx.start(ports, 'sites-enabled/agency-directory');
  });

  afterAll(async () => {
    await nginx.stop();
    await Promise.all(instances.map((instance) => instance.kill()));
    await store.drop();
  });

  const read = async (path: string, agent?: Agent) => {
    const { response, text } = await nginx.site.send(`/api/v1/${path}`, { headers: KEYS, agent });
    JSON.parse(text);
    return String(response.statusCode);
  };
  it('fails no read while one instance is stopped and the other one is killed', async () => {
    const agent = new Agent({ keepAlive: true });
    const answers: string[] = [];
    const over = new AbortController();
    const readers = Array.from({ length: READERS }, async (_, at) => {
      for (let turn = at; !over.signal.aborted; turn++) {
        answers.push(await read(LISTS[turn % LISTS.length] ?? '', agent).catch((error: unknown) => String(error)));
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
      expect(await read('websites')).toBe('200');
    }
    // A closed connection stays in the table for a minute.
    expect(connectionsTo(instances) - before).toBeLessThan(10);
  });

  itServesAsProxy(() => nginx.site);

  it('passes the body of a feed on as it arrives over HTTP/1.1 as well', async () => {
    const headers = { 'x-access-key': 'nobody', 'x-secret-key': 'nothing', 'content-type': 'application/xml' };
    const sent = nginx.site.open('/api/v1/feeds', { method: 'POST', headers });
    sent.on('error', () => undefined).write('<propertyList>');
    expect((await responseTo(sent)).statusCode).toBe(401);
    sent.destroy();
  });

  it('leaves other host names to the default site', async () => {
    expect((await nginx.site.sendPlain('/v1/websites', { host: 'other.example' })).status).toBe(404);
  });

  it('serves the challenges of certificate authorities over HTTP', async () => {
    await nginx.answerChallenge('token', 'token.thumbprint');
    const { status, text } = await nginx.site.sendPlain('/.well-known/acme-challenge/token');
    expect([status, text]).toEqual([200, 'token.thumbprint']);
    expect((await nginx.site.sendPlain('/.well-known/acme-challenge/other')).status).toBe(404);
  });

  it('works from conf.d as well', async () => {
    const other = await Nginx.start(ports, 'conf.d/agency-directory.conf');
    expect((await other.site.send('/api/v1/websites', { headers: KEYS })).response.statusCode).toBe(200);
    expect((await other.site.sendPlain('/docs')).status).toBe(308);
    await other.stop();
  });

  it('logs requests and failures without query strings, names in paths, Referer and keys', async () => {
    const id = await sendPersonalData(nginx.site, () => Promise.all(instances.map((instance) => instance.kill())));
    const requests = () => nginx.logs().then((logs) => logs['agency-directory.log'] ?? '');
    await expect.poll(requests).toMatch(/ https GET \/v1\/agents HTTP\/1.1 502 /);
    const line = String.raw`^\S+ 127\.0\.0\.1 https GET /api/v1/listings HTTP/1\.1 200 \d+ [\d.]+s 127\.0\.0\.1:\d+ 200 ${id}$`;
    expect(await requests()).toMatch(new RegExp(line, 'm'));
    const logs = Object.entries(await nginx.logs());
    expect(logs.map(([name]) => name)).toContain('error.log');
    for (const [name, lines] of logs) {
      expect([name, personalDataIn(lines), lines.includes('minbedrooms')]).toEqual([name, [], false]);
    }
  });
});

/** The client connections to some instances in the system's table, open or just closed. */
function connectionsTo(instances: readonly Replica[]): number {
  const ports = instances.map(({ url }) => Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0'));
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => ports.some((port) => line.trim().split(/\s+/)[2]?.endsWith(`:${port}`))).length;
}
