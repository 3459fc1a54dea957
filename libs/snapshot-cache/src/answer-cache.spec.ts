import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerCache, type Answer } from './answer-cache.js';
import { ANSWER_EVENTS } from './answer-events.js';
import { limitsOf } from './body-store.js';
import { ChangeTracker, type LogPosition } from './change-tracker.js';
import { dependsOn, ofThings, type Dependence } from './dependence.js';

const events: unknown[] = [];
const listen = (event: unknown) => events.push(event);
beforeEach(() => {
  events.length = 0;
  subscribe(ANSWER_EVENTS, listen);
});
afterEach(() => unsubscribe(ANSWER_EVENTS, listen));

const LIMITS = limitsOf(8 * 1024 * 1024);

const tracker = new ChangeTracker();
let xid = 10;
const read = (ids: readonly number[] | null): LogPosition => {
  const changes = ids?.map((id) => ({
    xid: String(xid),
    resource: 'account',
    id,
    websiteID: id,
    old: null,
    new: null,
  }));
  xid += 1;
  return tracker.apply(tracker.base, { snapshot: `${xid}:${xid}:`, life: 'one', changes: changes ?? null });
};

const ofAccount = (id: number): Dependence => dependsOn({ account: ofThings([id]) });
const answer = (at: LogPosition, dependence?: Dependence): Answer => ({
  url: '/one',
  tag: '"one"',
  links: undefined,
  bytes: 4,
  dependsOn: dependence && (() => dependence),
  at,
});

function cacheOf(one: Answer): AnswerCache {
  const cache = new AnswerCache(tracker.ring, LIMITS);
  cache.set(one, Buffer.from('body'));
  return cache;
}

describe('an answer', () => {
  it('stays right after changes that do not concern it, and is dropped by one that does', () => {
    const one = answer(read(null), ofAccount(1));
    const cache = cacheOf(one);
    for (let change = 0; change < 5; change++) expect(cache.find('/one', read([2, 3]))).toBe(one);
    expect(cache.lend(one)?.body.toString()).toBe('body');
    const after = read([1]);
    expect(cache.find('/one', after)).toBeUndefined();
    expect(cache.lend(one)).toBeUndefined();
    expect(events).toEqual([{ event: 'drop', by: 'account' }]);
  });

  it('is judged by changes that came while it was made', () => {
    const before = read(null);
    const after = read([1]);
    expect(cacheOf(answer(before, ofAccount(1))).find('/one', after)).toBeUndefined();
    expect(cacheOf(answer(before, ofAccount(2))).find('/one', after)).toBeDefined();
  });

  it('is right for a request that has seen less', () => {
    const before = read(null);
    expect(cacheOf(answer(read([1]), ofAccount(1))).find('/one', before)).toBeDefined();
  });

  it('is dropped where the changes are not known', () => {
    const cache = cacheOf(answer(read(null), ofAccount(1)));
    expect(cache.find('/one', read(null))).toBeUndefined();
  });

  it('that depends on it does not know what is dropped by any commit', () => {
    const at = read(null);
    const cache = cacheOf(answer(at));
    expect(cache.find('/one', at)).toBeDefined();
    expect(cache.find('/one', read([]))).toBeUndefined();
  });
});

it('what more answers depend on than are remembered is found again', () => {
  const ids = Array.from({ length: 5_000 }, (_, id) => id);
  const cache = new AnswerCache(tracker.ring, LIMITS);
  const asked = vi.fn<typeof ofAccount>(ofAccount);
  const at = read(null);
  for (const id of ids) cache.set({ ...answer(at), url: `/${id}`, dependsOn: () => asked(id) }, Buffer.from('body'));
  const after = read([0]);
  expect(ids.filter((id) => !cache.find(`/${id}`, after))).toEqual([0]);
  expect(ids.filter((id) => !cache.find(`/${id}`, after))).toEqual([0]);
  expect(asked).toHaveBeenCalledTimes(ids.length);
  const last = read([1, 4_999]);
  expect(ids.filter((id) => !cache.find(`/${id}`, last))).toEqual([0, 1, 4_999]);
  expect(asked.mock.calls.length).toBeGreaterThan(ids.length);
});

describe('bodies that there is no room for', () => {
  const KB = 1024;
  const PAGE = Buffer.from('house garden '.repeat(80));
  const at = read([]);
  const page = (id: number): Answer => ({ ...answer(at, ofAccount(id)), url: `/${id}`, bytes: PAGE.length });
  /** Room for ten bodies as they are, and for all that are compressed. */
  const small = () => new AnswerCache(tracker.ring, { plainBytes: 12 * KB, packedBytes: 100 * KB, largest: 2 * KB });
  /** Asks for all pages, and makes those that are not there. @returns how many were */
  async function round(cache: AnswerCache, ids: readonly number[]): Promise<number> {
    let found = 0;
    for (const id of ids) {
      const kept = cache.find(`/${id}`, at);
      if (kept && cache.lend(kept)) found += 1;
      else cache.set(page(id), PAGE);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return found;
  }
  const some = (first: number) => Array.from({ length: 40 }, (_, id) => first + id);

  it('are compressed once it shows that they are asked for again', async () => {
    const cache = small();
    expect([await round(cache, some(0)), await round(cache, some(0))]).toEqual([0, 0]);
    await vi.waitFor(async () => expect(await round(cache, some(0))).toBe(40), 20_000);
  });

  it('are not while others are asked for each time', async () => {
    const cache = small();
    for (let count = 0; count < 5; count++) expect(await round(cache, some(100 * count))).toBe(0);
    expect(await round(cache, some(0))).toBe(0);
  });
});
