import type { Owner } from '@app/fairness';
import type { ExportLines } from '@app/lists';
import { SqlExecutor, tryLockUntilCommit } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { readLines, type LineSet } from '../files/read-lines.js';

/** The recipient of an export. */
interface ExportHolder {
  /**
   * The id of the stored key pair, which may have one export at a time; 0: the operator's pair, which is not stored.
   */
  readonly credential: number;
  readonly owner: Owner;
}

/** Reads the lines of exports. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Reads lines in sets, in one snapshot, unless the credential has an export in progress on this or another instance.
   * @param signal ends the statement and the snapshot
   * @returns whether the lines were read
   */
  read(
    lines: ExportLines,
    { credential, owner }: ExportHolder,
    signal: AbortSignal,
    work: (sets: AsyncIterable<LineSet>) => Promise<void>,
  ): Promise<boolean> {
    return this.executor.readSnapshot(
      async (executor) => {
        if (!(await tryLockUntilCommit(executor, 'exports', credential))) return false;
        await work(readLines(executor, lines, signal));
        return true;
      },
      { owner, signal },
    );
  }
}
