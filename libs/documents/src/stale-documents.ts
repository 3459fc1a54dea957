import { selectReserved, type Store, sql, join, raw, type Sql } from '@app/sql';
import { documentDefinitions, representationOf, type DocumentDefinition } from './document-definition.js';

/** More than so many are not counted: whoever reads the number wants to know whether there is something left. */
export const MOST_COUNTED = 10_000;

/** How many documents of a table are of another representation than that of this build. */
export interface StaleDocuments {
  readonly table: string;
  /** At most MOST_COUNTED. */
  readonly count: number;
}

/** Whether the row that `alias` names holds documents of another representation; costs nothing where none does. */
export const isStale = (definition: DocumentDefinition, alias: string): Sql =>
  sql`${raw(alias)}.representation <> ${representationOf(definition)}`;

/** The tables that have documents of another representation; none: nothing is left to rebuild. One short statement. */
export async function countStale(store: Store): Promise<StaleDocuments[]> {
  const counted = documentDefinitions().map((definition) => {
    const table = raw(definition.table);
    const now = representationOf(definition);
    // Two ranges of an index: what is current is not looked at.
    return sql`SELECT ${definition.table} AS "table", (SELECT count(*)::int FROM (
        (SELECT FROM ${table} WHERE representation < ${now} LIMIT ${MOST_COUNTED})
        UNION ALL
        (SELECT FROM ${table} WHERE representation > ${now} LIMIT ${MOST_COUNTED})
      ) stale) AS count`;
  });
  const found = await selectReserved<StaleDocuments>(store, join(counted, ' UNION ALL '));
  return found.flatMap(({ table, count }) => (count > 0 ? { table, count: Math.min(count, MOST_COUNTED) } : []));
}

/** "accounts 60, listing_documents at least 10000" */
export const staleWords = (stale: readonly StaleDocuments[]): string =>
  stale.map(({ table, count }) => `${table} ${count < MOST_COUNTED ? count : `at least ${MOST_COUNTED}`}`).join(', ');
