import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hostOf, ReceivingHosts } from './receiving-hosts.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('limits each host to four requests at a time, and twenty in any second', () => {
  const hosts = new ReceivingHosts();
  const ends = [1, 2, 3, 4].map((owner) => hosts.tryAcquire('a.example', { owner, trust: 'answered' }));
  expect(ends).not.toContain(undefined);
  expect([hosts.admits('a.example', { owner: 9, trust: 'answered' }), hosts.tryAcquire('a.example')]).toEqual([
    false,
    undefined,
  ]);
  expect(hosts.admits('b.example', { owner: 9, trust: 'answered' })).toBe(true);
  for (const end of ends) end?.();
  vi.advanceTimersByTime(900);
  for (let count = 0; count < 16; count++) hosts.tryAcquire('a.example')?.();
  expect(hosts.admits('a.example', { owner: 9, trust: 'answered' })).toBe(false);
  vi.advanceTimersByTime(101);
  for (let count = 0; count < 4; count++) hosts.tryAcquire('a.example')?.();
  expect(hosts.admits('a.example', { owner: 9, trust: 'answered' })).toBe(false);
});

it('remembers running requests while other hosts come and go', () => {
  const hosts = new ReceivingHosts();
  for (let owner = 1; owner <= 4; owner++) hosts.tryAcquire('slow.example', { owner, trust: 'answered' });
  vi.advanceTimersByTime(60_000);
  for (const name of ['a', 'b', 'c']) hosts.tryAcquire(`${name}.example`)?.();
  expect(hosts.admits('slow.example', { owner: 9, trust: 'answered' })).toBe(false);
});

it('leaves slots for endpoints that answer, and for other owners', () => {
  const hosts = new ReceivingHosts();
  const enter = (owner: number, trust: 'answered' | 'new' | 'failing') =>
    hosts.tryAcquire('a.example', { owner, trust }) !== undefined;
  expect([enter(1, 'failing'), enter(2, 'failing'), enter(3, 'failing')]).toEqual([true, true, false]);
  expect([enter(3, 'new'), enter(4, 'new')]).toEqual([true, false]);
  expect([enter(5, 'answered'), enter(6, 'answered')]).toEqual([true, false]);
  const own = new ReceivingHosts();
  const ofOne = [1, 2, 3, 4].map(() => own.tryAcquire('a.example', { owner: 1, trust: 'answered' }) !== undefined);
  expect(ofOne).toEqual([true, true, true, false]);
});

it('recognizes a host in any spelling', () => {
  const urls = ['https://crm.example/a', 'https://CRM.example:443/b?c', 'https://crm.example./'];
  expect(new Set(urls.map(hostOf))).toEqual(new Set(['crm.example']));
  expect(hostOf('no URL')).toBe('no URL');
});
