import { setOwner } from '@app/http';
import { SqlExecutor } from '@app/sql';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { heldTransaction } from '../held-transaction.js';
import type { IdempotentAnswer } from './idempotency-key.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';
import { IdempotentRequests } from './idempotent-requests.js';

const store = specStore();

class Hasty extends IdempotentRequests {
  protected override readonly patienceMs = 100;
}

/** The requests of another process. */
const requests = () =>
  new Hasty(SqlExecutor.of(store.dataSource), new IdempotentAnswersRepository({ secretsKey: Buffer.alloc(32) }));

/** The parts of a request that are compared. */
function asked(): Request {
  const request = { method: 'POST', url: '/slow', body: {} } as Request;
  setOwner(request, { owner: 1 });
  return request;
}

/** The first write of a handler. */
const write = (request: Request) => heldTransaction.get(request)?.executor();

/** A handler that has written, and answers when the test lets it. */
function slow(request: Request) {
  let finish: (answer: IdempotentAnswer) => void = () => undefined;
  const answer = new Promise<IdempotentAnswer>((resolve) => (finish = resolve));
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const handle = async () => {
    await write(request);
    begun();
    return answer;
  };
  return { handle, isBegun, finish };
}

describe('a request with the key of a running request', () => {
  it.each([
    ['in the same process', true],
    ['in another process', false],
  ])('%s waits for a while, then is answered 409', async (key, isSame) => {
    const [one, other] = [requests(), requests()];
    const [request, again, later] = [asked(), asked(), asked()];
    const { handle, isBegun, finish } = slow(request);
    const first = one.answer({ credential: 1, key }, request, handle);
    await isBegun;
    const never = async (own: Request): Promise<never> => {
      await write(own);
      throw new Error('It was made twice');
    };
    const second = (isSame ? one : other).answer({ credential: 1, key }, again, () => never(again));
    await expect(second).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_IN_USE',
      extras: { headers: { 'Retry-After': '1' } },
    });
    const third = (isSame ? one : other).answer({ credential: 1, key }, later, () => never(later));
    finish({ status: 201, headers: {}, value: { made: key } });
    expect(await first).toMatchObject({ isReplayed: false });
    expect(await third).toEqual({ isReplayed: true, answer: { status: 201, headers: {}, value: { made: key } } });
  });

  it('is not blocked by a request that has not written yet', async () => {
    const [one, other] = [requests(), requests()];
    const [request, again] = [asked(), asked()];
    let go: () => void = () => undefined;
    const isTold = new Promise<void>((resolve) => (go = resolve));
    const first = one.answer({ credential: 1, key: 'slow' }, request, async () => {
      await isTold;
      await write(request);
      throw new Error('It was made twice');
    });
    const second = await other.answer({ credential: 1, key: 'slow' }, again, async () => {
      await write(again);
      return { status: 200, headers: {}, value: 'quick' };
    });
    expect(second.isReplayed).toBe(false);
    go();
    expect(await first).toEqual({ isReplayed: true, answer: { status: 200, headers: {}, value: 'quick' } });
  });
});
