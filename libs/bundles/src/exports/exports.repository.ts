import type { Owner, Slot } from '@app/fairness';
import type { ExportLines } from '@app/lists';
import { SqlExecutor, tryLockUntilCommit } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { readLines, type LineSet } from '../files/read-lines.js';

/** For whom an export is made. */
interface ExportHolder {
  /** Has one export at a time: the id of a stored pair; 0: the pair of the operator, which is not stored. */
  readonly credential: number;
  readonly owner: Owner;
}

/** Reads what is exported. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Reads lines in one snapshot, in sets, unless the credential has an export under way, on this instance or another one.
   *
   * @param signal ends the statement and the snapshot
   * @returns whether they were read
   */
  read(
    lines: ExportLines,
    { credential, owner }: ExportHolder,
    signal: AbortSignal,
    work: (sets: AsyncIterable<LineSet>, slot: Slot) => Promise<void>,
  ): Promise<boolean> {
    return this.executor.readSnapshot(
      async (executor, slot) => {
        if (!(await tryLockUntilCommit(executor, 'exports', credential))) return false;
        await work(readLines(executor, lines, signal), slot);
        return true;
      },
      { owner, signal },
    );
  }
}
