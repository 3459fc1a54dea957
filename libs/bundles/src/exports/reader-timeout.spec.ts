import { expect, it } from 'vitest';
import { ReaderTimeout } from './reader-timeout.js';

const settings = { exportStallSeconds: 30, exportLinesPerSecond: 250 };

it('waits for the stall time each time, as long as the rate is kept', () => {
  const timeout = new ReaderTimeout(settings);
  expect(timeout.left()).toEqual({ seconds: 30, reason: 'The client read nothing for 30 s' });
  timeout.sent(5_000);
  timeout.waited(20);
  expect(timeout.left().seconds).toBe(30);
});

it('waits in all for the time of the lines at the lowest rate, and the stall time', () => {
  const timeout = new ReaderTimeout(settings);
  timeout.sent(5_000);
  timeout.waited(25);
  timeout.waited(20);
  expect(timeout.left()).toEqual({ seconds: 5, reason: 'The client read less than 250 lines a second' });
  timeout.waited(6);
  expect(timeout.left().seconds).toBe(0);
});

it.each([
  ['whole listings', 200, 720_000, 5],
  ['listings that are compressed', 200, 72_600, 23.1],
  ['lines that are short, within the stall time', 200, 20_000, 30],
  ['before anything was written', 0, 0, 30],
])(
  'with another export waiting, a reader of the lowest rate is seen to take something: %s',
  (_, lines, bytes, seconds) => {
    const timeout = new ReaderTimeout(settings);
    timeout.sent(lines);
    timeout.wrote(bytes);
    expect(timeout.secondsForOthers).toBeCloseTo(seconds, 1);
  },
);
