import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { METRIC_EVENTS, type MetricEvent } from '@app/metrics';
import { createDataSource, migrate } from '@app/persistence';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  listingLine,
  seed,
  TestService,
  testSettings,
  withClient,
  walk,
} from '@testing';
import { startOwnServer, type OwnServer } from '../support/own-server.js';
import { Standby, WITH_STANDBYS } from '../support/standby.js';

let server: OwnServer;
let standby: Standby;
let services: TestService[];
let account: AccountAnswer;
const outcomes: Record<string, number> = {};
let lag = 0;
const count = (message: unknown) => {
  const { name, labels, value } = message as MetricEvent; // the channel publishes only these
  if (name === 'replica_lag_seconds') lag = value;
  if (name !== 'replica_reads_total') return;
  const { outcome } = labels as { outcome: string }; // its only label
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
};
const since = (before: Readonly<Record<string, number>>, name: string) => (outcomes[name] ?? 0) - (before[name] ?? 0);

beforeAll(async () => {
  server = await startOwnServer({ ...WITH_STANDBYS, fsync: 'off' });
  standby = await Standby.of(server);
  const databaseReplicaUrls = [standby.url];
  const first = await TestService.start({ databaseReplicaUrls }, server);
  services = [first, await first.replica({ databaseReplicaUrls })];
  account = await createAccount(first);
  await seed(first, {
    listings: Array.from({ length: 30 }, (_, at) =>
      listingLine(account.websiteID, { id: at + 1, features: { bedrooms: 3 } }),
    ),
  });
  subscribe(METRIC_EVENTS, count);
});

afterAll(async () => {
  unsubscribe(METRIC_EVENTS, count);
  await services[1]?.stop();
  await services[0]?.stop();
  await standby.drop();
});

let written = 200;
const service = (at: number): TestService => services[at % services.length]!;

/** Whether a process responds with an earlier state. */
async function isFresh(at: number, listing: number, bedrooms: number): Promise<boolean> {
  const { store } = service(at);
  await store.dataSource.query('UPDATE listings SET bedrooms = $2 WHERE id = $1', [listing, bedrooms]);
  const path = `/api/v1/listings?limit=2&bedrooms=${bedrooms}`;
  const { body } = await service(at).get<{ data: { id: number }[] }>(path);
  return body.data.map(({ id }) => id).join() === String(listing);
}

/** The same server, with another database. */
const inStaging = (url: string): string => Object.assign(new URL(url), { pathname: '/staging' }).href;

const WRITERS = 5;
const LOOPS = walk(130);

/** Writes and reads the given number of times, with several writers. Returns how often a write was not visible. */
async function staleOf(loops: number): Promise<number> {
  let stale = 0;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let loop = 0; loop < loops / WRITERS; loop += 1) {
      if (!(await isFresh(loop, writer + 1, (written += 1)))) stale += 1;
    }
  });
  await Promise.all(writers);
  return stale;
}

/** Reads new lists until a replica has answered one. */
let pages = 20_000;
const unread = () => `/api/v1/listings?limit=10&maxbedrooms=${(pages += 1)}`;
const readList = (at = 0) => service(at).get(unread());
const PATIENCE = { timeout: 60_000, interval: 20 };
const untilRead = (...reads: readonly (() => Promise<unknown>)[]) =>
  vi.waitFor(async () => {
    const before = { ...outcomes };
    const given = reads.length > 0 ? reads : [() => readList(0), () => readList(1)];
    for (const read of given) await read();
    expect(since(before, 'replica')).toBe(given.length);
  }, PATIENCE);

