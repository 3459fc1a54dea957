import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generateDirectory } from '@app/demo';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Chance } from '../bench/classes/chance.js';
import { drawFresh, drawRequests } from '../bench/classes/requests.js';
import { Cleanup } from '../bench/cleanup.js';
import { AutocannonLoad } from '../bench/load/autocannon-load.js';
import { CONNECTIONS, type Fire, type Load } from '../bench/load/load.js';
import { WrkLoad } from '../bench/load/wrk-load.js';
import { verdictsOf } from '../bench/report/targets.js';
import { isMeasured, secondsOf, warmUpOf, type Plan } from '../bench/run/plan.js';
import { Measurements } from '../bench/run/results.js';
import { statesAtRest } from '../bench/run/states.js';
import { changedLine, changeOf, type Line, type Lines } from '../bench/writing/changes.js';
import { exportedLines, importLines } from '../libs/bundles/src/bundle.support.js';
import { emptyTables } from './support/empty-tables.js';
import { createStore, type TestStore } from './support/store.js';

/** The bench is only worth something when it asks and writes what it says. */
describe('requests', () => {
  const make = (chance: Chance, spread: number) => `/${chance.integer(1, 30 + spread)}`;

  it('that are asked again have repetitions, and as many different ones as wanted', () => {
    const requests = drawRequests(new Chance(1, 'again'), make, 25);
    expect(new Set(requests).size).toBe(25);
    expect(requests.length).toBeGreaterThan(25);
  });

  it('that were never asked are each there once, and none that are asked again', () => {
    const again = drawRequests(new Chance(1, 'again'), make, 25);
    const fresh = drawFresh(new Chance(2, 'fresh'), make, 20, again);
    expect(fresh).toHaveLength(20);
    expect(new Set([...fresh, ...again]).size).toBe(45);
  });
});

describe('load generators', () => {
  const asked: { path: string; tag: string | undefined; key: unknown }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, tag: headers['if-none-match'], key: headers['x-access-key'] });
    setTimeout(() => response.writeHead(url === '/wrong' ? 404 : headers['if-none-match'] ? 304 : 200).end(), 20);
  });
  /** What a load has asked last may arrive when it has ended: its connections must be gone. */
  const forget = async () => {
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 });
    asked.length = 0;
  };
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  const cleanup = new Cleanup();
  const loads: Load[] = [new AutocannonLoad('autocannon')];

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const wrk = await WrkLoad.find(cleanup);
    if (wrk) loads.push(wrk);
  });

  afterAll(async () => {
    await cleanup.run();
    server.close();
  });

  const fireAt = (more: Partial<Fire>): Fire => ({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server that listens
    headers: { 'x-access-key': 'key' },
    requests: Array.from({ length: 5_000 }, (_, at) => ({ path: `/${at}` })),
    from: 0,
    seconds: 1,
    statuses: [200],
    signal: new AbortController().signal,
    ...more,
  });

  it('ask each request once, from the given one on, and say how far they came', { timeout: 120_000 }, async () => {
    for (const load of loads) {
      await forget();
      const { count, asked: far, seconds, p50, wrong } = await load.fire(fireAt({ from: 100 }));
      expect(wrong.size).toBe(0);
      expect(new Set(asked.map(({ path }) => path)).size).toBe(asked.length);
      const numbers = asked.map(({ path }) => Number(path.slice(1)));
      expect(Math.min(...numbers)).toBe(100);
      expect(Math.max(...numbers)).toBeLessThan(100 + far);
      expect(count).toBeLessThanOrEqual(asked.length);
      expect(count / seconds).toBeLessThanOrEqual((CONNECTIONS * 1000) / 20);
      expect(p50).toBeGreaterThanOrEqual(20);
      expect(asked[0]?.key).toBe('key');
    }
  });

  it('send ETags, and count the statuses that are wrong', { timeout: 120_000 }, async () => {
    for (const load of loads) {
      await forget();
      const tagged = [{ path: '/1', etag: 'W/"1"' }, { path: '/wrong' }];
      const right = await load.fire(fireAt({ requests: tagged.slice(0, 1), statuses: [304] }));
      expect(right.wrong.size).toBe(0);
      expect(asked.every(({ tag }) => tag === 'W/"1"')).toBe(true);
      const unlike = await load.fire(fireAt({ requests: tagged.slice(0, 1), statuses: [200] }));
      const missing = await load.fire(fireAt({ requests: tagged.slice(1), statuses: [200] }));
      expect(missing.wrong.size).toBe(1);
      // wrk counts only what is above 399 where 200 is the only right one.
      if (load instanceof AutocannonLoad) expect(unlike.wrong.get('status 304')).toBe(unlike.count);
      expect((await load.fire(fireAt({ requests: tagged, statuses: [304, 200] }))).wrong.size).toBe(1);
    }
  });
});

