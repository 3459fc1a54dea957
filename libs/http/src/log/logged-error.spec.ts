import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorLog, RepeatedFailures } from './logged-error.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = (message = 'terminating connection') => Object.assign(new Error(message), { code: '57P01' });

describe('ErrorLog', () => {
  it('logs the code and the messages of the causes, without SQL and values', () => {
    const failed = Object.assign(new Error('failed', { cause: lost() }), { query: 'SELECT secret', parameters: [1] });
    const { stack, ...entry } = new ErrorLog().entryOf(failed);
    expect(entry).toEqual({ type: 'Error', code: '57P01', message: 'failed: terminating connection' });
    expect(stack).toMatch(/^Error: failed\n[^]+\ncaused by: Error: terminating connection\n/);
  });

  it.each([
    [new Error('lost: reset', { cause: new Error('reset') }), { type: 'Error', message: 'lost: reset' }],
    [
      Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1')], ''), { code: 'ECONNREFUSED' }),
      { type: 'AggregateError', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED ::1:1' },
    ],
    [new TypeError('x is undefined'), { type: 'TypeError', message: 'x is undefined' }],
    ['a text', { type: 'string', message: 'a text' }],
    [undefined, { type: 'undefined', message: 'undefined' }],
  ])('describes %s', (error, entry) => {
    expect(new ErrorLog().entryOf(error)).toMatchObject(entry);
  });

  it('logs the stack of an error once a second per kind', () => {
    const log = new ErrorLog();
    const stacks = (...errors: Error[]) => errors.map((error) => log.entryOf(error).stack !== undefined);
    expect(stacks(lost(), lost(), lost('other'), lost(), lost('other'))).toEqual([true, false, true, false, false]);
    vi.advanceTimersByTime(1_000);
    expect(stacks(lost(), lost())).toEqual([true, false]);
  });
});

describe('RepeatedFailures', () => {
  it('logs the first failure of a second, and the number of the others at its end', () => {
    const failures = new RepeatedFailures();
    const reported: number[] = [];
    const repeats = (times: number) =>
      Array.from({ length: times }, () => failures.isRepeated((others) => reported.push(others)));
    expect(repeats(3)).toEqual([false, true, true]);
    vi.advanceTimersByTime(1_000);
    expect([repeats(1), reported]).toEqual([[false], [2]]);
    vi.advanceTimersByTime(1_000);
    expect([repeats(1), reported]).toEqual([[false], [2]]);
  });
});
