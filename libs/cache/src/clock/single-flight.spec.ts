import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SingleFlight } from './single-flight.js';

interface Query {
  readonly key: string;
  readonly succeed: (result: string) => void;
  readonly fail: (error: Error) => void;
}

/** Queries sent to the database, answered by the test. */
let asked: Query[];
let flight: SingleFlight<string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  asked = [];
  flight = new SingleFlight(
    (key) => new Promise((succeed, fail) => asked.push({ key, succeed, fail })), // resolved by the test
  );
});

afterEach(() => void vi.useRealTimers());

const keys = () => asked.map(({ key }) => key);
/** Lets every pending microtask run. */
const settled = async () => {
  await vi.advanceTimersByTimeAsync(0);
  await new Promise(setImmediate);
};

describe('SingleFlight', () => {
  it('sends one query for all calls before it is sent', async () => {
    const answers = [flight.answer('a'), flight.answer('a')];
    await settled();
    expect(keys()).toEqual(['a']);
    asked[0]?.succeed('first');
    await expect(Promise.all(answers)).resolves.toEqual(['first', 'first']);
  });

  it('sends one query for calls that are handled one after another in the same turn', async () => {
    const answers: Promise<string>[] = [];
    for (let at = 0; at < 3; at += 1) setImmediate(() => answers.push(flight.answer('a')));
    await new Promise(setImmediate);
    await settled();
    expect([answers.length, keys()]).toEqual([3, ['a']]);
    asked[0]?.succeed('first');
    await expect(Promise.all(answers)).resolves.toEqual(['first', 'first', 'first']);
  });

  it('never returns a result older than the call: later calls share the next query', async () => {
    const first = flight.answer('a');
    await settled();
    const later = [flight.answer('a'), flight.answer('a')];
    await settled();
    expect(keys()).toEqual(['a']);
    asked[0]?.succeed('old');
    await expect(first).resolves.toBe('old');
    await settled();
    expect(keys()).toEqual(['a', 'a']);
    asked[1]?.succeed('new');
    await expect(Promise.all(later)).resolves.toEqual(['new', 'new']);
  });

  it('distinguishes keys', async () => {
    const [a, b] = [flight.answer('a'), flight.answer('b')];
    await settled();
    expect(keys()).toEqual(['a', 'b']);
    asked[1]?.succeed('of b');
    asked[0]?.succeed('of a');
    await expect(Promise.all([a, b])).resolves.toEqual(['of a', 'of b']);
  });

  it('passes an error to all calls of the query, and to no later call', async () => {
    const failing = Promise.allSettled([flight.answer('a'), flight.answer('a')]);
    await settled();
    const next = flight.answer('a');
    asked[0]?.fail(new Error('gone'));
    const reasons = (await failing).map((one) => one.status === 'rejected' && String(one.reason));
    expect(reasons).toEqual(['Error: gone', 'Error: gone']);
    await settled();
    asked[1]?.succeed('back');
    await expect(next).resolves.toBe('back');
  });

  it('repeats an overdue query, and returns the first result', async () => {
    const overdue = flight.answer('a');
    await settled();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(keys()).toEqual(['a', 'a']);
    asked[1]?.succeed('of another connection');
    await expect(overdue).resolves.toBe('of another connection');
  });

  it('lets no other call wait for an overdue query', async () => {
    const overdue = flight.answer('a');
    await settled();
    const next = flight.answer('a');
    await vi.advanceTimersByTimeAsync(1_500);
    await settled();
    expect(keys()).toEqual(['a', 'a', 'a']);
    for (const { succeed } of asked.slice(1)) succeed('fresh');
    await expect(Promise.all([overdue, next])).resolves.toEqual(['fresh', 'fresh']);
  });

  it('waits for the slow result if the repeated query fails', async () => {
    const slow = flight.answer('a');
    await settled();
    await vi.advanceTimersByTimeAsync(1_500);
    asked[1]?.fail(new Error('no connection'));
    asked[0]?.succeed('late');
    await expect(slow).resolves.toBe('late');
  });
});
