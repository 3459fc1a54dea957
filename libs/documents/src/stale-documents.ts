import { select, type Store } from '@app/database';
import sql, { raw, type Sql } from 'sql-template-tag';
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

/** The tables that have documents of another representation; none: nothing is left to rebuild. */
export async function countStale(store: Store): Promise<StaleDocuments[]> {
  const counts: StaleDocuments[] = [];
  for (const definition of documentDefinitions()) {
    const { table } = definition;
    const now = representationOf(definition);
    // Two ranges of an index: what is current is not looked at.
    const [found] = await select<{ count: number }>(
      store,
      sql`SELECT count(*)::int AS count FROM (
          (SELECT FROM ${raw(table)} WHERE representation < ${now} LIMIT ${MOST_COUNTED})
          UNION ALL
          (SELECT FROM ${raw(table)} WHERE representation > ${now} LIMIT ${MOST_COUNTED})
        ) stale`,
    );
    if (found && found.count > 0) counts.push({ table, count: Math.min(found.count, MOST_COUNTED) });
  }
  return counts;
}

/** "accounts 60, listing_documents at least 10000" */
export const staleWords = (stale: readonly StaleDocuments[]): string =>
  stale.map(({ table, count }) => `${table} ${count < MOST_COUNTED ? count : `at least ${MOST_COUNTED}`}`).join(', ');
