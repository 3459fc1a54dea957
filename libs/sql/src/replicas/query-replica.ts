import { currentRequester } from '@app/fairness';
import { databaseOf } from '../pool/database.js';
import type { SqlExecutor } from '../sql-executor.js';
import { queryFor, type ReadKind } from '../statement-names.js';
import type { Sql } from '../tag.js';
import type { ReplicaAnswer } from './replicas.js';

/**
 * The rows of a list from a replica (ADR 32). Undefined: the primary must answer, which is always the case inside a
 * transaction. The request must have read the clock.
 * @throws the error of a statement that timed out
 */
export async function queryReplica<Row extends object>(
  { manager }: SqlExecutor,
  statement: Sql,
  kind: ReadKind,
): Promise<ReplicaAnswer<Row> | undefined> {
  const { replicas, gates } = databaseOf(manager.dataSource);
  if (manager.queryRunner || !replicas.areGiven) return undefined;
  const query = () => replicas.query<Row>((replica) => queryFor(replica, statement, kind));
  return gates.standbys.pass(query, currentRequester());
}
