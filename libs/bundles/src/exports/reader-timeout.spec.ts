import { expect, it } from 'vitest';
import { ReaderTimeout } from './reader-timeout.js';

const settings = { exportStallSeconds: 30, exportLinesPerSecond: 250 };

it('waits up to the stall time for each write, as long as the reader keeps the lowest rate', () => {
  const timeout = new ReaderTimeout(settings);
  expect(timeout.left()).toEqual({ seconds: 30, reason: 'The reader took nothing for 30 s' });
  timeout.sent(5_000);
  timeout.waited(20);
  expect(timeout.left().seconds).toBe(30);
});

it('limits the total wait to the time of the lines at the lowest rate plus the stall time', () => {
  const timeout = new ReaderTimeout(settings);
  timeout.sent(5_000);
  timeout.waited(25);
  timeout.waited(20);
  expect(timeout.left()).toEqual({ seconds: 5, reason: 'The reader took less than 250 lines a second' });
  timeout.waited(6);
  expect(timeout.left().seconds).toBe(0);
});

it.each([
  ['whole listings', 200, 720_000, 5],
  ['listings that are compressed', 200, 72_600, 23.1],
  ['lines that are short, within the stall time', 200, 20_000, 30],
  ['before anything was written', 0, 0, 30],
])(
  'with another export waiting, recognizes that a reader at the lowest rate makes progress: %s',
  (_, lines, bytes, seconds) => {
    const timeout = new ReaderTimeout(settings);
    timeout.sent(lines);
    timeout.wrote(bytes);
    expect(timeout.secondsForOthers).toBeCloseTo(seconds, 1);
  },
);
