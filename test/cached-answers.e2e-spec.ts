import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountDraws, agentDraws } from './support/brute-force/agencies.draws.js';
import { Dice } from './support/brute-force/dice.js';
import { queriesOf } from './support/brute-force/draws.js';
import type { Query } from './support/brute-force/lines.js';
import { listingQueries } from './support/brute-force/listings.draws.js';
import { propertyDraws } from './support/brute-force/properties.draws.js';
import { propertiesOf } from './support/brute-force/properties.reading.js';
import { makeWorld } from './support/brute-force/world.js';
import { RANDOM_CHANGES } from './support/random-changes.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';

/** A long run: `ANSWERS=20000 ANSWERS_SEED=7 npx vitest run test/cached-answers.e2e-spec.ts`. */
const ANSWERS = Number(process.env['ANSWERS'] ?? 400);
const SEED = Number(process.env['ANSWERS_SEED'] ?? 1);

const world = makeWorld(SEED, Date.now());
let replicas: readonly [TestService, TestService];
let paths: string[];

/** What happens to a service beside changes of the directory. */
const MISHAPS: Readonly<Record<string, string>> = {
  'connections are lost': `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  'the log is pruned': 'UPDATE changes_horizon SET xid = pg_current_xact_id()',
  'another life of what is not logged': 'ANALYZE listings',
};

beforeAll(async () => {
  const first = await TestService.start();
  await seed(first, { ...world });
  replicas = [first, await first.replica()];
  const sample = (path: string, queries: fc.Arbitrary<Query>, numRuns: number) =>
    fc.sample(queries, { numRuns, seed: SEED }).map((query) => `${path}?${new URLSearchParams(query).toString()}`);
  const ids = world.listings.slice(0, 20);
  paths = [
    ...sample('listings', listingQueries(world), 30),
    ...sample('properties', queriesOf(propertyDraws(world), propertiesOf(world.listings), 2), 5),
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
  await replicas[1].stop();
  await replicas[0].stop();
});

/** The answer as text; connections may be lost meanwhile. */
async function ask(service: TestService, path: string): Promise<string> {
  for (;;) {
    const { status, body } = await service.get<{ requestId?: string }>(path);
    if (status !== 503) return JSON.stringify([status, body, body?.requestId && '']).replace(/"requestId":"[^"]*"/, '');
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

/** The answer of a process that has cached nothing for this URL. */
const askAnew = (service: TestService, path: string): Promise<string> => {
  unique += 1;
  const [list, query = ''] = path.split('?');
  return ask(service, `${list}?${query === '' ? `${unique}=` : spelled(query, unique)}`);
};

it(
  'every response was correct at some time during its request, with concurrent writers',
  { timeout: 3_600_000 },
  async () => {
    const dice = new Dice(SEED);
    let [round, checked, decided] = [0, 0, 0];
    const state = { isDone: false };
    let writes = 0;
    const wrong: object[] = [];
    const writer = async () => {
      while (!state.isDone) {
        const change = dice.pick(Object.keys(RANDOM_CHANGES));
        round += 1;
        writes += 1;
        await RANDOM_CHANGES[change]?.(replicas[dice.below(2)] ?? replicas[0], world, dice, round).catch(
          () => undefined,
        );
        writes += 1;
        if (dice.chance(0.05)) {
          await replicas[0].store.dataSource.query(dice.pick(Object.values(MISHAPS))).catch(() => undefined);
        }
        // Between writes the same answers are asked for again.
        await new Promise((resolve) => setTimeout(resolve, dice.below(300)));
      }
    };
    const reader = async (service: TestService, other: TestService) => {
      while (checked < ANSWERS) {
        const path = dice.pick(paths);
        checked += 1;
        const begun = writes;
        const before = await askAnew(other, path);
        const cached = await ask(service, path);
        const after = await askAnew(other, path);
        if (cached === before || cached === after) decided += 1;
        // Several writes may have come between.
        else if (writes === begun && begun % 2 === 0) wrong.push({ path, cached, before });
      }
    };
    const writing = writer();
    const [first, second] = replicas;
    await Promise.all([reader(first, second), reader(second, first), reader(first, first)]);
    state.isDone = true;
    await writing;
    expect(wrong).toEqual([]);
    expect(decided).toBeGreaterThan(checked * 0.8);
    console.info(`${checked} answers beside ${round} changes, ${decided} compared`);
  },
);
