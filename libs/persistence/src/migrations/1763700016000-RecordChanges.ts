import { ADVISORY_LOCKS } from '@app/sql';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: whether a part was staged, and what it was. */
const staged = (part: string): string =>
  `bool_or(part = '${part}') AS ${part}_staged, (array_agg(was) FILTER (WHERE part = '${part}'))[1] AS old_${part}`;

/** SQL: the lists of a listing as they are now. */
const AGENTS_NOW = `coalesce((SELECT jsonb_agg(jsonb_build_object('id', agent_id, 'profileVisibility', profile_visibility)
  ORDER BY position) FROM listing_agents WHERE listing_id = id), '[]')`;
const INSPECTIONS_NOW = `coalesce((SELECT jsonb_agg(jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at,
  'first_day', first_day, 'last_day', last_day) ORDER BY position) FROM listing_inspections WHERE listing_id = id), '[]')`;

/** SQL: what a reader of the log is shown of a new listing. */
const introduction = (type: string, status: string): string =>
  `jsonb_build_object('listingType', ${type}, 'status', ${status}, 'price', ('{' || document || '}')::json -> 'price')`;

/** SQL: the offices of its main account whose listings an account shows. */
const offices = (account: string): string => `CASE WHEN ${account} ->> 'listing_source' = 'officeID' THEN
  jsonb_build_array(${account} -> 'main_website_id', ${account} -> 'listing_source', ${account} -> 'listing_office_ids') END`;

/** The columns of an account that do not become part of the log. */
const ACCOUNT_DOCUMENTS = 'record,item,detail,listing_summary,agent_summary,representation';

/** SQL: the suburb of a row, as location filters compare it. */
const PLACE = `|| jsonb_build_object('place', place_of((state ->> 'suburb_id')::int))`;

/**
 * A statement is begun and ended also when it finds nothing, and most transactions touch one or two resources.
 * @param website SQL: the account of `state`, a row as jsonb
 * @param context SQL: what is added to `state`
 */
const recordRows = (resource: string, table: string, hidden: string, website: string, context = ''): string => `
        IF '${resource}' = ANY(touched) THEN
          INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, old_row, new_row)
          SELECT moment, '${resource}', resource_id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
            (SELECT (${website})::int FROM (SELECT coalesce(new_state, old_state)) given(state)),
            CASE WHEN new_state IS NOT NULL THEN nullif((SELECT (${website})::int FROM (SELECT old_state) given(state)),
              (SELECT (${website})::int FROM (SELECT new_state) given(state))) END,
            CASE WHEN old_state IS NULL THEN 'created' WHEN new_state IS NULL THEN 'deleted' ELSE 'updated' END,
            CASE WHEN judged THEN (SELECT state ${context} FROM (SELECT old_state) given(state)) END,
            CASE WHEN judged THEN (SELECT state ${context} FROM (SELECT new_state) given(state)) END
          FROM (
            SELECT resource_id, count(*) OVER () <= 500 AS judged, to_jsonb(thing) - hidden AS new_state,
              CASE WHEN row_staged THEN old_row ELSE to_jsonb(thing) - hidden END AS old_state
            FROM (
              SELECT resource_id, '{${hidden}}'::text[] AS hidden, ${staged('row')}
              FROM pending_changes WHERE xid = pg_current_xact_id() AND resource = '${resource}' AND part <> 'truncation'
              GROUP BY resource_id
            ) pending LEFT JOIN ${table} thing ON thing.id = resource_id
          ) change
          WHERE old_state IS NOT NULL OR new_state IS NOT NULL
          ORDER BY resource_id;
        END IF;`;

/**
 * Records what statements have staged, at the end of the transaction: one row for each resource and kind (ADR 19). Of more
 * than 500 resources in one transaction, no rows are recorded that filters could be compared with.
 */
