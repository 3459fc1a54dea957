import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How soon PostgreSQL tidies a table. The defaults wait until a fifth of the rows has changed: of a million listings
 * 200,000, and until then index-only scans read the table for every changed page. A query pays for the number of changed
 * rows, not for their share, so the limit is a number (ADR 21). Statistics are about shares: they are read again when a
 * fiftieth has changed. A later migration that creates a table sets the same parameters.
 */
export class SetAutovacuum1763700020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await forEachTable(
      runner,
      `SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
          autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
          autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await forEachTable(
      runner,
      `RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, autovacuum_vacuum_insert_scale_factor,
          autovacuum_vacuum_insert_threshold, autovacuum_analyze_scale_factor, autovacuum_analyze_threshold)`,
    );
  }
}

const forEachTable = (runner: QueryRunner, parameters: string): Promise<void> =>
  runner.query(`
    DO $$
    DECLARE
      name regclass;
    BEGIN
      FOREACH name IN ARRAY '{migration_hashes, suburbs, accounts, credentials, credential_uses, agents, properties,
        property_documents, listings, listing_documents, listing_agents, listing_inspections, regions, current_listings,
        listing_words, feed_runs, feed_run_problems, held_listings, deleted_listings, changes_rest, changes_horizon,
        pending_changes, hook_endpoints, hook_rotations, hook_states, hook_retries, hook_deliveries, hook_progress,
        audit_log, idempotent_answers}'::regclass[] LOOP
        EXECUTE format($table$ALTER TABLE %s ${parameters}$table$, name);
      END LOOP;
    END $$;
  `);
