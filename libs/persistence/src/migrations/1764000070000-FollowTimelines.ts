import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which logs of changes go on with which, after a standby was promoted (B38). */
export class FollowTimelines1764000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The name of the log on a timeline, of this server, this database and this table.
      CREATE FUNCTION changes_log_on(timeline int) RETURNS text STABLE LANGUAGE sql AS $$
        SELECT left(md5(concat_ws(' ', system_identifier, lpad(upper(to_hex(timeline)), 8, '0'),
          (SELECT oid FROM pg_database WHERE datname = current_database()), 'changes'::regclass::oid)), 12)
        FROM pg_control_system()
      $$;
      -- The timeline on which the server writes: the first eight digits of the name of its write-ahead log.
      CREATE FUNCTION current_timeline() RETURNS int STABLE LANGUAGE sql AS $$
        SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
      $$;
      CREATE OR REPLACE FUNCTION changes_log() RETURNS text STABLE LANGUAGE sql AS $$
        SELECT changes_log_on(current_timeline())
      $$;

      -- Each log that this database was seen to have. One that goes on with a former one names it, and the place in the
      -- write-ahead log up to which the two are the same.
      CREATE TABLE change_logs (
        name text PRIMARY KEY,
        former text REFERENCES change_logs,
        former_end pg_lsn
      );
      ALTER TABLE change_logs SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
      INSERT INTO change_logs VALUES (changes_log());
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE change_logs;
      CREATE OR REPLACE FUNCTION changes_log() RETURNS text STABLE LANGUAGE sql AS $$
        SELECT left(md5(concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
          (SELECT oid FROM pg_database WHERE datname = current_database()), 'changes'::regclass::oid)), 12)
        FROM pg_control_system()
      $$;
      DROP FUNCTION current_timeline, changes_log_on;
    `);
  }
}
