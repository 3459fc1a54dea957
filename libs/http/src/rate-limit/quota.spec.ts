import { describe, expect, it, vi } from 'vitest';
import { networkOf } from './client-address.js';
import { Quota } from './quota.js';

describe('Quota', () => {
  it('counts each key separately, and returns what remains', () => {
    const quota = new Quota('address', { requests: 2, seconds: 900 });
    expect(quota.policy).toBe('"address";q=2;w=900');
    expect([quota.take('a'), quota.take('a'), quota.take('a'), quota.take('b')].map(({ left }) => left)).toEqual([
      1, 0, -1, 1,
    ]);
    expect(quota.look('a')).toEqual({ left: -1, seconds: 900 });
    expect(quota.look('c')).toEqual({ left: 2, seconds: 0 });
  });

  it('restarts when the window has passed', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const quota = new Quota('address', { requests: 1, seconds: 900 });
    quota.take('a');
    expect(quota.take('a').left).toBe(-1);
    vi.advanceTimersByTime(899_999);
    expect(quota.look('a').left).toBe(-1);
    vi.advanceTimersByTime(1);
    expect(quota.look('a').left).toBe(1);
    expect(quota.take('a').left).toBe(0);
    vi.useRealTimers();
  });

  it('stores a limited number of keys, however many are sent', () => {
    const quota = new Quota('address', { requests: 1, seconds: 900 });
    for (let at = 0; at < 100_000; at++) quota.take(`invented ${at}`);
    expect(quota.size).toBe(20_000);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/56'],
    ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
    ['2001:db8:1:2fe::9', '2001:db8:1:200::/56'],
    ['2001:db8::9', '2001:db8:0:0::/56'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['', ''],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
    expect(networkOf('2001:db8:1:2ff::9', 48)).toBe('2001:db8:1:0::/48');
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:2ff::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
  ])('with 64 bits counts %s as %s', (address, network) => {
    expect(networkOf(address, 64)).toBe(network);
  });
});
