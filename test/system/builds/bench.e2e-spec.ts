import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { generateDirectory } from '@app/demo';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chance } from '../../../bench/classes/chance.js';
import type { ClassKey } from '../../../bench/classes/request-class.js';
import { drawFresh, drawRequests } from '../../../bench/classes/requests.js';
import { ask, fire, type Load } from '../../../bench/run/load.js';
import { readOptions } from '../../../bench/options.js';
import { reportOf } from '../../../bench/run/report.js';
import { differenceOf, itemsOf } from '../../../bench/run/agreement.js';
import { Measurements, type TargetName } from '../../../bench/run/measurements.js';
import { whileListingsChange } from '../../../bench/run/writer.js';
import { importLines } from '../../support/bundle-lines.js';
import { createStore, emptyTables, type TestStore } from '@testing';

describe('drawn requests', () => {
  const make = (chance: Chance, spread: number) => `/${chance.integer(1, 30 + spread)}`;

  it('repeat, with the given number of different requests', () => {
    const requests = drawRequests(new Chance(1, 'again'), make, 25);
    expect(new Set(requests).size).toBe(25);
    expect(requests.length).toBeGreaterThan(25);
  });

  it('contain each new request once, and no repeated one', () => {
    const again = drawRequests(new Chance(1, 'again'), make, 25);
    const fresh = drawFresh(new Chance(2, 'fresh'), make, 20, new Set(again));
    expect(fresh).toHaveLength(20);
    expect(new Set([...fresh, ...again]).size).toBe(45);
  });
});

describe('the load', () => {
  const received: { path: string; key: unknown; codings: unknown }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    received.push({ path: url, key: headers['x-access-key'], codings: headers['accept-encoding'] });
    const body = brotliCompressSync('text');
    const status = headers['if-none-match'] ? 304 : 200;
    setTimeout(() => response.writeHead(status, { 'Content-Encoding': 'br' }).end(body), 20);
  });

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());

  const loadOf = (more: Partial<Load>): Load => ({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server that listens
    headers: { 'x-access-key': 'key' },
    requests: Array.from({ length: 5_000 }, (_, at) => ({ path: `/${at}` })),
    from: 0,
    extent: { duration: 1 },
    statuses: [200],
    ...more,
  });

  it('sends each request once, from a given one on, and counts the responses', async () => {
    const { count } = await fire(loadOf({ from: 100 }));
    const numbers = received.map(({ path }) => Number(path.slice(1)));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.min(...numbers)).toBe(100);
    expect(Math.max(...numbers)).toBe(99 + count);
    expect(numbers).toHaveLength(count);
    expect(received[0]).toMatchObject({ key: 'key', codings: 'br, gzip, deflate' });
  });

  it('compares decompressed responses', async () => {
    expect(await ask(loadOf({}).url, {})).toMatchObject({ status: 200, body: 'text' });
    expect(received.at(-1)?.codings).toBe('br, gzip, deflate');
  });

  it('sends ETags, and refuses an unexpected status', async () => {
    const requests = [{ path: '/tagged', etag: 'W/"1"' }];
    const extent = { amount: 20 };
    expect((await fire(loadOf({ requests, extent, statuses: [304] }))).count).toBe(20);
    await expect(fire(loadOf({ requests, extent }))).rejects.toThrow('status 304');
  });
});

describe('listing changes', () => {
  let store: TestStore;
  let pool: Pool;

  beforeAll(async () => {
    store = await createStore();
    await emptyTables(store.dataSource);
    const made = generateDirectory({ seed: 3, listings: 400, accounts: 4, agents: 8, now: new Date() });
    const { suburbs, accounts, agents, listings } = made;
    const all = { suburbs: [...suburbs], accounts: [...accounts], agents: [...agents], listings: [...listings] };
    await importLines(store.dataSource, all);
    pool = new Pool({ connectionString: store.url, max: 1 });
    // The database is dropped while it is connected.
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await store.drop();
  });

  it('alternate; a sold listing becomes current again', async () => {
    const before = new Map((await states()).map(({ id, status }) => [id, status]));
    await whileListingsChange(pool, () => sleep(2_000), 200);
    const changed = (await states()).filter(({ document }) => document.includes('"headline":"Change '));
    expect(changed.length).toBeGreaterThan(1);
    expect(changed.filter(({ id, status }) => status !== before.get(id))).toEqual([]);
  });

  const states = async () =>
    (
      await pool.query<{ id: number; status: string; document: string }>(
        'SELECT id, status, document FROM listings JOIN listing_documents ON listing_id = id',
      )
    ).rows;
});

describe('the report', () => {
  const add = (measured: Measurements, key: ClassKey, target: TargetName, count: number) =>
    measured.add(key, 'never', target, { count, seconds: 1, cpu: 50, repeated: 0 });

  it('lists the lowest ratio first', () => {
    const options = readOptions(['node', 'bench', '--classes', 'a,b', '--states', 'never,again']);
    const measured = new Measurements();
    for (const [service, floor] of [
      [100, 50],
      [20, 70],
    ] as const) {
      add(measured, 'a', 'service', service);
      add(measured, 'a', 'floor', floor);
    }
    add(measured, 'b', 'service', 10);
    add(measured, 'b', 'floor', 20);
    const [heading, , ...rows] = reportOf(options, measured).trim().split('\n');
    expect(heading?.replaceAll(/ +/g, ' ')).toBe(
      '| class | × floor, never | × floor, again | never /s | again /s | cpu ms |',
    );
    expect(rows.map((row) => row.split('|').slice(1, 3).join().replaceAll(/ +/g, ' '))).toEqual([
      ' **b** suburb, bedrooms, price range , 0.50 ',
      ' **a** one website, newest , 1.00 ',
    ]);
  });

  it('lists websites first, and the CPU time of both services', () => {
    const options = readOptions(['node', 'bench', '--classes', 'a,home,cards', '--states', 'never']);
    const measured = new Measurements();
    for (const [key, service, baseline] of [
      ['a', 10, 20],
      ['home', 30, 20],
      ['cards', 40, 20],
    ] as const) {
      add(measured, key, 'service', service);
      add(measured, key, 'baseline', baseline);
    }
    const rows = reportOf(options, measured).replaceAll(/ +/g, ' ').split('\n').toSpliced(1, 1);
    expect(rows).toEqual([
      '| class | × baseline, never | never /s | cpu ms | cpu ms, baseline |',
      '| **home** one home by id | 1.50 | 30.0 | 1.67 | 2.50 |',
      '| **cards** 20 cards of a suburb | 2.00 | 40.0 | 1.25 | 2.50 |',
      '| **a** one website, newest | 0.50 | 10.0 | 5.00 | 2.50 |',
    ]);
  });
});

it('the first difference of two responses is reported', () => {
  expect(differenceOf({ a: [1, 2] }, { a: [1, 2] }, false)).toBeUndefined();
  expect(differenceOf({ a: [1, 2] }, { a: [1, 3] }, false)).toBe('.a.1\n  2\n  3');
  expect(differenceOf({ a: 1 }, { a: 1, b: 2 }, true)).toBeUndefined();
});

it('websites, totals, ids and events of responses are compared', () => {
  expect(itemsOf('{"total":2,"data":[{"id":7,"price":"$1"},{"id":8}]}')).toEqual({ total: 2, ids: [7, 8] });
  expect(itemsOf('{"id":7,"price":"$1"}')).toEqual({ id: 7 });
  expect(itemsOf('BEGIN:VCALENDAR\r\nUID:7-1\r\nSUMMARY:Flat\r\nUID:8-1\r\n')).toEqual(['UID:7-1', 'UID:8-1']);
});
