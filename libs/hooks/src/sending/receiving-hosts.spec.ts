import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hostOf, ReceivingHosts } from './receiving-hosts.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a host gets four requests at a time, and twenty in any second; the others get their own', () => {
  const hosts = new ReceivingHosts();
  const ends = [1, 2, 3, 4].map(() => hosts.tryAcquire('a.example'));
  expect(ends).not.toContain(undefined);
  expect([hosts.admits('a.example'), hosts.tryAcquire('a.example')]).toEqual([false, undefined]);
  expect(hosts.admits('b.example')).toBe(true);
  for (const end of ends) end?.();
  vi.advanceTimersByTime(900);
  for (let count = 0; count < 16; count++) hosts.tryAcquire('a.example')?.();
  expect(hosts.admits('a.example')).toBe(false);
  vi.advanceTimersByTime(101);
  for (let count = 0; count < 4; count++) hosts.tryAcquire('a.example')?.();
  expect(hosts.admits('a.example')).toBe(false);
});

it('requests that are under way are remembered while others come and go', () => {
  const hosts = new ReceivingHosts();
  for (let count = 0; count < 4; count++) hosts.tryAcquire('slow.example');
  vi.advanceTimersByTime(60_000);
  for (const name of ['a', 'b', 'c']) hosts.tryAcquire(`${name}.example`)?.();
  expect(hosts.admits('slow.example')).toBe(false);
});

it('a host is one, however it is written', () => {
  const urls = ['https://crm.example/a', 'https://CRM.example:443/b?c', 'https://crm.example./'];
  expect(new Set(urls.map(hostOf))).toEqual(new Set(['crm.example']));
  expect(hostOf('no URL')).toBe('no URL');
});
