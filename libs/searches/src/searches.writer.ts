import { problems } from '@app/http';
import { sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { SearchFields } from './dto/search.fields.js';
import { searchAsJson, type SearchRow } from './searches.repository.js';

/** The most searches of an account (B59). */
const MOST = 10_000;

const returned = sql`SELECT ${searchAsJson} AS item, search.version FROM search`;

/** Stores and deletes searches. The log names them by triggers. */
@Injectable()
export class SearchesWriter {
  /** @param cursor where its matches begin @returns undefined if there is no such account @throws TOO_MANY_SEARCHES */
  async create(
    executor: SqlExecutor,
    { name, query, reference, notify }: SearchFields,
    { websiteID, cursor }: { readonly websiteID: number; readonly cursor: string },
  ): Promise<SearchRow | undefined> {
    // Creations of an account run one after another, so that each counts the others.
    const [account] = await executor.execute(sql`SELECT FROM accounts WHERE id = ${websiteID} FOR NO KEY UPDATE`);
    if (!account) return undefined;
    const [full] = await executor.queryRows(
      sql`SELECT FROM searches WHERE website_id = ${websiteID} OFFSET ${MOST - 1} LIMIT 1`,
    );
    if (full) throw problems.tooManySearches();
    const [row] = await executor.execute<SearchRow>(sql`
      WITH search AS (
        INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor)
        VALUES (${uuidv7()}::uuid, ${websiteID}, ${name}, ${query}, ${reference}, ${notify}::text[], ${cursor}) RETURNING *
      ) ${returned}`);
    return row;
  }

  /** Writes all fields of a locked search. */
  async update(
    executor: SqlExecutor,
    id: number,
    { name, query, reference, notify, cursor }: SearchFields & { readonly cursor: string },
  ): Promise<SearchRow> {
    const [row] = await executor.execute<SearchRow>(sql`
      WITH search AS (
        UPDATE searches SET name = ${name}, query = ${query}, reference = ${reference}, notify = ${notify}::text[],
          cursor = ${cursor}, version = version + 1, updated_at = now() WHERE id = ${id} RETURNING *
      ) ${returned}`);
    if (!row) throw new Error('A locked search is there');
    return row;
  }

  async remove(executor: SqlExecutor, id: number): Promise<void> {
    await executor.execute(sql`DELETE FROM searches WHERE id = ${id}`);
  }
}
