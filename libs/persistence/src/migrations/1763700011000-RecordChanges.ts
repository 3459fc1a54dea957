import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUTOVACUUM } from './autovacuum.js';
import { RECORDING, RECORDING_REMOVED } from './change-recording.js';
import { STAGING, STAGING_REMOVED } from './change-staging.js';

/**
 * Triggers that write the log of changes, so that no writer can forget it. Statements stage what was there before they
 * changed it; at the end of the transaction, what became of it is recorded: one row for each thing and kind (ADR 19).
 */
export class RecordChanges1763700011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Not logged: after a crash there are no open transactions. Rows live for a moment: compressing them costs more than
    // it saves.
    await runner.query(`
      CREATE UNLOGGED TABLE pending_changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        resource text NOT NULL,
        resource_id int NOT NULL,
        part text NOT NULL,
        was jsonb,
        PRIMARY KEY (xid, resource, resource_id, part)
      ) WITH (${AUTOVACUUM}, toast_tuple_target = 8160)`);
    for (const statement of [...RECORDING, ...STAGING]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...STAGING_REMOVED, ...RECORDING_REMOVED]) await runner.query(statement);
    await runner.query('DROP TABLE pending_changes');
  }
}
