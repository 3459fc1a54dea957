import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a statement stages after each event, as rows (resource, resource_id, part, was). */
interface Stages {
  readonly insert: string;
  readonly update: string;
  readonly remove: string;
}

/** `pending_changes` always looks empty to the planner, which would read it from the start to the end (enable_seqscan). */
const stage = (table: string, resource: string, { insert, update, remove }: Stages): string => `
  CREATE FUNCTION stage_${table}() RETURNS trigger LANGUAGE plpgsql
  SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO pending_changes (resource, resource_id, part, was) ${insert} ON CONFLICT DO NOTHING;
    ELSIF TG_OP = 'UPDATE' THEN
      INSERT INTO pending_changes (resource, resource_id, part, was) ${update} ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO pending_changes (resource, resource_id, part, was) ${remove} ON CONFLICT DO NOTHING;
    END IF;
    IF FOUND THEN
      INSERT INTO pending_changes (resource, resource_id, part) VALUES ('transaction', 0, 'end') ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER stage_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION stage_${table}();
  CREATE TRIGGER stage_update AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS removed NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION stage_${table}();
  CREATE TRIGGER stage_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION stage_${table}();
  CREATE TRIGGER stage_truncation AFTER TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION stage_truncation('${resource}');
`;

/** Rows that are resources of their own. @param hidden columns that do not become part of the log: documents, and secrets */
function stageRows(table: string, resource: string, hidden: string): string {
  const shown = (row: string) => `to_jsonb(${row}) - '{${hidden}}'::text[]`;
  // A rebuild (ADR 17) changes documents and their representation version, and nothing that is shown.
  const isNoRebuild = hidden.includes('representation')
    ? `AND (before.representation = after.representation OR ${shown('before')} IS DISTINCT FROM ${shown('after')})`
    : '';
  return stage(table, resource, {
    insert: `SELECT '${resource}', id, 'row', NULL::jsonb FROM written`,
    update: `SELECT '${resource}', coalesce(before.id, after.id), 'row', ${shown('before')}
        FROM removed before FULL JOIN written after ON after.id = before.id
        WHERE before IS DISTINCT FROM after ${isNoRebuild}`,
    remove: `SELECT '${resource}', id, 'row', ${shown('removed')} FROM removed`,
  });
}

/** The transaction has staged no row of a resource that meets a condition. Counted for each resource, so that it is a look-up. */
const isUnstaged = (resource: string, id: string, condition: string): string => `
          (SELECT count(*) FROM pending_changes staged
            WHERE staged.xid = pg_current_xact_id() AND staged.resource = '${resource}' AND staged.resource_id = ${id}
              AND (${condition})) = 0`;

/** The transaction itself has created the resource: what it adds to it need not be staged. */
const IS_CREATED = `staged.part = 'row' AND staged.was IS NULL`;

/** @param was SQL: what is staged of the row `name` */
const stageDocuments = (table: string, resource: string, was: (name: string) => string): string =>
  stage(table, resource, {
    insert: `SELECT '${resource}', ${resource}_id, 'document', NULL::jsonb FROM written
        WHERE ${isUnstaged(resource, `${resource}_id`, IS_CREATED)}`,
    update: `SELECT '${resource}', ${resource}_id, 'document', ${was('before')}
        FROM removed before JOIN written after USING (${resource}_id)
        WHERE before.representation = after.representation AND before IS DISTINCT FROM after`,
    remove: `SELECT '${resource}', ${resource}_id, 'document', ${was('removed')} FROM removed`,
  });

/**
 * The list of a listing as it was: what the statement has removed, and what is there without what it has written. It is
 * staged once, and not for a listing that the transaction itself has created.
 */
function stageList(table: string, part: string, element: string): string {
  const list = (ids: string, removed: string, written: string) => `
        WITH changed AS MATERIALIZED (
          SELECT listing_id FROM (${ids}) touched
          WHERE ${isUnstaged('listing', 'listing_id', `staged.part = '${part}' OR ${IS_CREATED}`)}
        ), list AS (
          ${removed} (SELECT present.* FROM changed JOIN ${table} present USING (listing_id) ${written})
        )
        SELECT 'listing', listing_id, '${part}',
          coalesce(jsonb_agg(${element} ORDER BY position) FILTER (WHERE position IS NOT NULL), '[]')
        FROM changed LEFT JOIN list USING (listing_id) GROUP BY listing_id`;
  const [removed, written] = ['SELECT * FROM removed UNION ALL', 'EXCEPT SELECT * FROM written'];
  return stage(table, 'listing', {
    insert: list('SELECT DISTINCT listing_id FROM written', '', written),
    update: list('SELECT listing_id FROM written UNION SELECT listing_id FROM removed', removed, written),
    remove: list('SELECT DISTINCT listing_id FROM removed', removed, ''),
  });
}

const LISTING_FIELDS = (row: string) => `listing_fields(${row}.document, ${row}.address, ${row}.private)`;

const AGENT = `jsonb_build_object('id', agent_id, 'profileVisibility', profile_visibility)`;
const INSPECTION = `jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at, 'first_day', first_day, 'last_day', last_day)`;

/**
 * Triggers that stage what was there before a statement changed it, so that no writer can forget the log of changes
 * (ADR 19). RecordChanges records at the end of the transaction what became of it.
 */
export class StageChanges1763700015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Not logged: after a crash there are no open transactions. Rows live for a moment: compressing them costs more
      -- than it saves.
      CREATE UNLOGGED TABLE pending_changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        resource text NOT NULL,
        resource_id int NOT NULL,
        part text NOT NULL,
        was jsonb,
        PRIMARY KEY (xid, resource, resource_id, part)
      ) WITH (toast_tuple_target = 8160);

      -- The row ('transaction', 0, 'end') fires the trigger that records the changes.
      CREATE FUNCTION stage_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO pending_changes (resource, resource_id, part)
        VALUES (TG_ARGV[0], 0, 'truncation'), ('transaction', 0, 'end') ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;

      ${stageRows('accounts', 'account', 'record,item,detail,listing_summary,agent_summary,representation')}
      ${stageRows('agents', 'agent', 'record,item,biography,card,representation')}
      ${stageRows('properties', 'property', '')}
      ${stageRows('suburbs', 'suburb', 'document,representation')}
      ${stageRows('credentials', 'credential', 'secret_hash,secret_sealed')}
      ${stageDocuments('property_documents', 'property', () => 'NULL::jsonb')}
      ${stageDocuments('listing_documents', 'listing', LISTING_FIELDS)}
      ${stageList('listing_agents', 'agents', AGENT)}
      ${stageList('listing_inspections', 'inspections', INSPECTION)}
      -- A statement of a trigger (depth above 1) that moves only the version of a listing does so for one of its parts.
      ${stage('listings', 'listing', {
        insert: `SELECT 'listing', id, 'row', NULL::jsonb FROM written`,
        update: `SELECT 'listing', coalesce(before.id, after.id), 'row', to_jsonb(before)
        FROM removed before FULL JOIN written after ON after.id = before.id
        WHERE pg_trigger_depth() > 1 OR to_jsonb(before) - 'version' IS DISTINCT FROM to_jsonb(after) - 'version'`,
        remove: `SELECT 'listing', id, 'row', to_jsonb(removed) FROM removed`,
      })}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION stage_accounts, stage_agents, stage_properties, stage_suburbs, stage_credentials, stage_property_documents,
        stage_listing_documents, stage_listing_agents, stage_listing_inspections, stage_listings, stage_truncation CASCADE;
      DROP TABLE pending_changes;
    `);
  }
}
