import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AnswerCache, type Answer } from './answer-cache.js';
import { ChangeTracker, type LogPosition } from '../clock/change-tracker.js';
import { dependsOn, ofIds, type CacheDependencies } from '../invalidation/dependencies.js';

const tracker = new ChangeTracker();
let xid = 10;
const read = (ids: readonly number[] | null): LogPosition => {
  const changes = ids?.map((id) => ({
    xid: String(xid),
    resource: 'account',
    id,
    websiteID: id,
    formerWebsiteID: null,
    old: null,
    new: null,
  }));
  xid += 1;
  return tracker.apply(tracker.base, {
    snapshot: `${xid}:${xid}:`,
    serverIncarnation: 'one',
    changes: changes ?? null,
  });
};

const ofAccount = (id: number): CacheDependencies => dependsOn({ account: ofIds([id]) });
const answer = (at: LogPosition, dependencies?: CacheDependencies): Answer => ({
  name: '/one',
  tag: '"one"',
  links: undefined,
  body: Buffer.from('body'),
  coding: undefined,
  dependsOn: dependencies && (() => dependencies),
  at,
});

function cacheOf(one: Answer): AnswerCache {
  const cache = new AnswerCache(tracker.ring, 8 * 1024 * 1024);
  cache.set(one);
  return cache;
}

describe('a cached response', () => {
  it('stays valid until a change invalidates it', () => {
    const one = answer(read(null), ofAccount(1));
    const cache = cacheOf(one);
    for (let change = 0; change < 5; change++) expect(cache.find('/one', read([2, 3]))).toBe(one);
    const after = read([1]);
    expect(cache.find('/one', after)).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('is tested against the changes made while it was built', () => {
    const before = read(null);
    const after = read([1]);
    expect(cacheOf(answer(before, ofAccount(1))).find('/one', after)).toBeUndefined();
    expect(cacheOf(answer(before, ofAccount(2))).find('/one', after)).toBeDefined();
  });

  it('is valid for a request at an earlier position', () => {
    const before = read(null);
    expect(cacheOf(answer(read([1]), ofAccount(1))).find('/one', before)).toBeDefined();
  });

  it('is invalid if the changes are unknown', () => {
    const cache = cacheOf(answer(read(null), ofAccount(1)));
    expect(cache.find('/one', read(null))).toBeUndefined();
  });

  it('is invalidated by every commit if it has no dependencies', () => {
    const at = read(null);
    const cache = cacheOf(answer(at));
    expect(cache.find('/one', at)).toBeDefined();
    expect(cache.find('/one', read([]))).toBeUndefined();
  });
});

it('reads the dependencies of a body in any content coding', () => {
  const text = JSON.stringify({ id: 7 });
  for (const [coding, body] of [
    [undefined, Buffer.from(text)],
    ['br', brotliCompressSync(text)],
    ['gzip', gzipSync(text)],
  ] as const) {
    const inText = (readBody: () => string) => ofAccount((JSON.parse(readBody()) as { id: number }).id);
    const cache = cacheOf({ ...answer(read(null)), coding, body, dependsOn: inText });
    expect(cache.find('/one', read([6]))?.body).toBe(body);
    expect(cache.find('/one', read([7]))).toBeUndefined();
  }
});

it('keeps the most recently used responses, and none that is too large', () => {
  const at = read([]);
  const cache = new AnswerCache(tracker.ring, 4 * 1024 * 1024);
  const page = (name: string, bytes: number): Answer => ({
    ...answer(at, ofAccount(1)),
    name,
    body: Buffer.alloc(bytes),
  });
  for (const name of ['a', 'b', 'c']) cache.set(page(name, 1_000_000));
  expect(cache.find('a', at)).toBeDefined();
  cache.set(page('d', 1_000_000));
  cache.set(page('huge', 1_100_000));
  expect(['a', 'b', 'c', 'd', 'huge'].filter((name) => cache.find(name, at))).toEqual(['a', 'c', 'd']);
});

describe('a long body', () => {
  const MB = 1024 * 1024;
  const at = read([]);
  const bodyOf = (name: string) => Buffer.from(`${name} is a house near the sea. `.repeat(10_000));
  const plain = (name: string, given = at): Answer => ({
    ...answer(given, ofAccount(1)),
    name: `identity ${name}`,
    body: bodyOf(name),
  });
  const names = Array.from({ length: 40 }, (_, number) => `page ${number}`);

  it('is compressed once other responses were requested, and served unchanged', () => {
    const cache = new AnswerCache(tracker.ring, 4 * MB);
    for (const name of names) cache.set(plain(name));
    expect(cache.bytes).toBeLessThan(1.5 * MB);
    for (const name of [...names, ...names]) {
      const found = cache.find(`identity ${name}`, at);
      expect(found).toMatchObject({ tag: '"one"', coding: undefined });
      expect(found?.body.equals(bodyOf(name))).toBe(true);
    }
    const packed = cache.find('br page 0', at);
    expect(packed?.coding).toBe('br');
    expect(brotliDecompressSync(packed?.body ?? '').equals(bodyOf('page 0'))).toBe(true);
  });

  it('is served uncompressed from its compressed form, until a change invalidates it', () => {
    const cache = new AnswerCache(tracker.ring, 4 * MB);
    const body = bodyOf('one');
    const sent = { ...plain('one', read([])), name: 'br one', body: brotliCompressSync(body), coding: 'br' as const };
    cache.set(sent);
    expect(cache.find('identity one', read([2]))?.body.equals(body)).toBe(true);
    expect(cache.find('gzip one', read([2]))).toBeUndefined();
    const after = read([1]);
    expect([cache.find('identity one', after), cache.find('br one', after)]).toEqual([undefined, undefined]);
    expect(cache.bytes).toBe(0);
  });
});
