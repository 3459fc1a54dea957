import { LISTS, resourceOf, TABLES, type ListPart, type RecordedTable } from './recorded-tables.js';

const EVENTS = {
  insert: 'REFERENCING NEW TABLE AS written',
  update: 'REFERENCING OLD TABLE AS removed NEW TABLE AS written',
  delete: 'REFERENCING OLD TABLE AS removed',
} as const;

/** The row whose deferred trigger records the changes at the end of the transaction. */
const END = `('transaction', 0, 'end')`;

/** For each event, a query of resource, resource_id, part and was. */
type Stages = Readonly<Record<keyof typeof EVENTS, string>>;

/** `pending_changes` always looks empty to the planner, which would read it from the start to the end (enable_seqscan). */
function stagingFunction(table: string, stages: Stages): string {
  const stage = (event: keyof typeof EVENTS) =>
    `INSERT INTO pending_changes (resource, resource_id, part, was) ${stages[event]} ON CONFLICT DO NOTHING;`;
  return `
    CREATE FUNCTION stage_${table}() RETURNS trigger LANGUAGE plpgsql
    SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${stage('insert')}
      ELSIF TG_OP = 'UPDATE' THEN
        ${stage('update')}
      ELSE
        ${stage('delete')}
      END IF;
      IF FOUND THEN
        INSERT INTO pending_changes (resource, resource_id, part) VALUES ${END} ON CONFLICT DO NOTHING;
      END IF;
      RETURN NULL;
    END $$`;
}

const inserted = (resource: string, key: string, part: string): string =>
  `SELECT '${resource}', ${key}, '${part}', NULL::jsonb FROM written`;

/** The transaction itself has created the thing: what it adds to it need not be staged. */
const IS_CREATED = `staged.part = 'row' AND staged.was IS NULL`;

/** The transaction has staged nothing of a thing that meets a condition. Counted for each thing, so that it is a look-up. */
const isUnstaged = (resource: string, id: string, condition: string): string => `
  (SELECT count(*) FROM pending_changes staged
    WHERE staged.xid = pg_current_xact_id() AND staged.resource = '${resource}' AND staged.resource_id = ${id}
      AND (${condition})) = 0`;

/** A rebuild (ADR 17) changes documents and their representation version, and nothing that is shown. */
const IS_NO_REBUILD = 'before.representation = after.representation';

function stageRows({ resource, hidden }: RecordedTable): Stages {
  const shown = (row: string) => `to_jsonb(${row}) - '{${hidden.join()}}'::text[]`;
  const isShown = hidden.includes('representation')
    ? `AND (${IS_NO_REBUILD} OR ${shown('before')} IS DISTINCT FROM ${shown('after')})`
    : '';
  return {
    insert: inserted(resource, 'id', 'row'),
    update: `SELECT '${resource}', coalesce(before.id, after.id), 'row', ${shown('before')}
      FROM removed before FULL JOIN written after ON after.id = before.id
      WHERE before IS DISTINCT FROM after ${isShown}`,
    delete: `SELECT '${resource}', id, 'row', ${shown('removed')} FROM removed`,
  };
}

/** A statement of a trigger (depth above 1) that moves only the version of a listing does so for one of its parts. */
const STAGE_LISTINGS: Stages = {
  insert: inserted('listing', 'id', 'row'),
  update: `SELECT 'listing', coalesce(before.id, after.id), 'row', to_jsonb(before)
    FROM removed before FULL JOIN written after ON after.id = before.id
    WHERE pg_trigger_depth() > 1 OR to_jsonb(before) - 'version' IS DISTINCT FROM to_jsonb(after) - 'version'`,
  delete: `SELECT 'listing', id, 'row', to_jsonb(removed) FROM removed`,
};

/** @param was SQL: what is staged of the row `name` */
function stageDocuments(resource: string, was: (name: string) => string): Stages {
  const key = `${resource}_id`;
  return {
    insert: `${inserted(resource, key, 'document')} WHERE ${isUnstaged(resource, key, IS_CREATED)}`,
    update: `SELECT '${resource}', ${key}, 'document', ${was('before')}
      FROM removed before JOIN written after USING (${key})
      WHERE ${IS_NO_REBUILD} AND before IS DISTINCT FROM after`,
    delete: `SELECT '${resource}', ${key}, 'document', ${was('removed')} FROM removed`,
  };
}

/**
 * The list of a listing as it was: what the statement has removed, and what is there without what it has written. It is
 * staged once, and not for a listing that the transaction itself has created.
 */
function stageList(table: string, { part, element }: ListPart): Stages {
  const stage = (ids: string, removed: string, written: string) => `
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
  return {
    insert: stage('SELECT DISTINCT listing_id FROM written', '', written),
    update: stage('SELECT listing_id FROM written UNION SELECT listing_id FROM removed', removed, written),
    delete: stage('SELECT DISTINCT listing_id FROM removed', removed, ''),
  };
}

const STAGES: Readonly<Record<string, Stages>> = {
  ...Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, stageRows(table)])),
  ...Object.fromEntries(Object.entries(LISTS).map(([name, list]) => [name, stageList(name, list)])),
  listings: STAGE_LISTINGS,
  listing_documents: stageDocuments(
    'listing',
    (row) => `listing_fields(${row}.document, ${row}.address, ${row}.private)`,
  ),
  property_documents: stageDocuments('property', () => 'NULL::jsonb'),
};

/** The functions and triggers that stage the rows of every table before they change. */
export const STAGING: readonly string[] = [
  `CREATE FUNCTION stage_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO pending_changes (resource, resource_id, part) VALUES (TG_ARGV[0], 0, 'truncation'), ${END}
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  ...Object.entries(STAGES).flatMap(([table, stages]) => [
    stagingFunction(table, stages),
    ...Object.entries(EVENTS).map(
      ([event, tables]) => `CREATE TRIGGER stage_${event} AFTER ${event} ON ${table} ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION stage_${table}()`,
    ),
    `CREATE TRIGGER stage_truncation AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION stage_truncation('${resourceOf(table)}')`,
  ]),
];

/** Takes `STAGING` back. */
export const STAGING_REMOVED: readonly string[] = [
  ...Object.keys(STAGES).flatMap((table) => [
    ...[...Object.keys(EVENTS), 'truncation'].map((event) => `DROP TRIGGER stage_${event} ON ${table}`),
    `DROP FUNCTION stage_${table}`,
  ]),
  'DROP FUNCTION stage_truncation',
];
