import { readLines, type LineSet } from '@app/bundles';
import type { ExportLines } from '@app/lists';
import { SqlExecutor, tryLockUntilCommit } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** Reads what is exported. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Reads lines in one snapshot, in sets, unless the holder has an export under way, on this instance or another one.
   *
   * @param signal ends the statement and the snapshot
   * @returns whether they were read
   */
  read(
    lines: ExportLines,
    holder: number,
    signal: AbortSignal,
    work: (sets: AsyncIterable<LineSet>) => Promise<void>,
  ): Promise<boolean> {
    return this.executor.readSnapshot(async (executor) => {
      if (!(await tryLockUntilCommit(executor, 'exports', holder))) return false;
      await work(readLines(executor, lines, signal));
      return true;
    });
  }
}