describe('lists are read on a standby', () => {
  it('at rest: at least four fifths of them', async () => {
    await untilRead();
    const before = { ...outcomes };
    for (let list = 0; list < 100; list += 1) expect(await readList(list)).toMatchObject({ status: 200 });
    expect(since(before, 'replica')).toBeGreaterThanOrEqual(80);
  });

  it('even after the primary has switched its WAL file, like archive_timeout does', async () => {
    await withClient(server.adminUrl, (admin) => admin.query('SELECT pg_switch_wal()'));
    await standby.catchUpWith(server);
    const before = { ...outcomes };
    for (let list = 0; list < 40; list += 1) await readList(list);
    expect(since(before, 'replica')).toBeGreaterThanOrEqual(20);
  });
});

describe('no response is older than its request when another process reads each write', () => {
  it('while the standby follows', async () => {
    await untilRead();
    const before = { ...outcomes };
    expect(await staleOf(0.6 * LOOPS)).toBe(0);
    expect(since(before, 'replica')).toBeGreaterThan(0);
  });

  it('while its replay is paused and resumed', async () => {
    for (let pause = 0; pause < 10; pause += 1) {
      await standby.query('SELECT pg_wal_replay_pause()');
      expect(await staleOf(LOOPS / 100)).toBe(0);
      await standby.query('SELECT pg_wal_replay_resume()');
      expect(await staleOf(LOOPS / 100)).toBe(0);
    }
  });

  it('while it applies commits later', async () => {
    await standby.delayReplay(15);
    expect(await staleOf(LOOPS / 10)).toBe(0);
    await standby.delayReplay(150);
    expect(await staleOf(LOOPS / 10)).toBe(0);
    await standby.delayReplay(0);
  });
});

