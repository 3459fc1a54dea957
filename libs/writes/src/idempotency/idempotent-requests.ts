import type { Owner } from '@app/fairness';
import { inTime } from '@app/process';
import { ownerOf, problems } from '@app/http';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { HeldTransaction, heldTransaction } from '../held-transaction.js';
import { fingerprintOf, type AnsweredRequest, type IdempotentAnswer, type KeyOfCredential } from './idempotency-key.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';

/** A response, and whether it is a replay. */
interface Outcome {
  readonly answer: IdempotentAnswer;
  readonly isReplayed: boolean;
}

/** Handles requests with the same key once (ADR 21). */
@Injectable()
export class IdempotentRequests {
  /** Maximum time that a request waits for another one with the same key. */
  protected readonly patienceMs: number = 10_000;
  /** Concurrent requests of this process wait here, so that only the first holds a connection. */
  private readonly underway = new Map<string, Promise<AnsweredRequest | undefined>>();

  constructor(
    private readonly executor: SqlExecutor,
    private readonly answers: IdempotentAnswersRepository,
  ) {}

  /**
   * Handles the first request with a key in a transaction that also stores the response; the other requests get that
   * response. Failures are not stored, because they have written nothing.
   * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and the errors of the handler
   */
  async answer(id: KeyOfCredential, request: Request, handle: () => Promise<IdempotentAnswer>): Promise<Outcome> {
    const name = `${id.credential} ${id.key}`;
    const fingerprint = fingerprintOf(request);
    const deadline = performance.now() + this.patienceMs;
    for (let first = this.underway.get(name); first; first = this.underway.get(name)) {
      const answered = await before(deadline, first);
      if (answered) return replay(answered, fingerprint);
    }
    const own = this.answerFirst(id, { fingerprint, request, handle });
    const settled = own.then(
      ({ answered }) => answered,
      () => undefined,
    );
    this.underway.set(
      name,
      settled.finally(() => this.underway.delete(name)),
    );
    const { answered, isReplayed } = await own;
    return isReplayed ? replay(answered, fingerprint) : { answer: answered.answer, isReplayed };
  }

  private async answerFirst(id: KeyOfCredential, { fingerprint, request, handle }: Asked) {
    const known = await this.answers.find(this.executor, id);
    if (known) return { answered: known, isReplayed: true };
    const owner = ownerOf(request);
    const held = new HeldTransaction((work) => this.holding(id, owner, work));
    heldTransaction.set(request, held);
    try {
      const answered = { fingerprint, answer: await handle() };
      await this.answers.save(await held.executor(), id, answered);
      await held.commit();
      return { answered, isReplayed: false };
    } catch (reason) {
      const error = await held.rollback(reason);
      if (error instanceof AnsweredElsewhere) return { answered: error.answered, isReplayed: true };
      throw error;
    }
  }

  /** Runs work in a transaction that holds the key. @throws AnsweredElsewhere */
  private holding(id: KeyOfCredential, owner: Owner, work: (executor: SqlExecutor) => Promise<void>): Promise<void> {
    return this.executor.requestTransaction(owner, async (executor) => {
      await this.answers.take(executor, id, this.patienceMs);
      const known = await this.answers.find(executor, id);
      if (known) throw new AnsweredElsewhere(known);
      await work(executor);
    });
  }
}

/** Another process handled the request just before this one began to write; nothing is written here. */
class AnsweredElsewhere extends Error {
  constructor(readonly answered: AnsweredRequest) {
    super('Another process has handled the request');
  }
}

interface Asked {
  readonly fingerprint: Buffer;
  readonly request: Request;
  readonly handle: () => Promise<IdempotentAnswer>;
}

/** @throws IDEMPOTENCY_KEY_REUSED */
function replay({ fingerprint, answer }: AnsweredRequest, asked: Buffer): Outcome {
  if (!fingerprint.equals(asked)) throw problems.idempotencyKeyReused();
  return { answer, isReplayed: true };
}

/** @throws IDEMPOTENCY_KEY_IN_USE at the deadline */
const before = <T>(deadline: number, work: Promise<T>): Promise<T> =>
  inTime(Math.max(0, deadline - performance.now()), work, () => {
    throw problems.idempotencyKeyInUse();
  });
