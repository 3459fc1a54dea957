import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLock } from './process-lock.js';

let directory: string;
let lock: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'process-lock-'));
  lock = join(directory, 'lock');
});

afterEach(() => rm(directory, { recursive: true }));

it.each([
  ['no lock before', undefined],
  ['the lock of a dead process', '4194999-1-00000000'],
  ['the lock of an earlier process of a pid that is in use', `${process.pid}-1-00000000`],
  ['a lock that a crash of the machine has emptied', ''],
])('lets in one at a time: %s', async (_, holder) => {
  if (holder !== undefined) await writeFile(lock, holder);
  let inside = 0;
  let passed = 0;
  const task = async (): Promise<void> => {
    expect(++inside).toBe(1);
    await sleep(2);
    inside--;
    passed++;
  };
  await Promise.all(Array.from({ length: 15 }, () => withLock(lock, task)));
  expect(passed).toBe(15);
  expect(await readdir(directory)).toEqual([]);
});

it('recovers from a process that died while it broke a lock', async () => {
  await writeFile(lock, '4194999-1-00000000');
  await writeFile(`${lock}.4194999-1-00000000`, '4194998-1-00000000');
  expect(await withLock(lock, () => Promise.resolve('in'))).toBe('in');
  expect(await readdir(directory)).toEqual([]);
});

it('is given back when the task fails, with its error', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('the task')))).rejects.toThrow('the task');
  expect(await readdir(directory)).toEqual([]);
});

it('names its holder', async () => {
  const holder = await withLock(lock, () => readFile(lock, 'utf8'));
  expect(holder).toMatch(new RegExp(`^${process.pid}(-|$)`));
});
