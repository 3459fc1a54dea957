import { SETTINGS, type Settings } from '@app/config';
import { problems } from '@app/http';
import { lockUntilCommit, sql, SqlExecutor } from '@app/sql';
import type { KeyOfCredential } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { SearchFields } from './dto/search.fields.js';
import { groupKeyOf, KEYS_VERSION, type PriceBounds, type SearchKeys } from './matching/search-keys.js';
import { searchAsJson, type SearchRow } from './searches.repository.js';

/**
 * Maximum number of searches of a main account with its sub-accounts, and of those without a place, account, agent or
 * id (B71).
 */
const [MOST, MOST_BROAD] = [10_000, 500];
/** The number of rows deleted or written per transaction. */
const AT_A_TIME = 500;

/** A search to store. */
export interface SearchToStore extends SearchFields {
  /** The position in the log at which its matches begin. */
  readonly cursor: string;
  readonly found: SearchKeys;
  /** The account whose list it is; undefined: all accounts have the same list. */
  readonly siteID: number | undefined;
  readonly bounds: PriceBounds;
}

/** A search whose keys must be rebuilt. */
export interface OutdatedSearch {
  readonly id: number;
  readonly query: string;
}

/** Stores and deletes searches. */
@Injectable()
export class SearchesWriter {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'searchesRetention'>,
  ) {}

  /**
   * @param request the idempotency key of the request @returns undefined if the account does not exist @throws
   * TOO_MANY_SEARCHES
   */
  async create(
    executor: SqlExecutor,
    websiteID: number,
    search: SearchToStore,
    request: KeyOfCredential | undefined,
  ): Promise<SearchRow | undefined> {
    const { name, query, reference, notify, cursor, found, siteID, bounds } = search;
    if (!(await this.ensureRoom(executor, websiteID, found))) return undefined;
    const [row] = await executor.execute<SearchRow>(sql`
      WITH search AS (
        INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor, group_key, keys, keys_version,
          is_widened, is_broad, min_price, max_price, credential_id, idempotency_key)
        VALUES (${uuidv7()}::uuid, ${websiteID}, ${name}, ${query}, ${reference}, ${notify}::text[], ${cursor},
          ${groupKeyOf(query, siteID)}, ${found.keys}::text[], ${KEYS_VERSION}, ${found.isWidened}, ${found.isBroad},
          ${bounds.minPrice}::float8, ${bounds.maxPrice}::float8, ${request?.credential}::int, ${request?.key}::text) RETURNING *
      ) ${this.returned}`);
    return row;
  }

  /** Writes all fields of a locked search. @throws TOO_MANY_SEARCHES */
  async update(
    executor: SqlExecutor,
    { id, websiteID }: { readonly id: number; readonly websiteID: number },
    { name, query, reference, notify, cursor, found, siteID, bounds }: SearchToStore,
  ): Promise<SearchRow> {
    if (found.isBroad) await this.ensureRoom(executor, websiteID, found, id);
    const [row] = await executor.execute<SearchRow>(sql`
      WITH search AS (
        UPDATE searches SET name = ${name}, query = ${query}, reference = ${reference}, notify = ${notify}::text[],
          cursor = ${cursor}, group_key = ${groupKeyOf(query, siteID)}, keys = ${found.keys}::text[],
          keys_version = ${KEYS_VERSION}, is_widened = ${found.isWidened}, is_broad = ${found.isBroad},
          min_price = ${bounds.minPrice}::float8, max_price = ${bounds.maxPrice}::float8,
          version = version + 1, updated_at = now(), used_at = now() WHERE id = ${id} RETURNING *
      ) ${this.returned}`);
    if (!row) throw new Error('The locked search does not exist');
    return row;
  }

  async remove(executor: SqlExecutor, id: number): Promise<void> {
    await executor.execute(sql`DELETE FROM searches WHERE id = ${id}`);
  }

  /** Records that the matches of a search were read. */
  async use(id: number): Promise<void> {
    await this.executor.execute(sql`UPDATE searches SET used_at = now() WHERE id = ${id}`);
  }

  /** Some searches whose keys must be rebuilt: another rule or other suburbs built them. */
  outdated(): Promise<OutdatedSearch[]> {
    return this.executor.query<OutdatedSearch>(
      sql`SELECT id, query FROM searches WHERE keys_version < ${KEYS_VERSION} ORDER BY keys_version LIMIT ${AT_A_TIME}`,
      'lookup',
    );
  }

  /** Stores new keys of searches whose query is still the same. */
  async rekey(searches: readonly (OutdatedSearch & { readonly found: SearchKeys })[]): Promise<void> {
    const rows = searches.map(({ id, query, found }) => ({ id, query, ...found }));
    await this.executor.execute(sql`
      UPDATE searches SET keys = row.keys, is_widened = row."isWidened", is_broad = row."isBroad", keys_version = ${KEYS_VERSION}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row(id int, query text, keys text[], "isWidened" boolean, "isBroad" boolean)
      WHERE searches.id = row.id AND searches.query = row.query`);
  }

  /**
   * Checks the limits. Writes of an owner run sequentially, so that each counts the others.
   * @param but a search that is not counted
   * @returns false if the account does not exist
   * @throws TOO_MANY_SEARCHES
   */
  private async ensureRoom(
    executor: SqlExecutor,
    websiteID: number,
    { isBroad }: SearchKeys,
    but = 0,
  ): Promise<boolean> {
    const [account] = await executor.execute<{ owner: number }>(sql`
      SELECT coalesce(main_website_id, id) AS owner FROM accounts WHERE id = ${websiteID} FOR KEY SHARE`);
    if (!account) return false;
    await lockUntilCommit(executor, 'searches', [account.owner]);
    const of = sql`website_id IN (SELECT id FROM accounts WHERE id = ${account.owner} OR main_website_id = ${account.owner})
      AND id <> ${but}`;
    const isFull = async (most: number, condition = sql`TRUE`): Promise<boolean> => {
      const rows = await executor.query(
        sql`SELECT FROM searches WHERE ${of} AND ${condition} OFFSET ${most - 1} LIMIT 1`,
      );
      return rows.length > 0;
    };
    if (await isFull(MOST)) throw problems.tooManySearches(`${MOST} saved searches`);
    if (isBroad && (await isFull(MOST_BROAD, sql`is_broad`)))
      throw problems.tooManySearches(`${MOST_BROAD} saved searches without a place, an account, an agent or an id`);
    return true;
  }

  private get returned() {
    return sql`SELECT ${searchAsJson(this.settings.searchesRetention)} AS item, search.version FROM search`;
  }
}
