import { ADVISORY_LOCKS } from '@app/sql';
import { LISTS, listNow, TABLES, type RecordedTable } from './recorded-tables.js';

/** Of more things of a resource in one transaction, no rows are recorded that could be judged. */
const MOST_JUDGED = 500;

const CONTEXT = [
  // Case-folded, as location filters compare it.
  `CREATE FUNCTION place_of(suburb_id int) RETURNS jsonb STABLE LANGUAGE sql AS $$
    SELECT jsonb_build_object('suburb', lower(suburb), 'name', lower(name), 'state', lower(state),
      'postcode', lower(postcode), 'region', lower(region_name), 'area', lower(area_name))
    FROM suburbs WHERE id = suburb_id
  $$`,
  // The account of a listing, and its sub-accounts that take the office (D32).
  `CREATE FUNCTION accounts_showing(website_id int, agent_id text) RETURNS jsonb STABLE LANGUAGE sql AS $$
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
      FROM (
        SELECT jsonb_object_keys(new) AS name UNION ALL SELECT jsonb_object_keys(old - ARRAY(SELECT jsonb_object_keys(new)))
      ) names WHERE old -> name IS DISTINCT FROM new -> name
    ) differing GROUP BY kind
  $$`;

/** What a row of `listings` means through other rows. */
const LISTING_CONTEXT = `
  CREATE FUNCTION listing_context(state jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
    SELECT jsonb_build_object('shown_by', accounts_showing((state ->> 'website_id')::int, state ->> 'agent_id'),
      'place', place_of((state ->> 'suburb_id')::int))
  $$`;

/** The agents of a listing, as filters name them. */
const AGENTS_NAMED = `
  CREATE FUNCTION agents_named(listed jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
    SELECT jsonb_build_object('agents', jsonb_path_query_array(listed, '$[*].id'),
      'agent_names', coalesce(jsonb_agg(lower(name)), '[]'), 'agent_slugs', coalesce(jsonb_agg(slug), '[]'))
    FROM agents WHERE id IN (SELECT (linked ->> 'id')::int FROM jsonb_array_elements(listed) linked)
  $$`;

/** SQL: the row with what a remembered answer could have depended on. */
const judgeable = (state: string, context: string, agents: string, inspections: string): string => `
  ${state} || ${context} || agents_named(${agents}) || jsonb_build_object('inspections', ${inspections})`;

/** SQL: whether a listing means the same through other rows as before. */
const MEANS_THE_SAME = ['website_id', 'agent_id', 'suburb_id']
  .map((name) => `old_state -> '${name}' = new_state -> '${name}'`)
  .join(' AND ');

const staged = (part: string): string => `
  bool_or(part = '${part}') AS ${part}_staged, (array_agg(was) FILTER (WHERE part = '${part}'))[1] AS old_${part}`;

const recordRows = ([table, { resource, hidden, website, context = '' }]: [string, RecordedTable]): string => `
  INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, old_row, new_row)
  SELECT moment, '${resource}', resource_id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
    (SELECT (${website})::int FROM (SELECT coalesce(new_state, old_state)) given(state)),
    CASE WHEN new_state IS NOT NULL THEN nullif((SELECT (${website})::int FROM (SELECT old_state) given(state)),
      (SELECT (${website})::int FROM (SELECT new_state) given(state))) END,
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

/** SQL: what a reader of the log is shown of a new listing. */
const introduction = (type: string, status: string): string =>
  `jsonb_build_object('listingType', ${type}, 'status', ${status}, 'price', ('{' || document || '}')::json -> 'price')`;

/** The list as it was. */
const listThen = (table: keyof typeof LISTS, id: string): string => {
  const { part } = LISTS[table];
  return `CASE WHEN ${part}_staged THEN old_${part} ELSE ${listNow(table, id)} END`;
};

/** Subqueries with OFFSET 0 are evaluated once for each listing, not for each kind of its changes. */
const RECORD_LISTINGS = `
  INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, before, after, old_row, new_row)
  SELECT moment, 'listing', id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
    (coalesce(new_state, old_state) -> 'website_id')::int,
    CASE WHEN new_state IS NOT NULL
      THEN nullif((old_state -> 'website_id')::int, (new_state -> 'website_id')::int) END, kind, before, after, judged_old, judged_new
  FROM (
    SELECT *,
      CASE WHEN judged THEN ${judgeable(
        'old_state',
        `CASE WHEN new_state IS NULL OR ${MEANS_THE_SAME} THEN context ELSE listing_context(old_state) END`,
        listThen('listing_agents', 'id'),
        listThen('listing_inspections', 'id'),
      )} END AS judged_old,
      CASE WHEN judged THEN ${judgeable(
        'new_state',
        'context',
        listNow('listing_agents', 'id'),
        listNow('listing_inspections', 'id'),
      )} END AS judged_new
    FROM (
      SELECT *, CASE WHEN judged THEN listing_context(coalesce(new_state, old_state)) END AS context,
        CASE WHEN document_staged THEN old_document ELSE '{}' END
          || CASE WHEN agents_staged THEN jsonb_build_object('agents', old_agents) ELSE '{}' END AS old_fields,
        CASE WHEN document_staged THEN listing_fields(document, address, private) ELSE '{}' END
          || CASE WHEN agents_staged THEN jsonb_build_object('agents', ${listNow('listing_agents', 'id')}) ELSE '{}' END
          AS new_fields
      FROM (
        SELECT pending.resource_id AS id, count(*) OVER () <= ${MOST_JUDGED} AS judged,
          to_jsonb(listing) AS new_state, document, address, private,
          CASE WHEN row_staged THEN old_row ELSE to_jsonb(listing) END AS old_state,
          document_staged, old_document, agents_staged, old_agents, inspections_staged, old_inspections
        FROM (
          SELECT resource_id, ${['row', 'document', 'agents', 'inspections'].map(staged).join(', ')}
          FROM pending_changes WHERE xid = pg_current_xact_id() AND resource = 'listing' AND part <> 'truncation'
          GROUP BY resource_id
        ) pending
        LEFT JOIN listings listing ON listing.id = pending.resource_id
        LEFT JOIN listing_documents shown ON shown.listing_id = pending.resource_id
      ) change OFFSET 0
    ) change OFFSET 0
  ) change
  CROSS JOIN LATERAL (
    SELECT 'created', NULL, ${introduction(`new_state -> 'listing_type'`, `new_state -> 'status'`)}
    WHERE old_state IS NULL AND new_state IS NOT NULL
    UNION ALL
    SELECT 'deleted', jsonb_build_object('status', old_state -> 'status'), NULL
    WHERE old_state IS NOT NULL AND new_state IS NULL
    UNION ALL
    SELECT coalesce(kind, 'updated'), before, after FROM (VALUES (1)) always
    LEFT JOIN listing_differences(old_fields, new_fields) ON true
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
    OR resource = 'account' AND ${offices('was')} IS DISTINCT FROM ${offices('to_jsonb(account)')}
    OR resource = 'agent' AND was IS NOT NULL AND jsonb_build_array(was -> 'name', was -> 'slug')
      IS DISTINCT FROM (SELECT jsonb_build_array(name, slug) FROM agents WHERE id = resource_id))`;

/** A statement is begun and ended also when it finds nothing: most transactions touch one or two resources. */
const ifTouched = (resource: string, statement: string): string => `
    IF '${resource}' = ANY(touched) THEN ${statement} END IF;`;

const recordTouched = (recorded: [string, RecordedTable]): string =>
  ifTouched(recorded[1].resource, recordRows(recorded));

const RECORD_CHANGES = `
  CREATE FUNCTION record_changes() RETURNS trigger LANGUAGE plpgsql
  SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
  DECLARE
    moment timestamptz := clock_timestamp();
    touched text[];
    is_truncated boolean;
  BEGIN
    SELECT array_agg(DISTINCT resource), bool_or(part = 'truncation') INTO touched, is_truncated
    FROM pending_changes WHERE xid = pg_current_xact_id();
    IF touched && '{suburb,account,agent}' AND EXISTS (${MEANING_CHANGES}) THEN
      PERFORM pg_advisory_xact_lock(${ADVISORY_LOCKS.changes});
    ELSE
      PERFORM pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.changes});
    END IF;
    IF is_truncated THEN
      INSERT INTO changes (at, resource, kind)
      SELECT moment, resource, 'truncated' FROM pending_changes
      WHERE xid = pg_current_xact_id() AND part = 'truncation';
    END IF;
    ${Object.entries(TABLES).map(recordTouched).join('\n')}
    ${ifTouched('listing', RECORD_LISTINGS)}
    DELETE FROM pending_changes WHERE xid = pg_current_xact_id();
    RETURN NULL;
  END $$`;

/** Records a first load (ADR 12) in a set: everything there is, as created. */
const RECORD_FIRST_LOAD = `
  CREATE FUNCTION record_first_load() RETURNS void LANGUAGE sql AS $$
    INSERT INTO changes (resource, resource_id, uid, kind)
    SELECT 'property', id, uid, 'created' FROM properties ORDER BY id;
    INSERT INTO changes (resource, resource_id, uid, website_id, kind, after)
    SELECT 'listing', id, uid, website_id, 'created', ${introduction('listing_type', 'status')}
    FROM listings JOIN listing_documents ON listing_id = id ORDER BY id;
  $$`;

/** The functions and the trigger that record what statements have staged. */
export const RECORDING: readonly string[] = [
  ...CONTEXT,
  LISTING_FIELDS,
  LISTING_DIFFERENCES,
  LISTING_CONTEXT,
  AGENTS_NAMED,
  RECORD_CHANGES,
  RECORD_FIRST_LOAD,
  `CREATE CONSTRAINT TRIGGER pending_changes_end AFTER INSERT ON pending_changes DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.resource = 'transaction') EXECUTE FUNCTION record_changes()`,
];

/** Takes `RECORDING` back. */
export const RECORDING_REMOVED: readonly string[] = [
  'DROP TRIGGER pending_changes_end ON pending_changes',
  `DROP FUNCTION record_first_load, record_changes, listing_context, agents_named, listing_differences, listing_fields, accounts_showing,
    place_of`,
];