describe('callers do not notice a standby', () => {
  /** Reads lists during an event. Returns the slowest, in milliseconds. */
  async function slowestDuring(work: () => Promise<unknown>): Promise<number> {
    const over = new AbortController();
    let slowest = 0;
    const reader = (async () => {
      while (!over.signal.aborted) {
        const begun = performance.now();
        expect(await readList(pages)).toMatchObject({ status: 200, body: { total: 30 } });
        slowest = Math.max(slowest, performance.now() - begun);
      }
    })();
    await work();
    over.abort();
    await reader;
    return slowest;
  }

  it('that cancels statements for its recovery', async () => {
    await untilRead();
    // A statement that waits for a lock of the recovery is cancelled at once.
    await standby.query('ALTER SYSTEM SET max_standby_streaming_delay = 0');
    await standby.query('SELECT pg_reload_conf()');
    const before = { ...outcomes };
    const { dataSource } = service(0).store;
    await slowestDuring(async () => {
      while (since(before, 'cancelled') === 0) {
        await dataSource.query('BEGIN; LOCK TABLE listings IN ACCESS EXCLUSIVE MODE; COMMIT');
      }
    });
    expect(since(before, 'failed')).toBe(0);
  });

  it('that fails and comes back; the log has a line for each reason', async () => {
    await untilRead();
    const warn = vi.spyOn(Logger.prototype, 'warn');
    const { host } = new URL(standby.url);
    const silent = `The replica ${host} is not read: it does not answer: `;
    const linesOf = (text: string) =>
      warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(text));
    expect(await slowestDuring(() => standby.stop())).toBeLessThan(1_000);
    await expect.poll(() => lag, { timeout: 10_000 }).toBeGreaterThan(4.5);
    // An outage keeps its first reason; a process that connects while the server stops gets another one.
    await expect.poll(() => linesOf(silent).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(services.length);
    await standby.start();
    await untilRead();
    await expect.poll(() => lag).toBe(0);
    const lines = linesOf('replica');
    warn.mockRestore();
    for (const line of lines)
      expect(lines.filter((other) => other === line).length).toBeLessThanOrEqual(services.length);
    expect(lines).toContain(`The replica ${host} is read again`);
  });

  it('that hangs', async () => {
    const ending = await service(0).replica({ databaseReplicaUrls: [standby.url] });
    await untilRead(() => ending.get(unread()));
    await untilRead();
    let end = 0;
    const slowest = await slowestDuring(async () => {
      standby.signal('SIGSTOP');
      await ending.get(unread());
      for (let list = 0; list < 10; list += 1) await readList(list);
      end = performance.now();
      await ending.stop();
      end = performance.now() - end;
    });
    standby.signal('SIGCONT');
    expect(end).toBeLessThan(5_000);
    // A running statement is abandoned after three seconds; later ones are not sent.
    expect(slowest).toBeLessThan(5_000);
    await untilRead();
  });

  it('that lacks the last bytes of a primary that hangs; it is not reported as behind', async () => {
    await untilRead();
    await standby.query('SELECT pg_wal_replay_pause()');
    const { dataSource } = server;
    await dataSource.query('UPDATE listings SET bedrooms = 4 WHERE id = 1');
    await Promise.all([readList(0), readList(1)]);
    await expect.poll(() => lag).toBeGreaterThan(0.5);
    server.signalAll('SIGSTOP');
    try {
      const askAgain = async () => {
        await Promise.all(services.map((each) => each.get('/readyz')));
        return lag;
      };
      await expect.poll(askAgain, { timeout: 30_000 }).toBeLessThan(0.1);
    } finally {
      server.signalAll('SIGCONT');
    }
    await standby.query('SELECT pg_wal_replay_resume()');
    await untilRead();
  });

  it('that was missing at the start', async () => {
    await standby.stop();
    const late = await service(0).replica({ databaseReplicaUrls: [standby.url] });
    expect(await late.get('/api/v1/listings')).toMatchObject({ status: 200 });
    await standby.start();
    await untilRead(() => late.get(unread()));
    await late.stop();
  });

  /** Lists of a process with a wrong URL among its standbys. */
  async function readBeside(url: string): Promise<void> {
    const wrong = await service(0).replica({ databaseReplicaUrls: [url] });
    for (let list = 0; list < 10; list += 1) {
      const { body } = await wrong.get<{ total: number }>(`/api/v1/listings?limit=8&maxbedrooms=${(pages += 1)}`);
      expect(body.total).toBe(30);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await wrong.stop();
  }

  it('that belongs to another cluster', async () => {
    const other = await startOwnServer(WITH_STANDBYS);
    const another = await Standby.of(other);
    const before = { ...outcomes };
    await readBeside(another.url);
    expect(outcomes).toEqual(before);
    await another.drop();
    await other.drop();
  });

  it('that is another database of the cluster', async () => {
    const { username } = new URL(server.url);
    await withClient(server.adminUrl, (admin) => admin.query(`CREATE DATABASE staging OWNER "${username}"`));
    const staging = await createDataSource(inStaging(server.url), testSettings).initialize();
    await migrate(staging);
    await staging.destroy();
    await standby.catchUpWith(server);
    const before = { ...outcomes };
    await readBeside(inStaging(standby.url));
    expect(outcomes).toEqual(before);
  });

  it('whose statements fail; the log has the reason, once', async () => {
    await withClient(server.adminUrl, (admin) => admin.query(`CREATE ROLE stranger LOGIN PASSWORD 'stranger'`));
    await standby.catchUpWith(server);
    const url = new URL(standby.url);
    url.username = url.password = 'stranger';
    const warn = vi.spyOn(Logger.prototype, 'warn');
    const before = { ...outcomes };
    await readBeside(url.href);
    expect(since(before, 'failed')).toBeGreaterThan(0);
    const lines = warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('permission denied'));
    warn.mockRestore();
    expect(lines).toEqual([
      `Statements fail on the replica ${url.host}, and the primary answers them: permission denied for table listings`,
    ]);
  });

  it('that was promoted; its later writes are not read', async () => {
    await untilRead();
    await slowestDuring(() => standby.promote());
    await standby.query('DELETE FROM listings');
    for (let list = 0; list < 20; list += 1) {
      expect(await readList(list)).toMatchObject({ status: 200, body: { total: 30 } });
    }
  });
});
