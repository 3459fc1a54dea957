import { RequestValue } from '@app/http';
import type { SqlExecutor } from '@app/sql';

type Begin = (work: (executor: SqlExecutor) => Promise<void>) => Promise<void>;

/** The transaction of a whole request. The first write begins it, and all writes run in it. */
export class HeldTransaction {
  private begun: Promise<SqlExecutor> | undefined;
  private ended = Promise.resolve();
  private end: { readonly commit: () => void; readonly rollback: (reason: unknown) => void } | undefined;

  /** @param begin runs its argument inside a transaction */
  constructor(private readonly begin: Begin) {}

  /** The executor inside the transaction. @throws the error of beginning it */
  executor(): Promise<SqlExecutor> {
    this.begun ??= new Promise((resolve, reject) => {
      this.ended = this.begin((executor) => {
        resolve(executor);
        return new Promise<void>((commit, rollback) => (this.end = { commit, rollback }));
      });
      this.ended.catch(reject);
    });
    return this.begun;
  }

  async commit(): Promise<void> {
    this.end?.commit();
    await this.ended;
  }

  /**
   * @returns why the transaction failed: the given reason, or the loss of its connection, which may have caused the
   * reason
   */
  rollback(reason: unknown): Promise<unknown> {
    this.end?.rollback(reason);
    return this.ended.then(
      () => reason,
      (error: unknown) => error,
    );
  }
}

/** The transaction that is held for a request. */
export const heldTransaction = new RequestValue<HeldTransaction>('held transaction');