describe('changes', () => {
  let store: TestStore;
  let lines: Lines;

  beforeAll(async () => {
    store = await createStore();
    await emptyTables(store.dataSource);
    const made = generateDirectory({ seed: 3, listings: 120, accounts: 4, agents: 8, now: new Date() });
    await importLines(store.dataSource, {
      suburbs: [...made.suburbs],
      accounts: [...made.accounts],
      agents: [...made.agents],
      listings: [...made.listings],
    });
    const exported = async (kind: 'listings' | 'agents' | 'accounts') =>
      (await exportedLines(store.dataSource, kind)) as unknown as Line[]; // objects
    lines = {
      listings: await exported('listings'),
      agents: await exported('agents'),
      accounts: await exported('accounts'),
    };
  });

  afterAll(() => store.drop());

  it('each change something, a fifth of them to or from sold', async () => {
    const kinds = new Map<string, number>();
    for (let count = 0; count < 80; count++) {
      const change = changeOf(count, lines);
      const status = change.kind === 'listings' ? String(change.line['status']) : '';
      kinds.set(change.kind, (kinds.get(change.kind) ?? 0) + 1);
      if (/sold|leased/.test(status)) kinds.set('sold', (kinds.get('sold') ?? 0) + 1);
      if (change.kind === 'deletion') {
        const found = await store.dataSource.query('SELECT FROM listings WHERE unique_id = $1', [change.uniqueID]);
        expect(found).toHaveLength(1);
        continue;
      }
      const { bad, tally } = await importLines(store.dataSource, { [change.kind]: [change.line] });
      expect(bad).toEqual([]);
      expect(tally[change.kind]).not.toHaveProperty('unchanged');
    }
    expect(Object.fromEntries(kinds)).toMatchObject({ listings: 72, agents: 2, accounts: 2, deletion: 4 });
    expect(kinds.get('sold')).toBeGreaterThanOrEqual(8);
  });

  it('of many listings at once change each of them', async () => {
    const many = lines.listings.map((line, at) => changedLine(line, at + 1_000));
    const { bad, tally } = await importLines(store.dataSource, { listings: many });
    expect(bad).toEqual([]);
    expect(tally.listings).not.toHaveProperty('unchanged');
  });
});

describe('a plan', () => {
  const plan: Plan = {
    listings: 200_000,
    classes: ['a', 'o'],
    targets: ['service', 'floor', 'usual'],
    states: ['never', 'again', 'written'],
    commits: [10, 50],
    changes: 100_000,
    seconds: 60,
    rounds: 2,
  };

  it('knows how long it takes: the sum of what is measured, and some more', () => {
    const states = statesAtRest(plan.states, plan.commits);
    const measured = plan.classes.flatMap((key) =>
      plan.targets.flatMap((target) => states.filter((state) => isMeasured(key, target, state))),
    );
    // a is measured in four states on two servers, o in three; the usual is only asked again
    expect(measured).toHaveLength(8 + 6 + 2);
    // what nobody has asked is measured in both orders of the servers: a on two of them
    const times = measured.length + 2;
    expect(secondsOf(plan)).toBeGreaterThan(times * 2 * 60);
    expect(secondsOf(plan)).toBeLessThan(times * 2 * 60 * 1.1);
    expect(secondsOf({ ...plan, states: [...plan.states, 'changed'] })).toBeGreaterThan(secondsOf(plan) + 4 * 60);
  });

  it('has each server asked for ten seconds before anything is measured', () => {
    expect(warmUpOf(plan)).toBe(5);
    expect(warmUpOf({ classes: Array.from({ length: 18 }, () => 'a' as const) }) * 18).toBeGreaterThanOrEqual(9);
  });
});

describe('results', () => {
  it('compare within each round, and say what was asked for and not reached', () => {
    const measurements = new Measurements();
    const [never, again, written] = statesAtRest(['never', 'again', 'written'], [10]);
    const requests = { key: 'a', title: 'a', paths: ['/1'], fresh: ['/2', '/3'], isConditional: false } as const;
    const at = (rate: number) => ({ rate, p50: 1, p99: 2 });
    for (const [service, floor] of [
      [100, 50],
      [10, 20],
      [30, 30],
    ] as const) {
      measurements.add(never!, requests, 'service', at(service)); // there are three states
      measurements.add(never!, requests, 'floor', at(floor));
      measurements.add(again!, requests, 'service', at(service));
      measurements.add(written!, requests, 'service', { ...at(service / 2), p99: 30 });
    }
    const states = [never!, again!, written!].map((state) => measurements.resultOf(state, [requests]));
    expect(states[0]?.classes[0]).toMatchObject({ requests: 2, overFloor: 1, measured: { service: { rate: 30 } } });
    expect(states[2]?.classes[0]).toMatchObject({ requests: 1, overRest: 0.5 });
    const verdicts = verdictsOf({ listings: 1, states }).map(({ what, isMet }) => `${what} ${isMet}`);
    expect(verdicts).toEqual([
      'a written-10, × at rest false',
      'a written-10, p99 in ms false',
      'a never, × floor true',
    ]);
  });
});
