import { describe, expect, it } from 'vitest';
import { Worker } from './worker.js';

const NEVER = 1e9;

/** A worker whose rounds end when the test ends them. */
function held(options: Partial<ConstructorParameters<typeof Worker>[1]> = {}) {
  const ends: ((error?: Error) => void)[] = [];
  const lines: string[] = [];
  const worker = new Worker(
    () => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
    { restMs: 0, fault: { subject: 'It waits', warn: (line) => lines.push(line) }, ...options },
  );
  return { worker, ends, lines };
}

describe('a worker', () => {
  it('runs one round at a time, with pauses in between', async () => {
    const { worker, ends } = held({ restMs: NEVER });
    void worker.start();
    await expect.poll(() => ends.length).toBe(1);
    const extra = worker.round();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await extra;
    expect(ends).toHaveLength(2);
    worker.wake();
    await expect.poll(() => ends.length).toBe(3);
    // A call during a round starts the next round at once.
    worker.wake();
    ends[2]?.();
    await expect.poll(() => ends.length).toBe(4);
    ends[3]?.();
    await worker.end(1_000);
    expect(ends).toHaveLength(4);
  });

  it('logs an error once per reason, and continues', async () => {
    const { worker, ends, lines } = held();
    void worker.start();
    for (const [at, fault] of ['one', 'one', 'two', undefined, 'two'].entries()) {
      await expect.poll(() => ends.length).toBe(at + 1);
      ends[at]?.(fault === undefined ? undefined : new Error(fault));
    }
    await expect.poll(() => ends.length).toBe(6);
    expect(lines).toEqual(['It waits: Error: one', 'It waits: Error: two', 'It waits: Error: two']);
    ends[5]?.();
    await worker.end(1_000);
  });

  it('stops with an error that no handler logs', async () => {
    const worker = new Worker(() => Promise.reject(new Error('gone')), { restMs: 0 });
    await expect(worker.start()).rejects.toThrow('gone');
  });

  it('waits for the current round when it stops, but only up to its limit', async () => {
    const { worker, ends } = held();
    void worker.start();
    await expect.poll(() => ends.length).toBe(1);
    await worker.end(1);
    expect(worker.signal.aborted).toBe(true);
    ends[0]?.();
    await worker.end(1_000);
    expect(ends).toHaveLength(1);
  });
});
