import { ADVISORY_LOCKS } from '@app/sql';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUTOVACUUM } from './autovacuum.js';

/** Of more things of a resource in one transaction, no rows are recorded that could be judged. */
const MOST_JUDGED = 500;

/** A table whose rows are things of their own. */
interface RecordedTable {
  readonly resource: string;
  /** Columns that do not become part of the log: documents, and secrets. */
  readonly hidden: readonly string[];
  /** SQL: the account of `state`, a row as jsonb. */
  readonly website: string;
  /** SQL: what is added to `state`. */
  readonly context?: string;
}

const PLACE = `|| jsonb_build_object('place', place_of((state ->> 'suburb_id')::int))`;

const TABLES: Readonly<Record<string, RecordedTable>> = {
  accounts: {
    resource: 'account',
    hidden: ['record', 'item', 'detail', 'listing_summary', 'agent_summary', 'representation'],
    website: `state -> 'id'`,
    context: PLACE,
  },
  agents: {
    resource: 'agent',
    hidden: ['record', 'item', 'biography', 'card', 'representation'],
    website: `state -> 'website_id'`,
  },
  properties: { resource: 'property', hidden: ['representation'], website: 'NULL::jsonb', context: PLACE },
  suburbs: { resource: 'suburb', hidden: ['document', 'representation'], website: 'NULL::jsonb' },
  credentials: { resource: 'credential', hidden: ['secret_hash', 'secret_sealed'], website: `state -> 'website_id'` },
};

/** Tables of parts, and where their changes belong. */
const PARTS: Readonly<Record<string, { readonly resource: string }>> = {
  listings: { resource: 'listing' },
  listing_documents: { resource: 'listing' },
  listing_agents: { resource: 'listing' },
  listing_inspections: { resource: 'listing' },
  property_documents: { resource: 'property' },
};

const RECORDED = Object.entries({ ...TABLES, ...PARTS });

const EVENTS = {
  insert: 'REFERENCING NEW TABLE AS written',
  update: 'REFERENCING OLD TABLE AS removed NEW TABLE AS written',
  delete: 'REFERENCING OLD TABLE AS removed',
} as const;

/**
 * Triggers that write the log of changes, so that no writer can forget it. Statements stage what was there before they
 * changed it; at the end of the transaction, what became of it is recorded: one row for each thing and kind (ADR 23).
 */
export class RecordChanges1763700011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Not logged: after a crash there are no open transactions.
    await runner.query(`
      CREATE UNLOGGED TABLE pending_changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        resource text NOT NULL,
        resource_id int NOT NULL,
        part text NOT NULL,
        was jsonb,
        PRIMARY KEY (xid, resource, resource_id, part)
      ) WITH (${AUTOVACUUM})`);
    for (const statement of [...CONTEXT, LISTING_FIELDS, LISTING_DIFFERENCES, LISTING_STATE, recordChanges()]) {
      await runner.query(statement);
    }
    await runner.query(`
      CREATE CONSTRAINT TRIGGER pending_changes_end AFTER INSERT ON pending_changes DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.resource = 'transaction') EXECUTE FUNCTION record_changes()`);
    for (const [table, { resource, hidden }] of Object.entries(TABLES)) {
      await runner.query(stagingFunction(table, stageRows(resource, `- '{${hidden.join()}}'::text[]`, table)));
    }
    await runner.query(stagingFunction('listings', STAGE_LISTINGS));
    await runner.query(stagingFunction('listing_documents', STAGE_DOCUMENTS));
    await runner.query(stagingFunction('property_documents', STAGE_ADDRESSES));
    for (const [table, part] of Object.entries(LISTS))
      await runner.query(stagingFunction(table, stageList(table, part)));
    await runner.query(`
      CREATE FUNCTION stage_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO pending_changes (resource, resource_id, part) VALUES (TG_ARGV[0], 0, 'truncation'), ${END}
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    for (const [table, { resource }] of RECORDED) {
      for (const [event, tables] of Object.entries(EVENTS)) {
        await runner.query(`
          CREATE TRIGGER stage_${event} AFTER ${event} ON ${table} ${tables}
          FOR EACH STATEMENT EXECUTE FUNCTION stage_${table}()`);
      }
      await runner.query(`
        CREATE TRIGGER stage_truncation AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION stage_truncation('${resource}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of RECORDED) {
      for (const event of [...Object.keys(EVENTS), 'truncation']) {
        await runner.query(`DROP TRIGGER stage_${event} ON ${table}`);
      }
      await runner.query(`DROP FUNCTION stage_${table}`);
    }
    await runner.query('DROP TABLE pending_changes');
    await runner.query(`DROP FUNCTION stage_truncation, record_changes, listing_state, listing_differences,
      listing_fields, places_shown_by, place_of`);
  }
}

