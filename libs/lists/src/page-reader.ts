import { classOf, parseStored } from '@app/schema';
import { CachedTotals, cursorParts, type Cacheable, type FindDependencies } from '@app/cache';
import { SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ItemRow, ListQuery, ShownPage } from './list-query.js';
import { queryList, readKindOf } from './list-rows.js';
import { CURSOR_VERSION, type Page } from './page.js';
import { hasVolatileRows, selectivityOf, parametersOf } from './parameter.js';
import { MANY_ROWS } from './statements/many-rows.js';
import { pageStatement, type PageRow } from './statements/page-statement.js';
import { hash } from 'node:crypto';
import { NO_CURSOR_OF_LIST, problems } from '@app/http';
import type { KeysetValues } from './keyset.js';

/** The parameters that may differ from page to page of a list. */
const OF_A_PAGE = new Set(['page', 'limit', 'cursor']);

/** The identity of a list in its cursors: name, filters and sort order. */
function listOf({ name, query }: ListQuery): string {
  const values = new Map<string, unknown>(Object.entries(query));
  const given = [...parametersOf(classOf(query)).keys()]
    .filter((parameter) => !OF_A_PAGE.has(parameter) && values.get(parameter) !== undefined)
    .map((parameter) => [parameter, values.get(parameter)]);
  return JSON.stringify([name, given]);
}

const checksum = (list: ListQuery, values: KeysetValues): string =>
  hash('sha1', `${listOf(list)} ${JSON.stringify(values)}`, 'base64url');

/** The cursor after a row; it never expires. */
export const cursorBehind = (list: ListQuery, values: KeysetValues): string =>
  Buffer.from(JSON.stringify([CURSOR_VERSION, checksum(list, values), ...values])).toString('base64url');

/** The sort values of the row before the page; undefined: the start. @throws INVALID_CURSOR */
function rowBefore(list: ListQuery): KeysetValues | undefined {
  const { cursor = '' } = list.query;
  if (cursor === '') return undefined;
  const [, sum, ...values] = cursorParts(cursor);
  if (!isKeyset(values, list) || sum !== checksum(list, values))
    throw problems.invalidCursor([{ parameter: 'cursor', message: NO_CURSOR_OF_LIST }]);
  return values;
}

const isKeyset = (values: unknown[], { order }: ListQuery): values is (string | null)[] =>
  values.length === order.terms.length && values.every((value) => value === null || typeof value === 'string');

type Rows = readonly [PageRow, ...PageRow[]]; // a statement of a page always gives a first row

/** No table has this many rows. */
const MAX_OFFSET = 2_000_000_000;

/** Reads pages of lists, each in one statement (ADR 9). */
@Injectable()
export class PageReader {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly totals: CachedTotals,
  ) {}

  /** @throws INVALID_CURSOR */
  async read(list: ListQuery): Promise<Page> {
    const { page, limit, cursor } = list.query;
    const rows = await this.rowsOf(list);
    const [{ total, serverIncarnation }] = rows;
    const found = rows.filter(isItem);
    const shown = found.slice(0, limit);
    // The rows have the columns of the list.
    const { items, versionKey, others = {}, features, calendar } = list.present(shown as never);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const nextCursor = last?.values ? cursorBehind(list, last.values) : null;
    const version = versionKey === undefined ? undefined : `${serverIncarnation} ${total} ${nextCursor} ${versionKey}`;
    return {
      page,
      limit,
      total,
      items,
      features,
      calendar,
      ...(cursor !== undefined && { nextCursor }),
      ...dependenciesOf(list, { keys: shown.map(({ key }) => key), others }, version),
    };
  }

  /** Executes a statement. Uncached lists have not read the clock, so the primary answers them. */
  private async send(list: ListQuery, statement: Sql): Promise<Rows> {
    if (!list.dependsOn) return (await this.executor.query(statement, readKindOf(list.query))) as never;
    const { rows, primary } = await queryList<PageRow>(this.executor, list.query, statement);
    // A replica has the versions of its primary. Its snapshot omits running transactions and must not be used as a
    // version.
    if (primary !== undefined) for (const row of rows) Object.assign(row, { serverIncarnation: primary, snapshot: '' });
    return rows as unknown as Rows;
  }

  private rowsOf(list: ListQuery): Promise<Rows> {
    const { page, limit, cursor } = list.query;
    const part =
      cursor === undefined
        ? { limit, offset: Math.min(MAX_OFFSET, (page - 1) * limit) }
        : // One more row shows whether there is another page.
          { limit: limit + 1, offset: 0, after: rowBefore(list) };
    const { dependsOn } = list;
    const read = (total?: number): Promise<Rows> => this.send(list, pageStatement(list, part, total));
    if (list.isUncounted) return read(0);
    if (selectivityOf(list.query) !== 'low' || !dependsOn || hasVolatileRows(list.query)) return read();
    const dependencies = () => dependsOn({ keys: [], others: {} });
    return this.totals.read({ name: nameOf(list), dependencies, few: MANY_ROWS }, read);
  }
}

const isItem = (row: PageRow): row is PageRow & ItemRow => row.key !== null;

/** Identifies the rows of a list, regardless of their order. */
const nameOf = ({ name, search: { from, where } }: ListQuery): string =>
  JSON.stringify([name, from.text, from.values, where.text, where.values]);

/**
 * A separate function, so that the closure does not retain the list and its rows. The page is stored as bytes: one
 * object for the garbage collector instead of nine.
 */
function dependenciesOf({ dependsOn }: ListQuery, page: ShownPage, versionKey: string | undefined): Cacheable {
  if (!dependsOn) return { versionKey };
  const bytes = Buffer.from(JSON.stringify(page));
  const find: FindDependencies = () => dependsOn(parseStored<ShownPage>(bytes.toString()));
  return { dependsOn: find, versionKey };
}
