import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Feeds over HTTP, full feeds, and feeds of several accounts (B41 to B43). */
export class ReceiveFeeds1764000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN feed_agent_ids text[] NOT NULL DEFAULT '{}';

      ALTER TABLE feed_runs
        ADD COLUMN mode text NOT NULL DEFAULT 'changes',
        ADD COLUMN content text NOT NULL DEFAULT 'reaxml',
        ADD COLUMN is_dry_run boolean NOT NULL DEFAULT false,
        ADD COLUMN is_waiting boolean NOT NULL DEFAULT false,
        ADD COLUMN withdrawn int NOT NULL DEFAULT 0;
      -- GET /feeds?uniqueID=...
      CREATE INDEX feed_run_problems_unique_id ON feed_run_problems (unique_id) WHERE unique_id <> '';

      -- The bodies of feeds that wait for their import. One without a run is still arriving.
      CREATE TABLE feed_uploads (
        id uuid PRIMARY KEY,
        run_id int UNIQUE REFERENCES feed_runs ON DELETE CASCADE,
        audit_entry bigint,
        attempts int NOT NULL DEFAULT 0,
        bytes int NOT NULL DEFAULT 0,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE TABLE feed_upload_chunks (
        upload_id uuid NOT NULL REFERENCES feed_uploads ON DELETE CASCADE,
        position int NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (upload_id, position)
      );
      -- They are read once or twice: compressing takes longer than it saves.
      ALTER TABLE feed_upload_chunks ALTER bytes SET STORAGE EXTERNAL;
    `);
    for (const table of ['feed_uploads', 'feed_upload_chunks']) {
      await runner.query(`
        ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
          autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
          autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE feed_upload_chunks, feed_uploads;
      DROP INDEX feed_run_problems_unique_id;
      ALTER TABLE feed_runs DROP COLUMN mode, DROP COLUMN content, DROP COLUMN is_dry_run, DROP COLUMN is_waiting,
        DROP COLUMN withdrawn;
      ALTER TABLE accounts DROP COLUMN feed_agent_ids;
    `);
  }
}
