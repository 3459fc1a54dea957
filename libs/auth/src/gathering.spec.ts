import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gathering } from './gathering.js';

let gathering: Gathering;
let gone: string[];

beforeEach(() => {
  vi.useFakeTimers();
  gathering = new Gathering();
  gone = [];
});

afterEach(() => {
  vi.useRealTimers();
});

const arrive = async (name: string): Promise<void> => {
  await gathering.join();
  gone.push(name);
};

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('lets one that comes alone go on at once', async () => {
  for (const name of ['first', 'second']) {
    expect(gathering.join()).toBeUndefined();
    await pass(gathering.windowMs);
    gone.push(name);
  }
  expect(gone).toEqual(['first', 'second']);
});

it('lets those that follow it go on together, at the end of the window', async () => {
  const all = ['first', 'second', 'third'].map(arrive);
  await pass(gathering.windowMs - 1);
  expect(gone).toEqual(['first']);
  await pass(1);
  expect(gone).toEqual(['first', 'second', 'third']);
  await Promise.all(all);
});

it('gathers on while they keep coming, and nobody waits for longer than a window', async () => {
  const all = ['first', 'second'].map(arrive);
  await pass(gathering.windowMs);
  all.push(arrive('third'));
  await pass(gathering.windowMs - 1);
  expect(gone).toEqual(['first', 'second']);
  await pass(1);
  expect(gone).toEqual(['first', 'second', 'third']);
  await pass(gathering.windowMs);
  expect(gathering.join()).toBeUndefined();
  await Promise.all(all);
});
