import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogDestination } from './log-destination.js';
import { leftOut } from '../../../test/support/programs.js';

/** A file whose disk is full. */
const FULL = '/dev/full';

let folder: string;
let file: string;
let log: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-destination-'));
  file = join(folder, 'service.log');
  log = openSync(file, 'a');
});

afterEach(() => {
  closeSync(log);
  rmSync(folder, { recursive: true });
});

const written = (): string => readFileSync(file, 'utf8');

const why = leftOut(existsSync(FULL) ? [] : [FULL]);

it.skipIf(!existsSync(FULL))(`drops the lines that a full disk rejects, and reports their number${why}`, () => {
  const full = openSync(FULL, 'a');
  let current = log;
  const destination = new LogDestination((bytes) => writeSync(current, bytes));
  destination.write('first\n');
  current = full;
  destination.write('second\n');
  destination.write('third\n');
  current = log;
  destination.write('fourth\n');
  destination.write('fifth\n');
  closeSync(full);
  const [first, loss = '', ...others] = written().split('\n');
  expect([first, ...others]).toEqual(['first', 'fourth', 'fifth', '']);
  expect(JSON.parse(loss)).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: 'Lines of the log could not be written and are lost: 2 (ENOSPC: no space left on device, write)',
  });
});

it('ends a line that the disk wrote only in part', () => {
  let room = 3;
  const destination = new LogDestination((bytes) => {
    if (room === 0) throw new Error('full');
    const count = writeSync(log, bytes.subarray(0, room));
    room -= count;
    return count;
  });
  destination.write('first\n');
  room = 1_000;
  destination.write('second\n');
  expect(written()).toMatch(/^fir\n\{"level":"error",.*lost: 1 \(full\)"\}\nsecond\n$/);
});

it('waits for a slow reader', () => {
  let refusals = 2;
  const destination = new LogDestination((bytes) => {
    if (refusals-- > 0) throw Object.assign(new Error('busy'), { code: 'EAGAIN' });
    return writeSync(log, bytes.subarray(0, 4));
  });
  destination.write('first\n');
  expect(written()).toBe('first\n');
});
