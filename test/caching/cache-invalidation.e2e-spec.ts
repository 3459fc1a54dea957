import { AccountsRepository } from '@app/accounts';
import { AgentsRepository } from '@app/agents';
import { ListingsQuery, ListingsRepository } from '@app/listings';
import { PageReader, readQuery, type ListQuery } from '@app/lists';
import { PropertiesQuery, PropertiesRepository } from '@app/properties';
import { CachedTotals, RESOURCES, SnapshotClock, type CacheDependencies, type LogPosition } from '@app/cache';
import { OPERATOR, recipientName, type Recipient } from '@app/http';
import { SqlExecutor } from '@app/sql';
import { SuburbsQuery, SuburbsRepository } from '@app/suburbs';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { AccountsQuery } from '../../libs/accounts/src/filters/account.filters.js';
import { InspectionsQuery } from '../../libs/listings/src/inspections/inspections.query.js';
import { InspectionsRepository } from '../../libs/listings/src/inspections/inspections.repository.js';
import { AgentsQuery } from '../../libs/agents/src/filters/agent.filters.js';
import {
  accountQueries,
  agentQueries,
  Dice,
  consistent,
  forEveryCaller,
  listingQueries,
  createWorldStore,
  runWorld,
  propertiesOf,
  propertyDraws,
  queriesOf,
  type Query,
  suburbDraws,
} from '@testing/brute-force';
import { RANDOM_CHANGES, specService, walk, walkSeed } from '@testing';

const CHANGES = walk(6);
const SEED = walkSeed;

/** The same list from its start, by cursor (ADR 18). */
const byCursor = (query: Query): Query =>
  Object.fromEntries([...Object.entries(query).filter(([name]) => name !== 'page'), ['cursor', '']]);

/** A list that is repeated after each change, as a cache would store it. */
interface Asked {
  readonly name: string;
  readonly query: Query;
  readonly list: () => ListQuery;
  /** The last response, and its dependencies. */
  answer: string;
  dependencies: CacheDependencies | undefined;
  at: LogPosition;
}

/** How many responses were kept, dropped, and wrong. */
interface Comparison {
  kept: number;
  dropped: number;
  /** Responses that were dropped and came out the same. */
  needless: number;
  readonly wrong: { change: string; name: string; query: Query; fault: 'stayed' | 'has a wrong total' }[];
}

/** The most changes between two repetitions of all lists. */
const CHANGES_TOGETHER = 4;
/** Concurrent requests. */
const TOGETHER = 8;

const world = runWorld();
const service = specService({}, createWorldStore);
let asked: Asked[];
/** Caches totals, like the service. */
let keeping: PageReader;
/** Caches nothing, because its position in the log is never known. */
let forgetting: PageReader;

/** Also caches totals that are counted fast. */
class AllTotals extends CachedTotals {
  override read: CachedTotals['read'] = (rows, read) => super.read({ ...rows, few: 0 }, read);
}

const now = (): Promise<LogPosition> => service.app.get(SnapshotClock).of({} as never); // any request

async function ask(
  reader: PageReader,
  list: () => ListQuery,
): Promise<{ answer: string; dependencies: CacheDependencies | undefined }> {
  const { total, items, nextCursor, dependsOn } = await reader.read(list());
  return {
    answer: JSON.stringify([total, nextCursor, items]),
    dependencies: dependsOn?.(() => ''),
  };
}

/** Calls a function for each item, some at a time. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const workUp = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: TOGETHER }, workUp));
}

/** Whether a change since a response was made can invalidate it, according to the cache. */
function isConcerned({ dependencies, at }: Asked, latest: LogPosition): boolean {
  if (!dependencies || at.epoch !== latest.epoch) return true;
  const { ring } = service.app.get(SnapshotClock);
  return RESOURCES.some((resource) => ring.some(resource, at.position, dependencies[resource]));
}

