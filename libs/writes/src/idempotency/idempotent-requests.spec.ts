import { SqlExecutor } from '@app/sql';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import type { IdempotentAnswer } from './idempotent-answer.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';
import { IdempotentRequests } from './idempotent-requests.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
});

afterAll(() => store.drop());

class Hasty extends IdempotentRequests {
  protected override readonly patienceMs = 100;
}

/** Those of another process. */
const requests = () =>
  new Hasty(SqlExecutor.of(store.dataSource), new IdempotentAnswersRepository({ secretsKey: Buffer.alloc(32) }));

const request = { method: 'POST', url: '/slow', body: {} } as Request; // what is looked at

/** A handler that answers when it is told to. */
function slow() {
  let finish: (answer: IdempotentAnswer) => void = () => undefined;
  const answer = new Promise<IdempotentAnswer>((resolve) => (finish = resolve));
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const handle = () => {
    begun();
    return answer;
  };
  return { handle, isBegun, finish };
}

describe('a request whose key another one has', () => {
  it.each([
    ['in the same process', true],
    ['in another process', false],
  ])('%s waits for a while, and is answered 409', async (key, isSame) => {
    const [one, other] = [requests(), requests()];
    const { handle, isBegun, finish } = slow();
    const first = one.answer({ credential: 1, key }, request, handle);
    await isBegun;
    const never = () => Promise.reject(new Error('It was handled twice'));
    const second = (isSame ? one : other).answer({ credential: 1, key }, request, never);
    await expect(second).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_IN_USE',
      extras: { headers: { 'Retry-After': '1' } },
    });
    finish({ status: 201, headers: {}, value: { made: key } });
    expect(await first).toMatchObject({ isReplayed: false });
    // Afterwards it is told.
    expect(await other.answer({ credential: 1, key }, request, never)).toEqual({
      isReplayed: true,
      answer: { status: 201, headers: {}, value: { made: key } },
    });
  });
});
