import { sql, type SqlExecutor } from '@app/sql';

/** The first transaction that the server has not come to. */
const NEXT = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Removes from the log of changes what transactions have recorded that this server has not come to: a dump of another
 * server was restored. Later, the server would give their numbers to its own transactions, and readers of the log would take
 * these changes for new ones (ADR 48).
 */
export async function forgetForeignTransactions(executor: SqlExecutor): Promise<void> {
  await executor.transaction(async (within) => {
    await within.execute(sql`DELETE FROM changes WHERE xid >= ${NEXT}`);
    await within.execute(sql`UPDATE changes_horizon SET xid = '0', id = 0 WHERE xid >= ${NEXT}`);
    await within.execute(
      sql`UPDATE hook_states SET cursor_xid = 0, replay_until = NULL WHERE cursor_xid::text::xid8 >= ${NEXT}`,
    );
  });
}
