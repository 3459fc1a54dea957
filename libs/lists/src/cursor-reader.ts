import type { SqlExecutor } from '@app/sql';
import { cursorBehind, rowBefore } from './cursor.js';
import { cursorStatement, type CursorRow } from './cursor-statement.js';
import type { ItemRow, ListQuery } from './list-query.js';
import type { LongLists } from './long-lists.js';
import { about, featuresOf, present } from './page-of-rows.js';
import type { Page } from './page.js';

/** Reads pages by cursor (ADR 30). */
export class CursorReader {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly long: LongLists,
  ) {}

  /** @throws INVALID_CURSOR */
  async read(list: ListQuery): Promise<Page> {
    const page =
      (await this.readOnce(list, this.executor)) ??
      // Something that the page shows was changed between two statements: now both are of one snapshot.
      (await this.executor.readTogether((executor) => this.readOnce(list, executor)));
    if (!page) throw new Error('A page shows what is not in its snapshot');
    return page;
  }

  /** Undefined when something that the page shows has changed since. */
  private async readOnce(list: ListQuery, executor: SqlExecutor): Promise<Page | undefined> {
    const name = this.long.nameOf(list);
    const known = this.long.totalOf(name);
    const rows = await executor.queryRows<CursorRow>(cursorStatement(list, rowBefore(list), known));
    const [first] = rows as [CursorRow]; // the statement always gives a first row
    if (!this.long.note(list, name, known, first)) return this.readOnce(list, executor);
    return pageOf(executor, list, first.total, rows.filter(isItem));
  }
}

async function pageOf(
  executor: SqlExecutor,
  list: ListQuery,
  total: number,
  found: readonly (CursorRow & ItemRow)[],
): Promise<Page | undefined> {
  const { page, limit } = list.query;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? cursorBehind(list, last.values) : null;
  const items = await present(list, shown, { executor });
  const features = items && featuresOf(list, shown, items);
  return items && { page, limit, total, items, features, nextCursor, ...about(list, shown, total, nextCursor) };
}

const isItem = (row: CursorRow): row is CursorRow & ItemRow => row.key !== null;