/** The row whose deferred trigger records the changes at the end of the transaction. */
const END = `('transaction', 0, 'end')`;

/** @param stages for each event, a query of resource, resource_id, part and was */
function stagingFunction(table: string, stages: Readonly<Record<keyof typeof EVENTS, string>>): string {
  const stage = (event: keyof typeof EVENTS) =>
    `INSERT INTO pending_changes (resource, resource_id, part, was) ${stages[event]} ON CONFLICT DO NOTHING;`;
  return `
    CREATE FUNCTION stage_${table}() RETURNS trigger LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
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

/** A rebuild (ADR 21) changes documents and their representation version, and nothing that is shown. */
function stageRows(resource: string, hiding: string, table: string) {
  const isRebuilt =
    table === 'properties' || table === 'credentials'
      ? ''
      : `AND (before.representation = after.representation
          OR to_jsonb(before) ${hiding} IS DISTINCT FROM to_jsonb(after) ${hiding})`;
  return {
    insert: `SELECT '${resource}', id, 'row', NULL::jsonb FROM written`,
    update: `SELECT '${resource}', coalesce(before.id, after.id), 'row', to_jsonb(before) ${hiding}
      FROM removed before FULL JOIN written after ON after.id = before.id
      WHERE before IS DISTINCT FROM after ${isRebuilt}`,
    delete: `SELECT '${resource}', id, 'row', to_jsonb(removed) ${hiding} FROM removed`,
  };
}

/** A statement of a trigger (depth above 1) that moves only the version of a listing does so for one of its parts. */
const STAGE_LISTINGS = {
  insert: `SELECT 'listing', id, 'row', NULL::jsonb FROM written`,
  update: `SELECT 'listing', coalesce(before.id, after.id), 'row', to_jsonb(before)
    FROM removed before FULL JOIN written after ON after.id = before.id
    WHERE pg_trigger_depth() > 1 OR to_jsonb(before) - 'version' IS DISTINCT FROM to_jsonb(after) - 'version'`,
  delete: `SELECT 'listing', id, 'row', to_jsonb(removed) FROM removed`,
};

const fieldsOf = (row: string): string => `listing_fields(${row}.document, ${row}.address, ${row}.private)`;

const STAGE_DOCUMENTS = {
  insert: `SELECT 'listing', listing_id, 'document', NULL::jsonb FROM written`,
  update: `SELECT 'listing', listing_id, 'document', ${fieldsOf('before')}
    FROM removed before JOIN written after USING (listing_id)
    WHERE before.representation = after.representation AND before IS DISTINCT FROM after`,
  delete: `SELECT 'listing', listing_id, 'document', ${fieldsOf('removed')} FROM removed`,
};

const STAGE_ADDRESSES = {
  insert: `SELECT 'property', property_id, 'document', NULL::jsonb FROM written`,
  update: `SELECT 'property', property_id, 'document', NULL::jsonb
    FROM removed before JOIN written after USING (property_id)
    WHERE before.representation = after.representation AND before IS DISTINCT FROM after`,
  delete: `SELECT 'property', property_id, 'document', NULL::jsonb FROM removed`,
};

/** The lists of a listing: part, key beside the listing, and an element as jsonb. */
const LISTS = {
  listing_agents: {
    part: 'agents',
    key: 'agent_id',
    element: `jsonb_build_object('id', agent_id, 'profileVisibility', profile_visibility)`,
  },
  listing_inspections: {
    part: 'inspections',
    key: 'position',
    element: `jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at, 'first_day', first_day, 'last_day', last_day)`,
  },
} as const;

type ListPart = (typeof LISTS)[keyof typeof LISTS];

/** The list as it is now, of the listing with an id. */
const listNow = (table: keyof typeof LISTS, id: string): string => `
  coalesce((SELECT jsonb_agg(${LISTS[table].element} ORDER BY position) FROM ${table} WHERE listing_id = ${id}), '[]')`;

/** The list as it was: what the statement has removed, and what is there, without what it has written. */
function stageList(table: string, { part, key, element }: ListPart) {
  const written = `SELECT FROM written WHERE (written.listing_id, written.${key}) = (kept.listing_id, kept.${key})`;
  const stage = (ids: string, removed: string, unwritten: string) => `
    SELECT 'listing', listing_id, '${part}', coalesce((
      SELECT jsonb_agg(${element} ORDER BY position) FROM (
        ${removed} SELECT kept.* FROM ${table} kept WHERE kept.listing_id = changed.listing_id ${unwritten}
      ) list), '[]')
    FROM (${ids}) changed
    WHERE NOT EXISTS (
      SELECT FROM pending_changes staged
      WHERE staged.xid = pg_current_xact_id() AND staged.resource = 'listing' AND staged.resource_id = changed.listing_id
        AND (staged.part = '${part}' OR staged.part = 'row' AND staged.was IS NULL))`;
  const removed = 'SELECT removed.* FROM removed WHERE removed.listing_id = changed.listing_id UNION ALL';
  return {
    insert: stage('SELECT DISTINCT listing_id FROM written', '', `AND NOT EXISTS (${written})`),
    update: stage(
      'SELECT listing_id FROM written UNION SELECT listing_id FROM removed',
      removed,
      `AND NOT EXISTS (${written})`,
    ),
    delete: stage('SELECT DISTINCT listing_id FROM removed', removed, ''),
  };
}

const CONTEXT = [
  // Case-folded, as location filters compare it.
  `CREATE FUNCTION place_of(suburb_id int) RETURNS jsonb STABLE LANGUAGE sql AS $$
    SELECT jsonb_build_object('suburb', lower(suburb), 'name', lower(name), 'state', lower(state),
      'postcode', lower(postcode), 'region', lower(region_name), 'area', lower(area_name))
    FROM suburbs WHERE id = suburb_id
  $$`,
  // The account of a listing, and its sub-accounts that take the office (D32).
  `CREATE FUNCTION places_shown_by(website_id int, agent_id text) RETURNS jsonb STABLE LANGUAGE sql AS $$
    SELECT to_jsonb(ARRAY(
      SELECT website_id UNION ALL
      SELECT id FROM accounts sub WHERE sub.main_website_id = website_id AND sub.listing_source = 'officeID'
        AND lower(agent_id) = ANY(ARRAY(SELECT lower(unnest(sub.listing_office_ids))))))
  $$`,
];

/** What is shown of a listing, without its identity, dates and agents. */
const LISTING_FIELDS = `
  CREATE FUNCTION listing_fields(document text, address text, private jsonb) RETURNS jsonb IMMUTABLE LANGUAGE sql
  RETURN (('{' || document || '}')::jsonb - '{_id,id,propertyID,firstdate,modtime,createdAt,updatedAt}'::text[])
    || jsonb_build_object('address', address::jsonb)
    || CASE WHEN private ? 'soldDetails' THEN jsonb_build_object('soldDetails', private -> 'soldDetails') ELSE '{}' END`;

/** The fields that differ, old and new, by the kind of change. */
const LISTING_DIFFERENCES = `
  CREATE FUNCTION listing_differences(old jsonb, new jsonb) RETURNS TABLE (kind text, before jsonb, after jsonb)
  IMMUTABLE LANGUAGE sql AS $$
    SELECT kind, jsonb_object_agg(name, coalesce(old -> name, 'null')),
      jsonb_object_agg(name, coalesce(new -> name, 'null'))
    FROM (
      SELECT name, CASE
        WHEN name IN ('status', 'underOffer', 'isOffMarket') THEN 'status'
        WHEN name IN ('price', 'commercialRent', 'soldDetails') THEN 'price'
        WHEN name = 'images' THEN 'images'
        ELSE 'content' END AS kind
      FROM jsonb_object_keys(old || new) AS name WHERE old -> name IS DISTINCT FROM new -> name
    ) differing GROUP BY kind
  $$`;

/** What a remembered answer could have depended on. */
const LISTING_STATE = `
  CREATE FUNCTION listing_state(state jsonb, agents jsonb, inspections jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
    SELECT state || jsonb_build_object('agents', jsonb_path_query_array(agents, '$[*].id'), 'inspections', inspections,
      'shown_by', places_shown_by((state ->> 'website_id')::int, state ->> 'agent_id'),
      'place', place_of((state ->> 'suburb_id')::int))
  $$`;

const staged = (part: string): string => `
  bool_or(part = '${part}') AS ${part}_staged, (array_agg(was) FILTER (WHERE part = '${part}'))[1] AS old_${part}`;

const recordRows = ([table, { resource, hidden, website, context = '' }]: [string, RecordedTable]): string => `
  INSERT INTO changes (at, resource, resource_id, uid, website_id, kind, old_row, new_row)
  SELECT moment, '${resource}', resource_id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
    (SELECT (${website})::int FROM (SELECT coalesce(new_state, old_state)) given(state)),
    CASE WHEN old_state IS NULL THEN 'created' WHEN new_state IS NULL THEN 'deleted' ELSE 'updated' END,
    CASE WHEN judged THEN (SELECT state ${context} FROM (SELECT old_state) given(state)) END,
    CASE WHEN judged THEN (SELECT state ${context} FROM (SELECT new_state) given(state)) END
  FROM (
    SELECT resource_id, count(*) OVER () <= ${MOST_JUDGED} AS judged, to_jsonb(thing) - hidden AS new_state,
      CASE WHEN row_staged THEN old_row ELSE to_jsonb(thing) - hidden END AS old_state
    FROM (
      SELECT resource_id, '{${hidden.join()}}'::text[] AS hidden, ${staged('row')}
      FROM pending_changes WHERE xid = pg_current_xact_id() AND resource = '${resource}' AND part <> 'truncation'
      GROUP BY resource_id
    ) pending LEFT JOIN ${table} thing ON thing.id = resource_id
  ) change
  WHERE old_state IS NOT NULL OR new_state IS NOT NULL
  ORDER BY resource_id;`;

const RECORD_LISTINGS = `
  INSERT INTO changes (at, resource, resource_id, uid, website_id, kind, before, after, old_row, new_row)
  SELECT moment, 'listing', id, (coalesce(new_state, old_state) ->> 'uid')::uuid, (coalesce(new_state, old_state) -> 'website_id')::int,
    kind, before, after,
    CASE WHEN judged THEN listing_state(old_state, old_agents, old_inspections) END,
    CASE WHEN judged THEN listing_state(new_state, ${listNow('listing_agents', 'id')}, ${listNow('listing_inspections', 'id')}) END
  FROM (
    SELECT listing.id AS present, pending.resource_id AS id, count(*) OVER () <= ${MOST_JUDGED} AS judged,
      to_jsonb(listing) AS new_state, document, address, private,
      CASE WHEN row_staged THEN old_row ELSE to_jsonb(listing) END AS old_state,
      document_staged, old_document, agents_staged,
      CASE WHEN agents_staged THEN old_agents ELSE ${listNow('listing_agents', 'resource_id')} END AS old_agents,
      CASE WHEN inspections_staged THEN old_inspections
        ELSE ${listNow('listing_inspections', 'resource_id')} END AS old_inspections
    FROM (
      SELECT resource_id, ${['row', 'document', 'agents', 'inspections'].map(staged).join(', ')}
      FROM pending_changes WHERE xid = pg_current_xact_id() AND resource = 'listing' AND part <> 'truncation'
      GROUP BY resource_id
    ) pending
    LEFT JOIN listings listing ON listing.id = pending.resource_id
    LEFT JOIN listing_documents shown ON shown.listing_id = pending.resource_id
  ) change
  CROSS JOIN LATERAL (
    SELECT 'created', NULL, jsonb_build_object('listingType', new_state -> 'listing_type', 'status', new_state -> 'status',
      'price', ('{' || document || '}')::json -> 'price')
    WHERE old_state IS NULL AND new_state IS NOT NULL
    UNION ALL
    SELECT 'deleted', jsonb_build_object('status', old_state -> 'status'), NULL WHERE old_state IS NOT NULL AND new_state IS NULL
    UNION ALL
    SELECT coalesce(kind, 'updated'), before, after FROM (VALUES (1)) always
    LEFT JOIN listing_differences(
      CASE WHEN document_staged THEN old_document ELSE '{}' END
        || CASE WHEN agents_staged THEN jsonb_build_object('agents', old_agents) ELSE '{}' END,
      CASE WHEN document_staged THEN listing_fields(document, address, private) ELSE '{}' END
        || CASE WHEN agents_staged THEN jsonb_build_object('agents', ${listNow('listing_agents', 'id')}) ELSE '{}' END
    ) ON true
    WHERE old_state IS NOT NULL AND new_state IS NOT NULL
  ) happened(kind, before, after)
  ORDER BY id, array_position('{status,price,images,content}', kind);`;

/** The offices of its main account whose listings an account shows (D32). */
function offices(account: string): string {
  const names = ['main_website_id', 'listing_source', 'listing_office_ids'].map((name) => `${account} -> '${name}'`);
  return `CASE WHEN ${account} ->> 'listing_source' = 'officeID' THEN jsonb_build_array(${names.join(', ')}) END`;
}

/**
 * What rows mean depends on other rows: the place of a listing on its suburb, where it is shown on the offices of
 * sub-accounts. Transactions that change these end one at a time, so that every change is recorded with the meaning that
 * it has when it becomes visible.
 */
const MEANING_CHANGES = `
  SELECT FROM pending_changes LEFT JOIN accounts account ON resource = 'account' AND account.id = resource_id
  WHERE xid = pg_current_xact_id() AND part = 'row' AND (resource = 'suburb' AND was IS NOT NULL
    OR resource = 'account' AND ${offices('was')} IS DISTINCT FROM ${offices('to_jsonb(account)')})`;

const recordChanges = (): string => `
  CREATE FUNCTION record_changes() RETURNS trigger LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
  DECLARE
    moment timestamptz := clock_timestamp();
  BEGIN
    IF EXISTS (${MEANING_CHANGES}) THEN
      PERFORM pg_advisory_xact_lock(${ADVISORY_LOCKS.changes});
    ELSE
      PERFORM pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.changes});
    END IF;
    INSERT INTO changes (at, resource, kind)
    SELECT moment, resource, 'truncated' FROM pending_changes
    WHERE xid = pg_current_xact_id() AND part = 'truncation';
    ${Object.entries(TABLES).map(recordRows).join('\n')}
    ${RECORD_LISTINGS}
    DELETE FROM pending_changes WHERE xid = pg_current_xact_id();
    RETURN NULL;
  END $$`;
