import { sql, join, raw, type Sql, type SqlExecutor } from '@app/sql';
import { documentDefinitions, representationOf, type DocumentDefinition } from './document-definition.js';

/** Counting stops here: the exact number does not matter. */
export const MOST_COUNTED = 10_000;

/** The number of documents of a table whose version differs from this build's. */
export interface StaleDocuments {
  readonly table: string;
  /** At most MOST_COUNTED. */
  readonly count: number;
}

/** SQL condition: the row `alias` has documents of another version. It needs no extra read. */
export const isStale = (definition: DocumentDefinition, alias: string): Sql =>
  sql`${raw(alias)}.representation <> ${representationOf(definition)}`;

/** The tables with documents of another version; an empty list when nothing needs a rebuild. One short statement. */
export async function countStale(executor: SqlExecutor): Promise<StaleDocuments[]> {
  const counted = documentDefinitions().map((definition) => {
    const table = raw(definition.table);
    const now = representationOf(definition);
    // Two index ranges, below and above the current version: current documents are not read.
    return sql`SELECT ${definition.table} AS "table", (SELECT count(*)::int FROM (
        (SELECT FROM ${table} WHERE representation < ${now} LIMIT ${MOST_COUNTED})
        UNION ALL
        (SELECT FROM ${table} WHERE representation > ${now} LIMIT ${MOST_COUNTED})
      ) stale) AS count`;
  });
  const found = await executor.queryReserved<StaleDocuments>(join(counted, ' UNION ALL '));
  return found.flatMap(({ table, count }) => (count > 0 ? { table, count: Math.min(count, MOST_COUNTED) } : []));
}

/** "accounts 60, listing_documents at least 10000" */
export const staleWords = (stale: readonly StaleDocuments[]): string =>
  stale.map(({ table, count }) => `${table} ${count < MOST_COUNTED ? count : `at least ${MOST_COUNTED}`}`).join(', ');
