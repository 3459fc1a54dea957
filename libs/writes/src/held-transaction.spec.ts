import type { SqlExecutor } from '@app/sql';
import { describe, expect, it } from 'vitest';
import { HeldTransaction } from './held-transaction.js';

const executor = {} as SqlExecutor; // nothing is executed

describe('HeldTransaction', () => {
  it('is rolled back with a reason', async () => {
    const held = new HeldTransaction((work) => work(executor));
    await held.executor();
    const reason = new Error('on purpose');
    expect(await held.rollback(reason)).toBe(reason);
  });

  it('reports the loss of its connection as the reason, whatever errors followed', async () => {
    const loss = new Error('lost');
    const held = new HeldTransaction((work) =>
      work(executor).catch(() => {
        throw loss;
      }),
    );
    await held.executor();
    expect(await held.rollback(new Error('already released'))).toBe(loss);
  });

  it('keeps the reason if no write has started it', async () => {
    const reason = new Error('on purpose');
    const held = new HeldTransaction((work) => work(executor));
    expect(await held.rollback(reason)).toBe(reason);
  });
});
