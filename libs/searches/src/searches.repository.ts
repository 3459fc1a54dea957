import type { Identifier } from '@app/http';
import { each, orderOfLog, where, type ListQuery } from '@app/lists';
import { SETTINGS, type Settings } from '@app/config';
import { anyOfIds, sql, SqlExecutor, type Sql, column } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import type { StoredGroup } from './matching/search-group.js';
import type { SearchItem } from './dto/search.fields.js';
import type { SearchesQuery } from './filters/search.filters.js';

const SEARCHES = sql`searches search`;

const iso = (time: Sql): Sql => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: a row of `search` as JSON. @param days the days from its last use to its deletion */
export const searchAsJson = (days: number): Sql => sql`json_build_object('name', search.name, 'query', search.query,
  'reference', search.reference, 'notify', search.notify, '_id', search.uid, 'id', search.id,
  'websiteID', search.website_id, 'cursor', search.cursor,
  'createdAt', ${iso(sql`search.created_at`)}, 'updatedAt', ${iso(sql`search.updated_at`)},
  'endsAt', ${iso(sql`(search.used_at + ${days}::int * interval '1 day')`)})`;

/** SQL: the columns for reading the matches of a search. */
const groupColumns = sql`search.group_key AS "groupKey", search.query, search.website_id AS "websiteID", search.keys,
  search.is_widened AS "isWidened", search.min_price AS "minPrice", search.max_price AS "maxPrice"`;

/** A search in the form in which its matches are sent to hooks. */
export interface ToldSearch {
  readonly id: number;
  readonly reference: string;
  readonly notify: readonly string[];
  readonly cursor: string;
  readonly groupKey: string;
}

/** Searches that may match, and owners with too many of them. */
export interface Candidates {
  readonly ids: readonly number[];
  readonly owners: readonly number[];
}

/** A search with its version. */
export interface SearchRow {
  readonly item: SearchItem;
  readonly version: number;
}

/** A search with the data for reading its matches. */
export interface MatchedSearch extends StoredGroup {
  readonly id: number;
  readonly notify: readonly string[];
  readonly isUsedToday: boolean;
}

/** The searches of one account; undefined: of all accounts. */
const of = (owner: number | undefined): Sql | undefined =>
  owner === undefined ? undefined : sql`search.website_id = ${owner}`;

const isIt = (id: Identifier): Sql => (typeof id === 'number' ? sql`search.id = ${id}` : sql`search.uid = ${id}`);

/** Reads saved searches. */
@Injectable()
export class SearchesRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'searchesRetention'>,
  ) {}

  private get asJson(): Sql {
    return searchAsJson(this.settings.searchesRetention);
  }

  /** @param owner the reading account; undefined: the operator, who sees all searches */
  list(query: SearchesQuery, owner: number | undefined): ListQuery<SearchRow> {
    return {
      name: 'searches',
      query,
      search: { from: SEARCHES, where: where(query, { condition: of(owner) }) },
      key: sql`search.id`,
      order: orderOfLog(column('search.id'), query.sort),
      row: { from: SEARCHES, columns: sql`${this.asJson} AS item, search.version` },
      present: each(({ item }) => JSON.stringify(item)),
    };
  }

  /** @param owner undefined: any account */
  async find(id: Identifier, owner: number | undefined, executor = this.executor): Promise<SearchRow | undefined> {
    const [row] = await executor.query<SearchRow>(this.one(id, owner));
    return row;
  }

  /** Locks a search until the transaction ends. */
  async hold(executor: SqlExecutor, id: Identifier, owner: number | undefined): Promise<SearchRow | undefined> {
    const [row] = await executor.execute<SearchRow>(sql`${this.one(id, owner)} FOR UPDATE`);
    return row;
  }

  /** @param owner as in `find` */
  async matched(id: Identifier, owner: number | undefined): Promise<MatchedSearch | undefined> {
    const [row] = await this.executor.query<MatchedSearch>(
      sql`
      SELECT search.id, notify, used_at > now() - interval '1 day' AS "isUsedToday", ${groupColumns}
      FROM ${SEARCHES} WHERE ${isIt(id)} AND (${of(owner) ?? sql`TRUE`})`,
      'lookup',
    );
    return row;
  }

  /**
   * One search per group, of the searches of some accounts that may match one of some listings.
   * @param most an owner with more of them is listed in `owners`, and left out; null: no limit
   */
  async candidates(keys: readonly string[], websiteIDs: readonly number[], most: number | null): Promise<Candidates> {
    const [row] = await this.executor.query<Candidates>(sql`
      WITH found AS MATERIALIZED (
        -- Uses the index on keys; any further condition here could lead to a comparison with all searches.
        SELECT group_key, id, website_id FROM searches WHERE keys && ${keys}::text[]
      ), own AS MATERIALIZED (
        SELECT group_key, found.id, coalesce(main_website_id, account.id) AS owner
        FROM found JOIN accounts account ON account.id = website_id WHERE website_id = ANY(${websiteIDs}::int[])
      ), many AS MATERIALIZED (
        SELECT owner FROM own GROUP BY owner HAVING count(*) > ${most}::int
      )
      SELECT ARRAY(SELECT owner FROM many) AS owners,
        ARRAY(SELECT min(id) FROM own WHERE owner NOT IN (SELECT owner FROM many) GROUP BY group_key) AS ids`);
    return row ?? { ids: [], owners: [] };
  }

  groups(ids: readonly number[]): Promise<StoredGroup[]> {
    return this.executor.query<StoredGroup>(
      sql`SELECT ${groupColumns} FROM ${SEARCHES} WHERE search.id = ${anyOfIds(ids)}`,
      'lookup',
    );
  }

  /** The accounts, among the given ones, that have searches of some groups. */
  async accountsOf(groupKeys: readonly string[], websiteIDs: readonly number[]): Promise<number[]> {
    const rows = await this.executor.query<{ websiteID: number }>(sql`
      SELECT DISTINCT website_id AS "websiteID" FROM searches
      WHERE group_key = ANY(${groupKeys}::text[]) AND website_id = ANY(${websiteIDs}::int[]) ORDER BY 1`);
    return rows.map(({ websiteID }) => websiteID);
  }

  /** Some searches of an account in groups, by id. */
  ofGroups(
    websiteID: number,
    {
      groupKeys,
      after,
      limit,
    }: { readonly groupKeys: readonly string[]; readonly after: number; readonly limit: number },
  ): Promise<ToldSearch[]> {
    return this.executor.query<ToldSearch>(sql`
      SELECT id, reference, notify, cursor, group_key AS "groupKey" FROM searches
      WHERE group_key = ANY(${groupKeys}::text[]) AND website_id = ${websiteID} AND id > ${after}
      ORDER BY id LIMIT ${limit}`);
  }

  private one(id: Identifier, owner: number | undefined): Sql {
    return sql`SELECT ${this.asJson} AS item, search.version FROM ${SEARCHES} WHERE ${isIt(id)} AND (${of(owner) ?? sql`TRUE`})`;
  }
}