export class RecordChanges1763700016000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Case-folded, as location filters compare it.
      CREATE FUNCTION place_of(suburb_id int) RETURNS jsonb STABLE LANGUAGE sql AS $$
        SELECT jsonb_build_object('suburb', lower(suburb), 'name', lower(name), 'state', lower(state),
          'postcode', lower(postcode), 'region', lower(region_name), 'area', lower(area_name))
        FROM suburbs WHERE id = suburb_id
      $$;

      -- The account of a listing, and its sub-accounts that take the office.
      CREATE FUNCTION accounts_showing(website_id int, agent_id text) RETURNS jsonb STABLE LANGUAGE sql AS $$
        SELECT to_jsonb(ARRAY(
          SELECT website_id UNION ALL
          SELECT id FROM accounts sub WHERE sub.main_website_id = website_id AND sub.listing_source = 'officeID'
            AND lower(agent_id) = ANY(ARRAY(SELECT lower(unnest(sub.listing_office_ids))))))
      $$;

      -- What is shown of a listing, without its identity, dates and agents.
      CREATE FUNCTION listing_fields(document text, address text, private jsonb) RETURNS jsonb IMMUTABLE LANGUAGE sql
      RETURN (('{' || document || '}')::jsonb - '{_id,id,propertyID,firstdate,modtime,createdAt,updatedAt}'::text[])
        || jsonb_build_object('address', address::jsonb)
        || CASE WHEN private ? 'soldDetails' THEN jsonb_build_object('soldDetails', private -> 'soldDetails') ELSE '{}' END;

      -- The fields that differ, old and new, by the kind of change.
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
            SELECT jsonb_object_keys(new) AS name
            UNION ALL SELECT jsonb_object_keys(old - ARRAY(SELECT jsonb_object_keys(new)))
          ) names WHERE old -> name IS DISTINCT FROM new -> name
        ) differing GROUP BY kind
      $$;

      -- What a row of listings means through other rows.
      CREATE FUNCTION listing_context(state jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
        SELECT jsonb_build_object('shown_by', accounts_showing((state ->> 'website_id')::int, state ->> 'agent_id'),
          'place', place_of((state ->> 'suburb_id')::int))
      $$;

      -- The agents of a listing, as filters name them.
      CREATE FUNCTION agents_named(listed jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
        SELECT jsonb_build_object('agents', jsonb_path_query_array(listed, '$[*].id'),
          'agent_names', coalesce(jsonb_agg(lower(name)), '[]'), 'agent_slugs', coalesce(jsonb_agg(slug), '[]'))
        FROM agents WHERE id IN (SELECT (linked ->> 'id')::int FROM jsonb_array_elements(listed) linked)
      $$;

      -- What rows mean depends on other rows: the place of a listing on its suburb, where it is shown on the offices of
      -- sub-accounts. Transactions that change these end one at a time, so that every change is recorded with the meaning
      -- that it has when it becomes visible. Subqueries with OFFSET 0 are evaluated once for each listing, not for each
      -- kind of its changes.
      CREATE FUNCTION record_changes() RETURNS trigger LANGUAGE plpgsql
      SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
      DECLARE
        moment timestamptz := clock_timestamp();
        touched text[];
        is_truncated boolean;
      BEGIN
        SELECT array_agg(DISTINCT resource), bool_or(part = 'truncation') INTO touched, is_truncated
        FROM pending_changes WHERE xid = pg_current_xact_id();
        IF touched && '{suburb,account,agent}' AND EXISTS (
          SELECT FROM pending_changes LEFT JOIN accounts account ON resource = 'account' AND account.id = resource_id
          WHERE xid = pg_current_xact_id() AND part = 'row' AND (resource = 'suburb' AND was IS NOT NULL
            OR resource = 'account' AND ${offices('was')} IS DISTINCT FROM ${offices('to_jsonb(account)')}
            OR resource = 'agent' AND was IS NOT NULL AND jsonb_build_array(was -> 'name', was -> 'slug')
              IS DISTINCT FROM (SELECT jsonb_build_array(name, slug) FROM agents WHERE id = resource_id))) THEN
          PERFORM pg_advisory_xact_lock(${ADVISORY_LOCKS.changes});
        ELSE
          PERFORM pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.changes});
        END IF;
        IF is_truncated THEN
          INSERT INTO changes (at, resource, kind)
          SELECT moment, resource, 'truncated' FROM pending_changes
          WHERE xid = pg_current_xact_id() AND part = 'truncation';
        END IF;
        ${recordRows('account', 'accounts', ACCOUNT_DOCUMENTS, `state -> 'id'`, PLACE)}
        ${recordRows('agent', 'agents', 'record,item,biography,card,representation', `state -> 'website_id'`)}
        ${recordRows('property', 'properties', '', 'NULL::jsonb', PLACE)}
        ${recordRows('suburb', 'suburbs', 'document,representation', 'NULL::jsonb')}
        ${recordRows('credential', 'credentials', 'secret_hash,secret_sealed', `state -> 'website_id'`)}
        IF 'listing' = ANY(touched) THEN
          INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, before, after,
            old_row, new_row)
          SELECT moment, 'listing', id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
            (coalesce(new_state, old_state) -> 'website_id')::int,
            CASE WHEN new_state IS NOT NULL
              THEN nullif((old_state -> 'website_id')::int, (new_state -> 'website_id')::int) END,
            kind, before, after, judged_old, judged_new
          FROM (
            SELECT *,
              CASE WHEN judged THEN old_state || CASE WHEN new_state IS NULL
                  OR old_state -> 'website_id' = new_state -> 'website_id'
                    AND old_state -> 'agent_id' = new_state -> 'agent_id'
                    AND old_state -> 'suburb_id' = new_state -> 'suburb_id'
                THEN context ELSE listing_context(old_state) END
                || agents_named(CASE WHEN agents_staged THEN old_agents ELSE ${AGENTS_NOW} END)
                || jsonb_build_object('inspections',
                  CASE WHEN inspections_staged THEN old_inspections ELSE ${INSPECTIONS_NOW} END) END AS judged_old,
              CASE WHEN judged THEN new_state || context || agents_named(${AGENTS_NOW})
                || jsonb_build_object('inspections', ${INSPECTIONS_NOW}) END AS judged_new
            FROM (
              SELECT *, CASE WHEN judged THEN listing_context(coalesce(new_state, old_state)) END AS context,
                CASE WHEN document_staged THEN old_document ELSE '{}' END
                  || CASE WHEN agents_staged THEN jsonb_build_object('agents', old_agents) ELSE '{}' END AS old_fields,
                CASE WHEN document_staged THEN listing_fields(document, address, private) ELSE '{}' END
                  || CASE WHEN agents_staged THEN jsonb_build_object('agents', ${AGENTS_NOW}) ELSE '{}' END
                  AS new_fields
              FROM (
                SELECT pending.resource_id AS id, count(*) OVER () <= 500 AS judged,
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
          ORDER BY id, array_position('{status,price,images,content}', kind);
        END IF;
        DELETE FROM pending_changes WHERE xid = pg_current_xact_id();
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER pending_changes_end AFTER INSERT ON pending_changes DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.resource = 'transaction') EXECUTE FUNCTION record_changes();

      -- A first load in a set: everything there is, as created.
      CREATE FUNCTION record_first_load() RETURNS void LANGUAGE sql AS $$
        INSERT INTO changes (resource, resource_id, uid, kind)
        SELECT 'property', id, uid, 'created' FROM properties ORDER BY id;
        INSERT INTO changes (resource, resource_id, uid, website_id, kind, after)
        SELECT 'listing', id, uid, website_id, 'created', ${introduction('listing_type', 'status')}
        FROM listings JOIN listing_documents ON listing_id = id ORDER BY id;
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION record_changes CASCADE;
      DROP FUNCTION record_first_load, agents_named, listing_context, listing_differences, listing_fields, accounts_showing,
        place_of;
    `);
  }
}