/** Makes changes until a response is wrong, and compares each response with a new one after every few changes. */
async function changeAndCompare(count: number, dice: Dice): Promise<Comparison> {
  const verdict: Comparison = { kept: 0, dropped: 0, needless: 0, wrong: [] };
  const kinds = Object.keys(RANDOM_CHANGES);
  const begun = await now();
  await forEach(asked, async (one) => {
    // The first request only shows that the list is repeated.
    await ask(keeping, one.list);
    Object.assign(one, await ask(forgetting, one.list), { at: begun });
  });
  for (let made = 0; made < count && verdict.wrong.length === 0;) {
    const names: string[] = [];
    for (let left = Math.min(count - made, 1 + dice.below(CHANGES_TOGETHER)); left > 0; left -= 1) {
      // Each kind of change occurs, in any short run; the rest is random.
      const name = kinds[made] ?? dice.pick(kinds);
      await RANDOM_CHANGES[name]?.(service, world, dice, made++);
      names.push(name);
    }
    const change = names.join(', then ');
    const latest = await now();
    await forEach(asked, async (one) => {
      const { answer, dependencies } = await ask(forgetting, one.list);
      const isSame = answer === one.answer;
      const isDropped = isConcerned(one, latest);
      verdict[isDropped ? 'dropped' : 'kept'] += 1;
      verdict.needless += Number(isDropped && isSame);
      const note = (fault: Comparison['wrong'][number]['fault']) =>
        verdict.wrong.push({ change, name: one.name, query: one.query, fault });
      if (!isDropped && !isSame) note('stayed');
      if ((await ask(keeping, one.list)).answer !== answer) note('has a wrong total');
      if (isDropped) Object.assign(one, { answer, dependencies, at: latest });
    });
  }
  return verdict;
}

beforeAll(async () => {
  const { app } = service;
  const executor = app.get(SqlExecutor);
  keeping = new PageReader(executor, new AllTotals(app.get(SnapshotClock)));
  forgetting = new PageReader(executor, new CachedTotals(new SnapshotClock(executor)));
  const lists = <Q extends object>(
    name: string,
    queries: Arbitrary<Query>,
    count: number,
    type: new () => Q,
    listOf: (query: Q) => unknown,
  ): Asked[] =>
    fc
      .sample(queries, { numRuns: count, seed: SEED })
      .map((drawn, at) => (at % 3 === 0 ? byCursor(drawn) : drawn))
      .map((query) => ({
        name,
        query,
        list: () => listOf(readQuery(type, query)) as ListQuery, // a list of rows of any kind
        answer: '',
        dependencies: undefined,
        at: { epoch: 0, position: 0, snapshot: '', end: { log: '', xid: 0 } },
      }));
  const properties = propertiesOf(world);
  // With a date, the lists do not depend on the time of day.
  const datedTimes = listingQueries(world).map(({ sort: _sort, view: _view, baseDate: _base, ...filters }) =>
    consistent({
      datefrom: '2026-03-01',
      ...filters,
    }),
  );
  const suburbs = new SuburbsRepository();
  const site = 12;
  const readers: readonly Recipient[] = [
    { audience: 'clients', siteID: site },
    { audience: 'public', siteID: site },
    { audience: 'public' },
  ];
  const forReaders = readers.flatMap((reader) => [
    ...lists('agents', forEveryCaller(agentQueries(world, 1)), 15, AgentsQuery, (query) =>
      app.get(AgentsRepository).list(query, reader),
    ),
    ...lists('accounts', forEveryCaller(accountQueries(world, 1)), 15, AccountsQuery, (query) =>
      app.get(AccountsRepository).list(query, reader),
    ),
  ]);
  asked = [
    ...forReaders.map((one, at) => ({
      ...one,
      name: `${one.name} for ${recipientName(readers[Math.floor(at / 30)] ?? OPERATOR)}`,
    })),
    ...lists('listings', listingQueries(world), 120, ListingsQuery, (query) =>
      app.get(ListingsRepository).list(query, { audience: 'clients' }),
    ),
    ...lists('inspections', datedTimes, 30, InspectionsQuery, (query) =>
      app.get(InspectionsRepository).list(query, { audience: 'clients' }),
    ),
    ...lists('properties', queriesOf(propertyDraws(world), properties, 2), 15, PropertiesQuery, (query) =>
      app.get(PropertiesRepository).list(query, { audience: 'clients' }),
    ),
    ...lists('agents', agentQueries(world, 2), 40, AgentsQuery, (query) =>
      app.get(AgentsRepository).list(query, { audience: 'clients' }),
    ),
    ...lists('accounts', accountQueries(world, 2), 40, AccountsQuery, (query) =>
      app.get(AccountsRepository).list(query, { audience: 'clients' }),
    ),
    ...lists('suburbs', queriesOf(suburbDraws(world), world.suburbs, 2), 5, SuburbsQuery, (query) =>
      suburbs.list(query),
    ),
  ].filter(({ query }) => !('isInspections' in query || 'isAuctions' in query));
  await now();
});

it('every response that a change alters is dropped; most others are kept', { timeout: 300_000 }, async () => {
  const { kept, dropped, needless, wrong } = await changeAndCompare(CHANGES, new Dice(SEED));
  expect(wrong).toEqual([]);
  const share = kept / (kept + needless);
  console.info(`compared ${kept + dropped} answers: ${kept} kept, ${dropped} dropped, ${needless} of them needlessly`);
  expect(share).toBeGreaterThan(0.7);
});
