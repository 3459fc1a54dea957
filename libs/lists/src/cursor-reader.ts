import { SnapshotCache } from '@app/snapshot-cache';
import type { SqlExecutor } from '@app/sql';
import { cursorBehind, rowBefore } from './cursor.js';
import { cursorStatement, type CursorRow } from './cursor-statement.js';
import type { KeysetValues } from './keyset.js';
import type { ListQuery } from './list-query.js';
import { rowsName } from './list-statements.js';
import type { Page } from './page.js';
import { isVolatile } from './parameter.js';

const MAX_BYTES = 1024 * 1024;

interface Total {
  readonly total: number;
}

/**
 * Reads pages by cursor (ADR 30). The total is kept until the next commit, because counting takes longer than a page.
 */
export class CursorReader {
  private readonly totals = new SnapshotCache<Total>(MAX_BYTES, () => 8);

  constructor(private readonly executor: SqlExecutor) {}

  /** @param snapshot one that is not older than the request. @throws INVALID_CURSOR */
  async read(list: ListQuery, snapshot: string): Promise<Page> {
    const page =
      (await this.readOnce(list, snapshot, this.executor)) ??
      // Something that the page shows was changed between two statements: now both are of one snapshot.
      (await this.executor.readTogether((executor) => this.readOnce(list, snapshot, executor)));
    if (!page) throw new Error('A page shows what is not in its snapshot');
    return page;
  }

  /** Undefined when something that the page shows has changed since. */
  private async readOnce(list: ListQuery, snapshot: string, executor: SqlExecutor): Promise<Page | undefined> {
    const after = rowBefore(list);
    const name = isVolatile(list.query) ? undefined : rowsName(list);
    const known = name === undefined ? undefined : this.totals.get(name, snapshot);
    let rows = await rowsOf(executor, list, after, known?.total);
    // A total that was counted before a commit is not that of the rows.
    if (known && rows[0].snapshot !== snapshot) rows = await rowsOf(executor, list, after, undefined);
    const [{ total, snapshot: read }] = rows;
    if (name !== undefined) this.totals.set(name, read, { total });
    return pageOf(executor, list, rows);
  }
}

async function rowsOf(
  executor: SqlExecutor,
  list: ListQuery,
  after: KeysetValues | undefined,
  knownTotal: number | undefined,
): Promise<[CursorRow, ...CursorRow[]]> {
  const rows = await executor.queryRows<CursorRow>(cursorStatement(list, after, knownTotal), list.asBytes);
  return rows as [CursorRow, ...CursorRow[]]; // the statement always gives a first row
}

async function pageOf(
  executor: SqlExecutor,
  list: ListQuery,
  rows: readonly [CursorRow, ...CursorRow[]],
): Promise<Page | undefined> {
  const { page, limit } = list.query;
  const found = rows.filter(({ key }) => key !== null);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? cursorBehind(list, last.values) : null;
  // The rows have the columns of the list.
  const items = shown.length > 0 ? await list.present(shown as never, { life: rows[0].life, executor }) : [];
  return items && { page, limit, total: rows[0].total, items, nextCursor };
}
