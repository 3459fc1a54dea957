import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Dice } from '@testing/brute-force';
import { operator, specFixture, withClient, walk, walkSeed } from '@testing';
import { programsOfThePage, type Programs } from '../pages/keeping-a-copy.js';
import {
  agentOf,
  LEAVING_ACCOUNT,
  MarkedDirectory,
  markOf,
  portalKeys,
  SUB_ACCOUNT,
  type Call,
} from './marked-directory.js';
import { startOwnServer } from '../support/own-server.js';
import { Replica } from '../support/replica.js';
import { WatchedCopy } from './watched-copy.js';

/** A long run: `CHANGES=50000 CHANGES_SEED=7 npx vitest run test/system/servers/followers.e2e-spec.ts`. */
const CHANGES = walk(170);
const SEED = walkSeed;
const WRITERS = 8;
/** Between two failures; a long run has more to lose. */
const CALM_MS = CHANGES > 10_000 ? 10_000 : 1_500;
/** While a service is down. */
const AWAY_MS = 1_500;
const PAUSE_MS = 50;
const PATIENCE = { timeout: 300_000, interval: 100 };

const server = specFixture(startOwnServer, (one) => one.drop());
let programs: Programs;
let replicas: readonly [Replica, Replica];

beforeAll(async () => {
  programs = await programsOfThePage();
  replicas = [new Replica(server.url), new Replica(server.url)];
  await Promise.all(replicas.map((replica) => replica.start()));
});

afterAll(() => Promise.all(replicas.map((replica) => replica.kill())));

/** Requests of the operator, to one replica or the other. */
const callOf =
  (dice: Dice): Call =>
  async (method, path, body) => {
    const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
    const init = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(dice.pick(replicas).url + path, { method, headers, ...init });
    return (await response.json()) as Awaited<ReturnType<Call>>; // an account, if one exists
  };

/** Makes the recorded changes older than the retention of the log. */
const prune = () =>
  withClient(server.url, async (client) => {
    await client.query(`UPDATE changes SET at = at - interval '40 days' WHERE at > now() - interval '1 day'`);
    await client.query('SELECT keep_change_days(30)');
  });

