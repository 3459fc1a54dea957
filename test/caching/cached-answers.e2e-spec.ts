import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  accountDraws,
  agentDraws,
  Dice,
  listingQueries,
  createWorldStore,
  runWorld,
  propertiesOf,
  propertyDraws,
  queriesOf,
  type Query,
} from '@testing/brute-force';
import { operator, RANDOM_CHANGES, TestService, walk, walkSeed } from '@testing';
import { movableClock } from './movable-clock.js';

const ANSWERS = walk(250);
const SEED = walkSeed;

const world = runWorld();
let replicas: readonly [TestService, TestService];
let paths: string[];
let moveClocks: (seconds: number) => Promise<void>;
const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };

const YEAR = 365 * 86_400;
/** Responses compared with each other after a change. */
const SOME = 24;
/** Concurrent requests. */
const TOGETHER = 8;

/** Events besides changes of the directory. */
const MISHAPS: Readonly<Record<string, (dice: Dice) => Promise<unknown>>> = {
  'connections are lost': () =>
    run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`),
  'the log is pruned': () => run('UPDATE changes_horizon SET xid = pg_current_xact_id()'),
  'another life of what is not logged': () => run('ANALYZE listings'),
  'the clocks are moved': (dice) => moveClocks(dice.pick([-YEAR, -3_600, 0, 3_600, YEAR])),
};

const run = (text: string) => replicas[0].store.dataSource.query(text);

beforeAll(async () => {
  const store = await createWorldStore();
  moveClocks = await movableClock(store);
  const first = await TestService.start({}, store);
  replicas = [first, await first.replica()];
  const sample = (path: string, queries: fc.Arbitrary<Query>, numRuns: number) =>
    fc.sample(queries, { numRuns, seed: SEED }).map((query) => `${path}?${new URLSearchParams(query).toString()}`);
  const ids = world.listings.slice(0, 20);
  paths = [
    ...sample('listings', listingQueries(world), 30),
    ...sample('properties', queriesOf(propertyDraws(world), propertiesOf(world), 2), 5),
    ...sample('agents', queriesOf(agentDraws(world), world.agents, 2), 5),
    ...sample('websites', queriesOf(accountDraws(world), world.accounts, 2), 5),
    'suburbs/regions?page=1&limit=20',
    'suburbs?page=1&limit=7',
    ...ids.slice(0, 10).map(({ id }) => `listings/${id}?`),
    ...ids.slice(10, 13).map(({ _id }) => `listings/${_id}?`),
    ...ids.slice(13, 16).map(({ uniqueID }) => `listings/${encodeURIComponent(uniqueID)}?`),
    ...world.agents.slice(0, 4).map(({ id }) => `agents/${id}?`),
    ...world.accounts.slice(0, 4).map(({ websiteID }) => `websites/${websiteID}?`),
    ...[1, 2, 3, 4, 5].map((id) => `properties/${id}?`),
  ].map((path) => `/api/v1/${path}`);
});

afterAll(async () => {
  vi.useRealTimers();
  await replicas[1].stop();
  await replicas[0].stop();
});

/** The response as text; connections may be lost meanwhile. */
async function ask(service: TestService, path: string): Promise<string> {
  for (;;) {
    const response = await fetch(service.address + path, { headers: KEYS });
    const text = await response.text();
    if (response.status !== 503) return `${response.status} ${text.replace(/"requestId":"[^"]*"/, '')}`;
  }
}

let unique = 0;

/** The same query in another spelling: letters and digits may be percent-encoded. */
const spelled = (query: string, spelling: number): string => {
  let at = -1;
  return query.replace(/%..|[a-z0-9]/gi, (char) => {
    if (char.length > 1) return char;
    at += 1;
    return Math.floor(spelling / 2 ** at) % 2 === 1 ? `%${char.charCodeAt(0).toString(16)}` : char;
  });
};

/** The most `&` in a URL. */
const MOST_SEPARATORS = 2_000;

/** A URL that no process has cached. */
function unknown(path: string): string {
  unique += 1;
  const [list = '', query = ''] = path.split('?');
  if (query !== '') return `${list}?${spelled(query, unique)}`;
  // A single read has no parameters.
  const spelledId = list.replace(/[^/]+$/, (id) => spelled(id, Math.floor(unique / MOST_SEPARATORS)));
  return `${spelledId}?${'&'.repeat(unique % MOST_SEPARATORS)}`;
}

/** Requests each path from one replica or both, some at a time. Returns responses by replica, in the order of the paths. */
async function askAll(asked: readonly string[], services: readonly TestService[]): Promise<string[][]> {
  const answers = services.map((): string[] => Array.from({ length: asked.length }, () => ''));
  const wanted = asked.flatMap((path, at) => services.map((service, of) => ({ path, at, service, of })));
  const workUp = async () => {
    for (let one = wanted.pop(); one; one = wanted.pop()) {
      const own = answers[one.of];
      if (own) own[one.at] = await ask(one.service, one.path);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, workUp));
  return answers;
}

/** The response of a process without cached responses. */
const askAnew = async (asked: readonly string[], service: TestService): Promise<string[]> =>
  (await askAll(asked.map(unknown), [service]))[0] ?? [];

it(
  'every replica responds with the state before or after a change while it is made, and then with the state after it',
  { timeout: 3_600_000 },
  async () => {
    const dice = new Dice(SEED);
    const wrong: object[] = [];
    const tally = { rounds: 0, checked: 0 };
    while (tally.checked < ANSWERS) {
      tally.rounds += 1;
      const round = tally.rounds;
      const asked = dice.some(paths, SOME);
      const change = dice.pick(dice.chance(0.1) ? Object.keys(MISHAPS) : Object.keys(RANDOM_CHANGES));
      const before = await askAnew(asked, dice.pick(replicas));
      const [during] = await Promise.all([
        askAll(asked, replicas),
        (MISHAPS[change]?.(dice) ?? RANDOM_CHANGES[change]?.(dice.pick(replicas), world, dice, round))?.catch(
          () => undefined,
        ),
      ]);
      const after = await askAnew(asked, dice.pick(replicas));
      const settled = await askAll(asked, replicas);
      const compare = (answers: readonly string[][], isRight: (answer: string, at: number) => boolean, when: string) =>
        answers.forEach((own, of) =>
          own.forEach((answer, at) => {
            tally.checked += 1;
            const said = { when, change, round, replica: of, path: asked[at], answer };
            if (!isRight(answer, at)) wrong.push({ ...said, before: before[at], after: after[at] });
          }),
        );
      compare(during, (answer, at) => answer === before[at] || answer === after[at], 'during');
      compare(settled, (answer, at) => answer === after[at], 'after');
      if (wrong.length > 0) break;
    }
    expect(wrong).toEqual([]);
    console.info(`${tally.checked} answers beside ${tally.rounds} changes`);
  },
);
