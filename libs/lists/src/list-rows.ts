import { cpuTime } from '@app/fairness';
import { queryReplica, type ReadKind, type Sql, type SqlExecutor } from '@app/sql';
import { selectivityOf } from './parameter.js';

/** The rows of a list. */
interface ListRows<Row extends object> {
  readonly rows: Row[];
  /**
   * Set if a replica answered: the incarnation of its primary, which replaces the replica's own incarnation and
   * snapshot.
   */
  readonly primary?: string;
}

/** How the primary plans a list: the best plan of a selective list does not depend on its values. */
export const readKindOf = (query: object): ReadKind => (selectivityOf(query) === 'high' ? 'composed' : 'list');

/**
 * The rows of a list, possibly from a replica (ADR 32). The request must have read the clock.
 * @param query the parameters of the list
 */
export async function queryList<Row extends object>(
  executor: SqlExecutor,
  query: object,
  statement: Sql,
): Promise<ListRows<Row>> {
  const kind = readKindOf(query);
  const answer = await queryReplica<Row>(executor, statement, kind);
  const rows = answer?.rows ?? (await executor.query<Row>(statement, kind));
  // Presenting rows takes milliseconds, and many lists may arrive at once.
  await cpuTime();
  return { rows, ...(answer && { primary: answer.serverIncarnation }) };
}
