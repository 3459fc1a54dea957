import type { Identifier } from '@app/http';
import { each, orderOfLog, where, type ListQuery } from '@app/lists';
import { anyOfIds, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { SearchItem } from './dto/search.fields.js';
import type { SearchesQuery } from './filters/search.filters.js';

const SEARCHES = sql`searches search`;

const iso = (column: Sql): Sql => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row of `search`, as JSON. */
export const searchAsJson = sql`json_build_object('name', search.name, 'query', search.query,
  'reference', search.reference, 'notify', search.notify, '_id', search.uid, 'id', search.id,
  'websiteID', search.website_id, 'cursor', search.cursor,
  'createdAt', ${iso(sql`search.created_at`)}, 'updatedAt', ${iso(sql`search.updated_at`)})`;

/** A search with its version. */
export interface SearchRow {
  readonly item: SearchItem;
  readonly version: number;
}

/** The searches of one account; undefined: of all accounts. */
const of = (owner: number | undefined): Sql | undefined =>
  owner === undefined ? undefined : sql`search.website_id = ${owner}`;

/** Reads saved searches. */
@Injectable()
export class SearchesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** @param owner the account that reads; undefined: the operator, who sees all */
  list(query: SearchesQuery, owner: number | undefined): ListQuery<SearchRow> {
    return {
      name: 'searches',
      query,
      search: { from: SEARCHES, where: where(query, { condition: of(owner) }) },
      key: sql`search.id`,
      order: orderOfLog('search.id', query.sort),
      row: { from: SEARCHES, columns: sql`${searchAsJson} AS item, search.version` },
      present: each(({ item }) => JSON.stringify(item)),
    };
  }

  /** @param owner undefined: of any account */
  async find(id: Identifier, owner: number | undefined, executor = this.executor): Promise<SearchRow | undefined> {
    const [row] = await executor.queryRows<SearchRow>(this.one(id, owner));
    return row;
  }

  /** Locks a search until the transaction ends. */
  async hold(executor: SqlExecutor, id: Identifier, owner: number | undefined): Promise<SearchRow | undefined> {
    const [row] = await executor.execute<SearchRow>(sql`${this.one(id, owner)} FOR UPDATE`);
    return row;
  }

  /** The searches with these ids; undefined: all. */
  async all(ids?: readonly number[]): Promise<SearchItem[]> {
    const condition = ids ? sql`search.id = ${anyOfIds(ids)}` : sql`TRUE`;
    const rows = await this.executor.queryPrepared<Pick<SearchRow, 'item'>>(
      sql`SELECT ${searchAsJson} AS item FROM ${SEARCHES} WHERE ${condition} ORDER BY search.id`,
    );
    return rows.map(({ item }) => item);
  }

  private one(id: Identifier, owner: number | undefined): Sql {
    const isIt = typeof id === 'number' ? sql`search.id = ${id}` : sql`search.uid = ${id}`;
    return sql`SELECT ${searchAsJson} AS item, search.version FROM ${SEARCHES} WHERE ${isIt} AND (${of(owner) ?? sql`TRUE`})`;
  }
}