const MISHAPS: Readonly<Record<string, (dice: Dice, call: Call) => Promise<unknown>>> = {
  'a service is killed': async (dice) => {
    const replica = dice.pick(replicas);
    await replica.kill();
    await replica.start();
  },
  'a process of PostgreSQL is killed, and all others with it': () =>
    withClient(server.url, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      await sleep(200);
    }),
  'PostgreSQL is killed, and started again': () => server.crash(),
  'connections are lost': () =>
    withClient(server.url, (client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`),
    ),
  'the log is pruned': () => prune(),
  'the log is pruned while a service is away': async (dice) => {
    const replica = dice.pick(replicas);
    await replica.kill();
    await sleep(AWAY_MS);
    await prune();
    await replica.start();
  },
  'an account is deleted': (_, call) => call('DELETE', `/api/v1/websites/${LEAVING_ACCOUNT}`),
};

/** Writes until it is stopped; a write that fails because a process was killed is not counted. */
function startWriters(directory: MarkedDirectory) {
  const stopping = new AbortController();
  let failed = 0;
  const writers = Array.from({ length: WRITERS }, async (_, at) => {
    const dice = new Dice(SEED * 100 + at);
    while (!stopping.signal.aborted) {
      await directory.write(dice).catch(() => {
        failed += 1;
        return sleep(dice.below(100));
      });
    }
  });
  const stop = async () => {
    stopping.abort();
    await Promise.all(writers);
    return failed;
  };
  return { stop };
}

/** How a directory is followed. */
interface Following {
  readonly by: 'keepCopy' | 'streamCopy';
  /** Whose keys are used; each may read one export at a time. */
  readonly portal: number;
  /** Only of this website. */
  readonly websiteID?: number;
}

/** Two followers of each kind, and some of a website: one that shows offices of another, one that listings leave, one that is deleted. */
const FOLLOWERS: readonly Following[] = [
  { by: 'keepCopy', portal: 0 },
  { by: 'streamCopy', portal: 1 },
  { by: 'keepCopy', portal: 2, websiteID: SUB_ACCOUNT },
  { by: 'streamCopy', portal: 3, websiteID: SUB_ACCOUNT },
  { by: 'keepCopy', portal: 4, websiteID: 2 },
  { by: 'streamCopy', portal: 5, websiteID: 1 },
  { by: 'keepCopy', portal: 6, websiteID: LEAVING_ACCOUNT },
];
/** Follows a service. */
function startFollower({ url }: Replica, { by, portal, ...of }: Following) {
  const stopping = new AbortController();
  const copy = new WatchedCopy();
  const following = programs[by]({ url, ...portalKeys(portal), ...of, pauseMs: PAUSE_MS }, copy, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await following;
  };
  onTestFinished(stop);
  return { copy, stop, portal, of };
}

/** How many changes were recorded. */
async function countChanges(): Promise<number> {
  const { rows } = await withClient(server.url, (client) =>
    client.query<{ count: number }>('SELECT last_value::int AS count FROM changes_id_seq'),
  );
  return rows[0]?.count ?? 0;
}

/** The differences of a copy from the service, byte by byte. */
function differing(copy: WatchedCopy, truth: WatchedCopy): string[] {
  const things = [...new Set([...copy.rows.keys(), ...truth.rows.keys()])];
  return things.flatMap((thing) => {
    const [has, is] = [copy, truth].map(({ rows }) => JSON.stringify(rows.get(thing)));
    return has === is ? [] : [`${thing} is ${is}, not ${has}`];
  });
}

/** Rows that were seen and never committed, or seen out of the order of commits. */
function faultsOf({ sightings }: WatchedCopy, history: ReadonlyMap<string, readonly string[]>): string[] {
  const faults: string[] = [];
  const places = new Map<string, number>();
  for (const { thing, row } of sightings) {
    const marks = history.get(thing);
    if (!row || !marks) continue;
    const mark = markOf(thing, row);
    const place = marks.lastIndexOf(mark);
    if (place < 0) faults.push(`${thing} was never committed as ${mark}`);
    if (place < (places.get(thing) ?? 0)) faults.push(`${thing} is ${mark} again`);
    places.set(thing, place);
    const [agent] = (row['agents'] ?? []) as { id: number }[]; // of a listing
    if (agent && mark !== 'm0' && agent.id !== agentOf(mark)) faults.push(`${thing} is torn: ${mark}, ${agent.id}`);
  }
  return faults;
}

it(
  'followers see only committed changes, in order, and end with a copy of the directory or website, whatever happens',
  { timeout: 7_200_000 },
  async () => {
    vi.spyOn(console, 'warn').mockReturnValue(); // of followers whose service is down
    const dice = new Dice(SEED);
    const call = callOf(dice);
    const directory = new MarkedDirectory(server.dataSource, call);
    await directory.fill();
    const [first] = replicas;
    const followers = FOLLOWERS.map((following, at) => startFollower(replicas[at % 2] ?? first, following));
    const writers = startWriters(directory);
    const names = Object.keys(MISHAPS);
    let [mishaps, failed] = [0, 0];
    try {
      while (mishaps < names.length || (await countChanges()) < CHANGES) {
        await sleep(CALM_MS);
        await MISHAPS[names[mishaps % names.length] ?? '']?.(dice, call);
        mishaps += 1;
      }
    } finally {
      failed = await writers.stop();
    }
    for (const { copy, portal, of } of followers) {
      // With the same keys, because an account sees more of itself (B51).
      const truth = startFollower(first, { by: 'keepCopy', portal, ...of });
      await expect.poll(() => truth.copy.counts.replaced, PATIENCE).toBe(1);
      await truth.stop();
      await expect.poll(() => differing(copy, truth.copy), { ...PATIENCE, message: JSON.stringify(of) }).toEqual([]);
      expect(truth.copy.rows.size > 0).toBe(of.websiteID !== LEAVING_ACCOUNT);
    }
    for (const { stop } of followers) await stop();
    const history = await directory.history();
    for (const { copy } of followers) {
      expect([...copy.faults, ...faultsOf(copy, history)]).toEqual([]);
      expect(copy.counts.replaced).toBeGreaterThan(0);
      expect(copy.counts.changes).toBeGreaterThan(0);
    }
    const counts = followers.map(({ copy }) => JSON.stringify(copy.counts)).join(', ');
    console.info(`${await countChanges()} changes, ${mishaps} mishaps, ${failed} writes failed; followers: ${counts}`);
    vi.restoreAllMocks();
  },
);
