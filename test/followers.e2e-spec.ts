import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Dice } from './support/brute-force/dice.js';
import { build } from './support/command.js';
import { programsOfThePage, type Programs } from './support/keeping-a-copy.js';
import { agentOf, MarkedDirectory, markOf, portalKeys, type Call } from './support/marked-directory.js';
import { startOwnServer, type OwnServer } from './support/own-server.js';
import { Replica } from './support/replica.js';
import { withClient } from './support/with-client.js';
import { operator } from './support/service.js';
import { WatchedCopy } from './support/watched-copy.js';

/** A long run: `CHANGES=50000 CHANGES_SEED=7 npx vitest run test/followers.e2e-spec.ts`. */
const CHANGES = Number(process.env['CHANGES'] ?? 1_000);
const SEED = Number(process.env['CHANGES_SEED'] ?? 1);
const WRITERS = 8;
/** Between two mishaps; in a long run there is more to lose. */
const CALM_MS = CHANGES > 10_000 ? 10_000 : 1_500;
/** While a service is away. */
const AWAY_MS = 1_500;
const PAUSE_MS = 50;
const PATIENCE = { timeout: 60_000, interval: 100 };

let server: OwnServer;
let programs: Programs;
let replicas: readonly [Replica, Replica];

beforeAll(async () => {
  await build();
  server = await startOwnServer();
  programs = await programsOfThePage();
  replicas = [new Replica(server.url), new Replica(server.url)];
  await Promise.all(replicas.map((replica) => replica.start()));
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await server.drop();
});

/** Calls of the operator, to one replica or the other. */
const callOf =
  (dice: Dice): Call =>
  async (method, path, body) => {
    const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
    const init = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(dice.pick(replicas).url + path, { method, headers, ...init });
    return (await response.json()) as Awaited<ReturnType<Call>>; // an account, if there is one
  };

/** What was recorded becomes older than the log is kept. */
const prune = () =>
  withClient(server.url, async (client) => {
    await client.query(`UPDATE changes SET at = at - interval '40 days' WHERE at > now() - interval '1 day'`);
    await client.query('SELECT keep_change_days(30)');
  });

const MISHAPS: Readonly<Record<string, (dice: Dice) => Promise<unknown>>> = {
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
};

/** Writes until it is stopped; what fails because something was killed is not written. */
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

/** Follows a service. */
function startFollower(name: 'keepCopy' | 'streamCopy', { url }: Replica, at: number) {
  const stopping = new AbortController();
  const copy = new WatchedCopy();
  const following = programs[name]({ url, ...portalKeys(at), pauseMs: PAUSE_MS }, copy, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await following;
  };
  onTestFinished(stop);
  return { copy, stop };
}

/** How many changes were recorded. */
async function countChanges(): Promise<number> {
  const { rows } = await withClient(server.url, (client) =>
    client.query<{ count: number }>('SELECT last_value::int AS count FROM changes_id_seq'),
  );
  return rows[0]?.count ?? 0;
}

/** The things that two copies do not have alike, to the byte. */
function differing(one: WatchedCopy, other: WatchedCopy): string[] {
  const things = new Set([...one.rows.keys(), ...other.rows.keys()]);
  const textOf = (copy: WatchedCopy, thing: string) => JSON.stringify(copy.rows.get(thing));
  return [...things].filter((thing) => textOf(one, thing) !== textOf(other, thing));
}

/** What was seen and never committed, or not in the order in which it was committed. */
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
  'two followers see only what was committed, in its order, and in the end have the directory, whatever happens',
  { timeout: 7_200_000 },
  async () => {
    vi.spyOn(console, 'warn').mockReturnValue(); // of followers whose service is away
    const dice = new Dice(SEED);
    const directory = new MarkedDirectory(server.dataSource, callOf(dice));
    await directory.fill();
    const [first, second] = replicas;
    const followers = [startFollower('keepCopy', first, 0), startFollower('streamCopy', second, 1)];
    const writers = startWriters(directory);
    const names = Object.keys(MISHAPS);
    let [mishaps, failed] = [0, 0];
    try {
      while (mishaps < names.length || (await countChanges()) < CHANGES) {
        await sleep(CALM_MS);
        await MISHAPS[names[mishaps % names.length] ?? '']?.(dice);
        mishaps += 1;
      }
    } finally {
      failed = await writers.stop();
    }
    const truth = startFollower('keepCopy', first, 2);
    await expect.poll(() => truth.copy.counts.replaced, PATIENCE).toBe(1);
    await truth.stop();
    for (const { copy } of followers) await expect.poll(() => differing(copy, truth.copy), PATIENCE).toEqual([]);
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
