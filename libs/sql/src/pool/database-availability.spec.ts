import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isConnectionLoss } from './connection-loss.js';
import { probe } from './limited-client.js';
import { UrlSource } from './url-source.js';
import { DatabaseAvailability, DatabaseAwayError, OUTAGE_TIMEOUT_MS } from './database-availability.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const wrongPassword = Object.assign(new Error('password authentication failed'), { code: '28P01' });

/** A database whose probes succeed or fail. */
class Probed {
  error: Error | undefined;
  probes = 0;
  readonly availability = new DatabaseAvailability(async () => {
    this.probes += 1;
    await sleep(5);
    if (this.error) throw this.error;
  });
}

let probed: Probed;

beforeEach(() => {
  probed = new Probed();
  probed.availability.pauseMs = 5;
});

afterEach(() => probed.availability.end());

const begunLongAgo = () => performance.now() - OUTAGE_TIMEOUT_MS - 1_000;

describe('DatabaseAvailability', () => {
  it('reports an outage once a connection cannot be made', async () => {
    const { availability } = probed;
    expect(availability.isAway).toBe(false);
    await availability.whenBack();
    expect(await availability.isBack()).toBe(true);
    availability.connectionFailed(wrongPassword, performance.now());
    availability.connectionFailed(new Error('timeout exceeded when trying to connect'), performance.now());
    expect(availability.isAway).toBe(false);
    availability.connectionFailed(refused(), performance.now());
    expect(availability.isAway).toBe(true);
  });

  it('shares one probe between callers', async () => {
    const { availability } = probed;
    expect(await Promise.all([1, 2, 3].map(() => availability.answers()))).toEqual([true, true, true]);
    expect(probed.probes).toBe(1);
  });

  it('lets requests wait for the end of an outage, which it detects by itself', async () => {
    const { availability } = probed;
    probed.error = refused();
    expect(await availability.answers()).toBe(false);
    const waiting = Promise.all([availability.whenBack(), availability.isBack()]);
    const { probes } = probed;
    await expect.poll(() => probed.probes).toBeGreaterThan(probes + 1);
    expect(availability.isAway).toBe(true);
    probed.error = undefined;
    expect(await waiting).toEqual([undefined, true]);
    expect(availability.isAway).toBe(false);
  });

  it('is available if the server refuses the role, because it answers', async () => {
    const { availability } = probed;
    probed.error = refused();
    expect(await availability.answers()).toBe(false);
    probed.error = wrongPassword;
    await availability.whenBack();
    expect(availability.isAway).toBe(false);
  });

  it('lets no request wait during a long outage', async () => {
    const { availability } = probed;
    probed.error = refused();
    expect(await availability.answers(begunLongAgo())).toBe(false);
    const { probes } = probed;
    await expect(availability.whenBack()).rejects.toThrow(DatabaseAwayError);
    await expect(availability.whenBack()).rejects.toThrow(
      /^The database has been away since \d{4}-\S+Z: connect ECONNREFUSED$/,
    );
    expect(await availability.isBack()).toBe(false);
    expect(probed.probes).toBe(probes);
  });

  it('starts an outage at the last response, however long a connection has been silent', async () => {
    const { availability } = probed;
    const since = begunLongAgo();
    expect(await availability.answers(since)).toBe(true);
    probed.error = refused();
    expect(await availability.answers(since)).toBe(false);
    const waiting = availability.whenBack();
    probed.error = undefined;
    await waiting;
    expect(availability.isAway).toBe(false);
  });

  it('stops its probes', async () => {
    const { availability } = probed;
    probed.error = refused();
    await availability.answers();
    availability.end();
    const { probes } = probed;
    await sleep(50); // several pauses
    expect(probed.probes).toBe(probes);
  });
});

it('a probe names a server that does not respond', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  const config = {
    source: new UrlSource(`postgres://127.0.0.1:${port}/`),
    limits: { statementTimeoutMs: 0, isPooled: false },
  };
  const silent = probe(config).catch((error: unknown) => error);
  expect(await silent).toEqual(new Error('Connection terminated: the server does not respond'));
  expect(isConnectionLoss(await silent)).toBe(true);
  server.close();
});
