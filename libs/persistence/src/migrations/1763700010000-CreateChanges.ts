import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUTOVACUUM } from './autovacuum.js';

const RESOURCES = ['account', 'agent', 'listing', 'property', 'suburb', 'credential'];
const KINDS = ['created', 'updated', 'deleted', 'status', 'price', 'images', 'content', 'truncated'];

const oneOf = (column: string, values: readonly string[]): string =>
  `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`;

/** Rows of up to 8 kB are stored as they are: to compress them would take writers longer than to write them. */
const STORAGE = `${AUTOVACUUM}, toast_tuple_target = 8160`;

/**
 * The log of changes (ADR 19): what happened to every resource, in the order (xid, id). It is partitioned by day, so that
 * old days can be dropped; what no day has been made for goes into `changes_rest`.
 */
export class CreateChanges1763700010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE changes_id_seq');
    await runner.query(`
      CREATE TABLE changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        id bigint NOT NULL DEFAULT nextval('changes_id_seq'),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        resource text NOT NULL ${oneOf('resource', RESOURCES)},
        resource_id int,
        uid uuid,
        website_id int,
        -- The account that it belonged to before, if it was another one.
        former_website_id int,
        kind text NOT NULL ${oneOf('kind', KINDS)},
        before jsonb,
        after jsonb,
        old_row jsonb,
        new_row jsonb,
        -- Readers of the log, and changes_since.
        PRIMARY KEY (xid, id, at)
      ) PARTITION BY RANGE (at)`);
    await runner.query('ALTER SEQUENCE changes_id_seq OWNED BY changes.id');
    // The history of one thing.
    await runner.query('CREATE INDEX changes_resource ON changes (resource, resource_id, id)');
    // Readers of the log of one account.
    await runner.query('CREATE INDEX changes_website ON changes (website_id, xid, id)');
    await runner.query(
      'CREATE INDEX changes_former_website ON changes (former_website_id, xid, id) WHERE former_website_id IS NOT NULL',
    );
    await runner.query(`CREATE TABLE changes_rest PARTITION OF changes DEFAULT WITH (${STORAGE})`);
    // The end of what was dropped: who has read less has missed something.
    await runner.query(`
      CREATE TABLE changes_horizon (
        xid xid8 NOT NULL DEFAULT '0',
        id bigint NOT NULL DEFAULT 0
      ) WITH (${AUTOVACUUM})`);
    await runner.query('INSERT INTO changes_horizon DEFAULT VALUES');
    await runner.query(CHANGES_SINCE);
    await runner.query(CHANGES_LOG);
    await runner.query(READ_CHANGES);
    await runner.query(KEEP_CHANGE_DAYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION keep_change_days, read_changes, changes_log, changes_since');
    await runner.query('DROP TABLE changes_horizon, changes');
  }
}

/**
 * The changes that the snapshot of the calling statement sees and `last` did not; null when there are more than `most`,
 * or when some may have been dropped. A transaction that runs for long does not make it slower: what `last` has seen is not
 * read again. It is a function so that the plan over the partitions is only set up when it is called, and its plan is
 * kept: with the partitions of a month, planning takes ten times as long as reading.
 */
const CHANGES_SINCE = `
  CREATE FUNCTION changes_since(last pg_snapshot, most int) RETURNS jsonb STABLE LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    found jsonb;
  BEGIN
    IF EXISTS (SELECT FROM changes_horizon WHERE xid >= pg_snapshot_xmin(last)) THEN
      RETURN NULL;
    END IF;
    WITH fresh AS MATERIALIZED (
      -- In the order of the index, which otherwise a scan of the whole log up to the limit would seem to beat.
      (SELECT * FROM changes WHERE xid >= pg_snapshot_xmax(last) ORDER BY xid LIMIT most + 1)
      UNION ALL
      (SELECT * FROM changes WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip(last))) ORDER BY xid LIMIT most + 1)
    ), things AS (
      SELECT DISTINCT ON (xid, resource, resource_id) * FROM fresh ORDER BY xid, resource, resource_id, id
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('xid', xid::text, 'resource', resource, 'id', resource_id,
        'kind', kind, 'websiteID', website_id, 'old', old_row, 'new', new_row) ORDER BY id), '[]')
    INTO found FROM things WHERE (SELECT count(*) FROM fresh) <= most
    HAVING (SELECT count(*) FROM fresh) <= most;
    RETURN found;
  END $$`;

/**
 * Names the log: another server, another timeline of it (a restored backup, a standby that took over), another database
 * or a log that was restored from a dump has another name, because its transactions have other numbers.
 */
const CHANGES_LOG = `
  CREATE FUNCTION changes_log() RETURNS text STABLE LANGUAGE sql AS $$
    SELECT left(md5(concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
      (SELECT oid FROM pg_database WHERE datname = current_database()), 'changes'::regclass::oid)), 12)
    FROM pg_control_system()
  $$`;

/**
 * What `changes_since` gives; if that is not known, where the log ends: its name, the last transaction that readers of
 * the log may see (`recorded`), and those that wait for older ones to end (`waiting`).
 */
const READ_CHANGES = `
  CREATE FUNCTION read_changes(last pg_snapshot, most int) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
  DECLARE
    found jsonb := CASE WHEN last IS NOT NULL THEN changes_since(last, most) END;
    complete xid8 := pg_snapshot_xmin(pg_current_snapshot());
  BEGIN
    IF found IS NOT NULL THEN
      RETURN found;
    END IF;
    RETURN jsonb_build_object('log', changes_log(),
      'recorded', greatest(
        (SELECT xid FROM changes WHERE xid < complete ORDER BY xid DESC LIMIT 1),
        (SELECT xid FROM changes_horizon))::text,
      'waiting', ARRAY(SELECT DISTINCT xid::text FROM changes WHERE xid >= complete));
  END $$`;

/** So many days are made ahead: a service that was stopped for a week goes on in a day of its own. */
const DAYS_AHEAD = 7;

/**
 * Makes the partitions of today and the days ahead, and drops those older than `retention` days. With the rights of the
 * owner, because the role of the service need not own the tables. A day that is there already, or that the default
 * partition has rows of, is left; what cannot be locked soon is left to the next call, so that nobody waits long.
 */
const KEEP_CHANGE_DAYS = `
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
    FOR day IN SELECT current_date + ahead FROM generate_series(0, ${DAYS_AHEAD}) ahead LOOP
      part := to_char(day, '"changes_"YYYYMMDD');
      CONTINUE WHEN to_regclass(part) IS NOT NULL OR day = ANY(taken);
      BEGIN
        -- A write that had chosen the default partition before would fail: it waits before it chooses.
        LOCK TABLE ONLY changes IN SHARE ROW EXCLUSIVE MODE;
        EXECUTE format('CREATE TABLE %I (LIKE changes INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (${STORAGE})', part);
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
  END $$`;
