import { expect, it } from 'vitest';
import { ReaderTimeout } from './reader-timeout.js';

const settings = { exportStallSeconds: 30, exportLinesPerSecond: 250 };

it('waits up to the stall time for each write, as long as the reader keeps the lowest rate', () => {
  const timeout = new ReaderTimeout(settings);
  expect(timeout.left()).toEqual({ seconds: 30, reason: 'The client read nothing for 30 s' });
  timeout.sent(5_000);
  timeout.waited(20);
  expect(timeout.left().seconds).toBe(30);
});

it('limits the total wait to the time of the lines at the lowest rate plus the stall time', () => {
  const timeout = new ReaderTimeout(settings);
  timeout.sent(5_000);
  timeout.waited(25);
  timeout.waited(20);
  expect(timeout.left()).toEqual({ seconds: 5, reason: 'The client read less than 250 lines a second' });
  timeout.waited(6);
  expect(timeout.left().seconds).toBe(0);
});
