import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of changes (ADR 19): what happened to every resource, in the order (xid, id). It is partitioned by day, so that
 * old days can be dropped; what no day has been made for goes into `changes_rest`.
 */
export class CreateChanges1763700013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SEQUENCE changes_id_seq;
      CREATE TABLE changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        id bigint NOT NULL DEFAULT nextval('changes_id_seq'),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        resource text NOT NULL
          CHECK (resource IN ('account', 'agent', 'listing', 'property', 'suburb', 'credential')),
        resource_id int,
        uid uuid,
        website_id int,
        -- The account that it belonged to before, if it was another one.
        former_website_id int,
        kind text NOT NULL
          CHECK (kind IN ('created', 'updated', 'deleted', 'status', 'price', 'images', 'content', 'truncated')),
        before jsonb,
        after jsonb,
        old_row jsonb,
        new_row jsonb,
        -- Readers of the log, and changes_since.
        PRIMARY KEY (xid, id, at)
      ) PARTITION BY RANGE (at);
      ALTER SEQUENCE changes_id_seq OWNED BY changes.id;
      -- The history of one resource.
      CREATE INDEX changes_resource ON changes (resource, resource_id, id);
      -- Readers of the log of one account.
      CREATE INDEX changes_website ON changes (website_id, xid, id);
      CREATE INDEX changes_former_website ON changes (former_website_id, xid, id) WHERE former_website_id IS NOT NULL;

      -- Rows of up to 8 kB are stored as they are: to compress them would take writers longer than to write them.
      CREATE TABLE changes_rest PARTITION OF changes DEFAULT WITH (toast_tuple_target = 8160);

      -- The end of what was dropped: a reader that has read less has missed changes.
      CREATE TABLE changes_horizon (
        xid xid8 NOT NULL DEFAULT '0',
        id bigint NOT NULL DEFAULT 0
      );
      INSERT INTO changes_horizon DEFAULT VALUES;

      -- The changes that the snapshot of the calling statement sees and "last" did not; null when there are more than
      -- "most", or when some may have been dropped. A transaction that runs for long does not make it slower: what "last"
      -- has seen is not read again. It is a function so that the plan over the partitions is only set up when it is called,
      -- and its plan is kept: with the partitions of a month, planning takes ten times as long as reading.
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
      END $$;

      -- Names the log: another server, another timeline of it (a restored backup, a standby that took over), another
      -- database or a log that was restored from a dump has another name, because its transactions have other numbers.
      CREATE FUNCTION changes_log() RETURNS text STABLE LANGUAGE sql AS $$
        SELECT left(md5(concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
          (SELECT oid FROM pg_database WHERE datname = current_database()), 'changes'::regclass::oid)), 12)
        FROM pg_control_system()
      $$;

      -- What changes_since gives; if that is not known, where the log ends: its name, the last transaction that readers of
      -- the log may see (recorded), and those that wait for older ones to end (waiting).
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
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION read_changes, changes_log, changes_since;
      DROP TABLE changes_horizon, changes;
    `);
  }
}
