import { describe, expect, it } from 'vitest';
import { SnapshotCache } from './snapshot-cache.js';

const KB = 1024;
const bytes = (length: number) => Buffer.alloc(length);
const cacheOf = (maxBytes: number) => new SnapshotCache<Buffer>(maxBytes, (value) => value.length);

describe('SnapshotCache', () => {
  it('gives a value at the snapshot that it was read at, and at no other', () => {
    const cache = cacheOf(1024 * KB);
    const value = bytes(10);
    cache.set('/listings', '7:7:', value);
    expect(cache.get('/listings', '7:7:')).toBe(value);
    expect(cache.get('/listings', '8:8:')).toBeUndefined();
    expect(cache.get('/agents', '7:7:')).toBeUndefined();
  });

  it('has one value for a key, the one that was set last', () => {
    const cache = cacheOf(1024 * KB);
    cache.set('/listings', '7:7:', bytes(1));
    cache.set('/listings', '8:8:', bytes(2));
    expect(cache.get('/listings', '7:7:')).toBeUndefined();
    expect(cache.get('/listings', '8:8:')).toHaveLength(2);
  });

  it('does not keep what takes more than a thousandth of its room', () => {
    const cache = cacheOf(1000 * KB);
    cache.set('small', '7', bytes(KB / 2));
    cache.set('large', '7', bytes(KB));
    expect(cache.get('small', '7')).toBeDefined();
    expect(cache.get('large', '7')).toBeUndefined();
  });

  it('drops what was not used for longest when its room is full', () => {
    const cache = cacheOf(1000 * KB);
    const keys = Array.from({ length: 1300 }, (_, at) => String(at));
    for (const key of keys) {
      cache.set(key, '7', bytes(KB - 200));
      cache.get('0', '7');
    }
    const kept = keys.filter((key) => cache.get(key, '7'));
    expect(kept.length).toBeGreaterThan(1000);
    expect(kept.length).toBeLessThan(keys.length);
    expect(kept[0]).toBe('0');
    expect(kept.slice(1)).toEqual(keys.slice(1 - kept.length));
  });
});
