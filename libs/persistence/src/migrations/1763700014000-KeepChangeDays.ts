import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the partitions of today and of the seven days ahead, and drops those older than `retention` days: a service that
 * was stopped for a week goes on in a day of its own. With the rights of the owner, because the role of the service need
 * not own the tables. A day that is there already, or that the default partition has rows of, is left; what cannot be
 * locked soon is left to the next call, so that nobody waits long.
 */
export class KeepChangeDays1763700014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION keep_change_days(retention int) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '1s' AS $$
      DECLARE
        first date := current_date - greatest(retention, 1);
        taken date[] := ARRAY(SELECT DISTINCT at::date FROM changes_rest);
        day date;
        part text;
        last record;
      BEGIN
        -- Of a dump that was restored here: numbers of another server, which readers would wait for.
        DELETE FROM changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
          AND xid IS DISTINCT FROM pg_current_xact_id_if_assigned();
        UPDATE changes_horizon SET xid = '0', id = 0 WHERE xid >= pg_snapshot_xmax(pg_current_snapshot());
        FOR day IN SELECT current_date + ahead FROM generate_series(0, 7) ahead LOOP
          part := to_char(day, '"changes_"YYYYMMDD');
          CONTINUE WHEN to_regclass(part) IS NOT NULL OR day = ANY(taken);
          BEGIN
            -- A write that had chosen the default partition before would fail: it waits before it chooses.
            LOCK TABLE ONLY changes IN SHARE ROW EXCLUSIVE MODE;
            EXECUTE format('CREATE TABLE %I (LIKE changes INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
              WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
                autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
                autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500,
                toast_tuple_target = 8160)', part);
            EXECUTE format('ALTER TABLE changes ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, day, day + 1);
            RETURN NEXT part;
          EXCEPTION
            WHEN check_violation THEN
            WHEN lock_not_available THEN EXIT;
          END;
        END LOOP;
        FOR part IN
          SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
          WHERE inhparent = 'changes'::regclass AND relname < to_char(first, '"changes_"YYYYMMDD')
        LOOP
          BEGIN
            LOCK TABLE ONLY changes IN ACCESS EXCLUSIVE MODE;
            EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', part);
            EXECUTE format('SELECT xid, id FROM %I ORDER BY xid DESC, id DESC LIMIT 1', part) INTO last;
            EXECUTE format('DROP TABLE %I', part);
            UPDATE changes_horizon SET xid = last.xid, id = last.id WHERE (xid, id) < (last.xid, last.id);
            RETURN NEXT part;
          EXCEPTION WHEN lock_not_available THEN
          END;
        END LOOP;
        WITH gone AS (
          DELETE FROM changes_rest WHERE at < first RETURNING xid, id
        ), latest AS (
          SELECT xid, id FROM gone ORDER BY xid DESC, id DESC LIMIT 1
        )
        UPDATE changes_horizon SET xid = latest.xid, id = latest.id FROM latest
        WHERE (changes_horizon.xid, changes_horizon.id) < (latest.xid, latest.id);
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION keep_change_days');
  }
}
