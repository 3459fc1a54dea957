-- The change log (ADR 14): changes of all resources, ordered by (xid, id). Triggers write it, so that no writer can
-- omit a change. Each statement stages the old state of a resource, and a deferred trigger records the change at the
-- end of the transaction.

-- Partitioned by day, so that old days can be dropped. Changes of a day without a partition go to changes_rest.
CREATE SEQUENCE changes_id_seq;
CREATE TABLE changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint NOT NULL DEFAULT nextval('changes_id_seq'),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resource text NOT NULL,
  resource_id int,
  uid uuid,
  website_id int,
  -- The previous account, if the resource moved to another account.
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
-- Readers of the log of one account: resources that moved to another account.
CREATE INDEX changes_former_website ON changes (former_website_id, xid, id) WHERE former_website_id IS NOT NULL;
-- The history of one resource.
CREATE INDEX changes_resource ON changes (resource, resource_id, id);
-- Readers of the log of one account.
CREATE INDEX changes_website ON changes (website_id, xid, id);
ALTER SEQUENCE changes_id_seq OWNED BY changes.id;
-- Rows up to 8 kB are stored uncompressed: compressing them takes longer than writing them.
CREATE TABLE changes_rest PARTITION OF changes DEFAULT WITH (toast_tuple_target = 8160);

-- The last dropped change. A reader whose position is before it has missed changes.
CREATE TABLE changes_horizon (
  xid xid8 NOT NULL DEFAULT '0',
  id bigint NOT NULL DEFAULT 0
);
INSERT INTO changes_horizon DEFAULT VALUES;

CREATE FUNCTION changes_since(last pg_snapshot, most int) RETURNS jsonb STABLE LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  found jsonb;
BEGIN
  IF EXISTS (SELECT FROM changes_horizon WHERE xid >= pg_snapshot_xmin(last)) THEN
    RETURN NULL;
  END IF;
  WITH fresh AS MATERIALIZED (
    -- ORDER BY makes the planner use the index; otherwise it prefers a sequential scan up to the limit.
    (SELECT * FROM changes WHERE xid >= pg_snapshot_xmax(last) ORDER BY xid LIMIT most + 1)
    UNION ALL
    (SELECT * FROM changes WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip(last))) ORDER BY xid LIMIT most + 1)
  ), changed AS (
    SELECT DISTINCT ON (xid, resource, resource_id) * FROM fresh ORDER BY xid, resource, resource_id, id
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('xid', xid::text, 'resource', resource, 'id', resource_id,
      'kind', kind, 'websiteID', website_id, 'formerWebsiteID', former_website_id, 'old', old_row, 'new', new_row)
      ORDER BY id), '[]')
  INTO found FROM changed WHERE (SELECT count(*) FROM fresh) <= most
  HAVING (SELECT count(*) FROM fresh) <= most;
  RETURN found;
END $$;

CREATE FUNCTION read_changes(last pg_snapshot, most int) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
DECLARE
  found jsonb := CASE WHEN last IS NOT NULL THEN changes_since(last, most) END;
  complete xid8 := pg_snapshot_xmin(pg_current_snapshot());
BEGIN
  IF found IS NOT NULL THEN
    RETURN found;
  END IF;
  RETURN jsonb_build_object('log', changes_log(),
    -- A dropped change may be later than an open transaction, whose changes readers have not seen.
    'recorded', coalesce(greatest(
      (SELECT xid FROM changes WHERE xid < complete ORDER BY xid DESC LIMIT 1),
      (SELECT xid FROM changes_horizon WHERE xid < complete)), '0')::text,
    'waiting', ARRAY(SELECT DISTINCT xid::text FROM changes WHERE xid >= complete));
END $$;

-- The name of the log on a timeline. Transaction ids are valid in one log only, so the name changes with the server,
-- the timeline (a restored backup or a promoted standby), the database, and the table (a restored dump).
CREATE FUNCTION changes_log_on(timeline int) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT left(md5(concat_ws(' ', system_identifier, lpad(upper(to_hex(timeline)), 8, '0'),
    (SELECT oid FROM pg_database WHERE datname = current_database()), 'changes'::regclass::oid)), 12)
  FROM pg_control_system()
$$;

-- The current timeline: the first eight digits of the name of the WAL file.
CREATE FUNCTION current_timeline() RETURNS int STABLE LANGUAGE sql AS $$
  SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
$$;

-- The name of the current log.
CREATE FUNCTION changes_log() RETURNS text STABLE LANGUAGE sql AS $$
  SELECT left(md5(concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (SELECT oid FROM pg_database WHERE datname = current_database()), 'changes'::regclass::oid)), 12)
  FROM pg_control_system()
$$;

-- The known logs of this database (B38). A log that continues a former log names it, with the LSN up to which both are
-- equal.
CREATE TABLE change_logs (
  name text PRIMARY KEY,
  former text REFERENCES change_logs,
  former_end pg_lsn
);
INSERT INTO change_logs VALUES (changes_log());

-- Creates the partitions of today and the next seven days, and drops partitions older than retention days. After a stop
-- of up to a week, the service still finds a partition for the current day. The function runs with the rights of its
-- owner, because the role of the service need not own the tables. It skips days that have a partition, or rows in the
-- default partition. If a lock is not available within a second, the next call tries again.
CREATE FUNCTION keep_change_days(retention int) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  first date := current_date - greatest(retention, 1);
  taken date[] := ARRAY(SELECT DISTINCT at::date FROM changes_rest);
  day date;
  part text;
  last record;
BEGIN
  -- A restored dump contains transaction ids of another server: readers would wait for them.
  DELETE FROM changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
    AND xid IS DISTINCT FROM pg_current_xact_id_if_assigned();
  UPDATE changes_horizon SET xid = '0', id = 0 WHERE xid >= pg_snapshot_xmax(pg_current_snapshot());
  FOR day IN SELECT current_date + ahead FROM generate_series(0, 7) ahead LOOP
    part := to_char(day, '"changes_"YYYYMMDD');
    CONTINUE WHEN to_regclass(part) IS NOT NULL OR day = ANY(taken);
    BEGIN
      -- Concurrent writes wait here before they are routed: one routed to the default partition would fail.
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

-- The state of resources before the current transaction: a row, a document or a list of each. The table is unlogged,
-- because no transaction is open after a crash. Rows are short-lived, so they are not compressed.
-- Triggers: pending_changes_end (here).
CREATE UNLOGGED TABLE pending_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  resource text NOT NULL,
  resource_id int NOT NULL,
  part text NOT NULL,
  was jsonb,
  PRIMARY KEY (xid, resource, resource_id, part)
) WITH (toast_tuple_target = 8160);

-- The logged form of a row: without documents and secrets.
CREATE FUNCTION logged_row(resource text, state jsonb) RETURNS jsonb IMMUTABLE LANGUAGE sql
RETURN state - CASE resource
  WHEN 'account' THEN '{record,item,detail,listing_summary,public_summary,listing_card,agent_summary,representation}'
  WHEN 'agent' THEN '{record,item,biography,card,listing_card,representation}'
  WHEN 'suburb' THEN '{document,representation}'
  WHEN 'credential' THEN '{secret_hash,secret_sealed}'
  ELSE '{}' END::text[];

-- The displayed fields of a listing, without its identity, dates and agents.
CREATE FUNCTION listing_fields(document text, address text, private jsonb) RETURNS jsonb IMMUTABLE LANGUAGE sql
RETURN (('{' || document || '}')::jsonb - '{firstdate,modtime,createdAt,updatedAt,days}'::text[])
  || jsonb_build_object('address', address::jsonb)
  || CASE WHEN private ? 'soldDetails' THEN jsonb_build_object('soldDetails', private -> 'soldDetails') ELSE '{}' END;

-- The current agents or inspections of a listing.
CREATE FUNCTION list_of(listing int, kind text) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN coalesce(CASE kind
    WHEN 'agents' THEN (
      SELECT jsonb_agg(jsonb_build_object('id', agent_id, 'profileVisibility', profile_visibility) ORDER BY position)
      FROM listing_agents WHERE listing_id = listing)
    ELSE (
      SELECT jsonb_agg(jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at,
        'first_day', first_day, 'last_day', last_day) ORDER BY position)
      FROM listing_inspections WHERE listing_id = listing) END, '[]');
END $$;

-- Stages a part of a resource, once per transaction. The row ('transaction', 0, 'end') fires record_changes().
CREATE FUNCTION stage(resource text, id int, part text, was jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_changes (resource, resource_id, part, was)
  VALUES (resource, id, part, was), ('transaction', 0, 'end', NULL) ON CONFLICT DO NOTHING;
END $$;

-- Whether the transaction rebuilds documents or fills columns: changes that no reader sees.
CREATE FUNCTION is_untraced() RETURNS boolean STABLE LANGUAGE sql
RETURN coalesce(current_setting('directory.untraced', true) = 'on', false);

-- Stages a changed row. It skips changes that no reader sees: untraced ones, another representation, the key of an
-- address, a secret encrypted with another key. If only the version of a listing changes, the change counts if a trigger
-- made it, because then a part of the listing has changed.
CREATE FUNCTION stage_row() RETURNS trigger LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
DECLARE
  resource text := TG_ARGV[0];
  was jsonb := to_jsonb(OLD);
  now jsonb := to_jsonb(NEW);
  silent text := CASE resource WHEN 'property' THEN 'address_key' WHEN 'credential' THEN 'secret_sealed'
    WHEN 'listing' THEN CASE WHEN pg_trigger_depth() = 1 THEN 'version' ELSE '' END ELSE '' END;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM stage(resource, 0, 'truncation', NULL);
  ELSIF is_untraced() OR TG_OP = 'UPDATE' AND (was - silent = now - silent
    OR was -> 'representation' <> now -> 'representation' AND logged_row(resource, was) = logged_row(resource, now)) THEN
    RETURN NULL;
  ELSE
    PERFORM stage(resource, coalesce(OLD.id, NEW.id), 'row', logged_row(resource, was));
    IF OLD.id <> NEW.id THEN
      PERFORM stage(resource, NEW.id, 'row', NULL);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Stages a document or a list of a resource, unless the transaction created the resource. A list is staged before its
-- first row changes, so that it is complete. enable_seqscan is off, because the planner assumes that pending_changes is
-- empty.
CREATE FUNCTION stage_part() RETURNS trigger LANGUAGE plpgsql SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
DECLARE
  owner text := TG_ARGV[0];
  kind text := TG_ARGV[1];
  ids int[];
  owner_id int;
  state jsonb;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM stage(owner, 0, 'truncation', NULL);
    RETURN NULL;
  ELSIF is_untraced() OR NEW IS NOT DISTINCT FROM OLD THEN
    RETURN coalesce(NEW, OLD);
  ELSIF kind = 'document' THEN
    IF OLD.representation <> NEW.representation THEN
      RETURN NEW;
    END IF;
  END IF;
  IF owner = 'property' THEN
    ids := ARRAY[OLD.property_id, NEW.property_id];
  ELSE
    ids := ARRAY[OLD.listing_id, NEW.listing_id];
  END IF;
  FOR owner_id IN SELECT DISTINCT id FROM unnest(ids) id WHERE id IS NOT NULL LOOP
    IF NOT EXISTS (SELECT FROM pending_changes WHERE xid = pg_current_xact_id() AND resource = owner
      AND resource_id = owner_id AND (part = kind OR part = 'row' AND was IS NULL)) THEN
      IF kind <> 'document' THEN
        state := list_of(owner_id, kind);
      ELSIF owner = 'listing' THEN
        state := CASE WHEN owner_id = OLD.listing_id THEN listing_fields(OLD.document, OLD.address, OLD.private) END;
      END IF;
      PERFORM stage(owner, owner_id, kind, state);
    END IF;
  END LOOP;
  RETURN coalesce(NEW, OLD);
END $$;

-- All words of a listing in the log, between spaces, for the invalidation of cached searches by words.
CREATE FUNCTION logged_words(found listing_words) RETURNS text IMMUTABLE LANGUAGE sql
RETURN ' ' || array_to_string(tsvector_to_array(found.words || found.context), ' ') || ' ';

-- Stages the words of a listing. On their own, they are not a change.
CREATE FUNCTION stage_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_untraced() THEN
    PERFORM stage('listing', NEW.listing_id, 'words', to_jsonb(logged_words(OLD)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER staged AFTER UPDATE ON listing_words FOR EACH ROW
  WHEN (OLD.words <> NEW.words OR OLD.context <> NEW.context) EXECUTE FUNCTION stage_words();

-- The logged tables.
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION stage_row('account');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON accounts EXECUTE FUNCTION stage_row('account');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON agents FOR EACH ROW EXECUTE FUNCTION stage_row('agent');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON agents EXECUTE FUNCTION stage_row('agent');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON properties FOR EACH ROW
  EXECUTE FUNCTION stage_row('property');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON properties EXECUTE FUNCTION stage_row('property');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON suburbs FOR EACH ROW EXECUTE FUNCTION stage_row('suburb');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON suburbs EXECUTE FUNCTION stage_row('suburb');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON credentials FOR EACH ROW
  EXECUTE FUNCTION stage_row('credential');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON credentials EXECUTE FUNCTION stage_row('credential');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON listings FOR EACH ROW EXECUTE FUNCTION stage_row('listing');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON listings EXECUTE FUNCTION stage_row('listing');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON property_documents FOR EACH ROW
  EXECUTE FUNCTION stage_part('property', 'document');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON property_documents
  EXECUTE FUNCTION stage_part('property', 'document');
CREATE TRIGGER staged AFTER INSERT OR UPDATE OR DELETE ON listing_documents FOR EACH ROW
  EXECUTE FUNCTION stage_part('listing', 'document');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON listing_documents EXECUTE FUNCTION stage_part('listing', 'document');
CREATE TRIGGER staged BEFORE INSERT OR UPDATE OR DELETE ON listing_agents FOR EACH ROW
  EXECUTE FUNCTION stage_part('listing', 'agents');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON listing_agents EXECUTE FUNCTION stage_part('listing', 'agents');
CREATE TRIGGER staged BEFORE INSERT OR UPDATE OR DELETE ON listing_inspections FOR EACH ROW
  EXECUTE FUNCTION stage_part('listing', 'inspections');
CREATE TRIGGER staged_truncation AFTER TRUNCATE ON listing_inspections
  EXECUTE FUNCTION stage_part('listing', 'inspections');

-- A row with the case-folded suburb, for location filters.
CREATE FUNCTION placed(state jsonb) RETURNS jsonb STABLE LANGUAGE sql
RETURN state || CASE WHEN state ? 'suburb_id' THEN jsonb_build_object('place', (
  SELECT jsonb_build_object('suburb', lower(suburb), 'name', lower(name), 'state', lower(suburbs.state),
    'postcode', lower(postcode), 'region', lower(region_name), 'area', lower(area_name))
  FROM suburbs WHERE id = (placed.state ->> 'suburb_id')::int)) ELSE '{}' END;

-- The account of a listing, and its sub-accounts that show the office.
CREATE FUNCTION accounts_showing(website_id int, agent_id text) RETURNS jsonb STABLE LANGUAGE sql AS $$
  SELECT to_jsonb(ARRAY(
    SELECT website_id UNION ALL
    SELECT id FROM accounts sub WHERE sub.main_website_id = website_id AND sub.listing_source = 'officeID'
      AND lower(agent_id) = ANY(ARRAY(SELECT lower(unnest(sub.listing_office_ids))))))
$$;

-- The suburb of a listing, and the accounts that show the listing.
CREATE FUNCTION listing_context(listing jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
  SELECT placed(jsonb_build_object('suburb_id', listing -> 'suburb_id'))
    || jsonb_build_object('shown_by', accounts_showing((listing ->> 'website_id')::int, listing ->> 'agent_id'))
$$;

-- The ids, object identifiers, names and slugs of the agents of a listing, for filters.
CREATE FUNCTION agents_named(listed jsonb) RETURNS jsonb STABLE LANGUAGE sql AS $$
  SELECT jsonb_build_object('agents', jsonb_path_query_array(listed, '$[*].id'),
    'agent_names', coalesce(jsonb_agg(lower(name)), '[]'), 'agent_slugs', coalesce(jsonb_agg(slug), '[]'), 'agent_uids', coalesce(jsonb_agg(uid), '[]'))
  FROM agents WHERE id IN (SELECT (linked ->> 'id')::int FROM jsonb_array_elements(listed) linked)
$$;

-- The changed fields of a listing with their old and new values, by kind of change.
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

-- The fields of a new listing in the log.
CREATE FUNCTION introduction(listing listings, document text) RETURNS jsonb IMMUTABLE LANGUAGE sql
RETURN jsonb_build_object('listingType', listing.listing_type, 'status', listing.status,
  'price', ('{' || document || '}')::json -> 'price');

-- The logged form of a listing: with its context, its lists and its words.
CREATE FUNCTION logged_listing(state jsonb, context jsonb, agents jsonb, inspections jsonb, words jsonb) RETURNS jsonb
STABLE LANGUAGE sql AS $$
  SELECT state || context || agents_named(agents) || jsonb_build_object('inspections', inspections, 'words', words)
$$;

-- record_changes() for accounts, agents, properties, suburbs and credentials: one row for each resource.
CREATE FUNCTION record_resources(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH pending AS (
    SELECT resource, resource_id, count(*) OVER (PARTITION BY resource) <= 500 AS keeps_rows,
      CASE resource WHEN 'account' THEN 'id' ELSE 'website_id' END AS owner,
      bool_or(part = 'row') AS row_staged, (array_agg(was) FILTER (WHERE part = 'row'))[1] AS old_row
    FROM pending_changes
    WHERE xid = pg_current_xact_id() AND part <> 'truncation' AND resource NOT IN ('listing', 'transaction')
    GROUP BY resource, resource_id
  ), present AS (
    SELECT pending.*, logged_row(resource, state) AS new_state FROM pending
    LEFT JOIN LATERAL (
      SELECT to_jsonb(stored) FROM accounts stored WHERE resource = 'account' AND id = resource_id
      UNION ALL SELECT to_jsonb(stored) FROM agents stored WHERE resource = 'agent' AND id = resource_id
      UNION ALL SELECT to_jsonb(stored) FROM properties stored WHERE resource = 'property' AND id = resource_id
      UNION ALL SELECT to_jsonb(stored) FROM suburbs stored WHERE resource = 'suburb' AND id = resource_id
      UNION ALL SELECT to_jsonb(stored) FROM credentials stored WHERE resource = 'credential' AND id = resource_id
    ) now(state) ON true OFFSET 0
  ), changed AS (
    -- If only parts are staged, the row is unchanged.
    SELECT *, CASE WHEN row_staged THEN old_row ELSE new_state END AS old_state FROM present
  ), owned AS (
    SELECT *, (old_state ->> owner)::int AS old_website, (new_state ->> owner)::int AS new_website FROM changed
  )
  INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, old_row, new_row)
  SELECT moment, resource, resource_id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
    CASE WHEN new_state IS NULL THEN old_website ELSE new_website END,
    CASE WHEN new_state IS NOT NULL THEN nullif(old_website, new_website) END,
    CASE WHEN old_state IS NULL THEN 'created' WHEN new_state IS NULL THEN 'deleted' ELSE 'updated' END,
    CASE WHEN keeps_rows THEN placed(old_state) END, CASE WHEN keeps_rows THEN placed(new_state) END
  FROM owned WHERE old_state IS NOT NULL OR new_state IS NOT NULL
  ORDER BY array_position('{account,agent,property,suburb,credential}', resource), resource_id;
END $$;

-- record_changes() for listings: one row for each listing and kind of change. OFFSET 0 prevents the planner from
-- merging a step with the next one, so that expressions are evaluated once for each listing, not for each kind of
-- change.
CREATE FUNCTION record_listings(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH pending AS (
    SELECT resource_id AS id, count(*) OVER () <= 500 AS keeps_rows,
      bool_or(part = 'row') AS row_staged, (array_agg(was) FILTER (WHERE part = 'row'))[1] AS old_listing,
      bool_or(part = 'document') AS document_staged,
      (array_agg(was) FILTER (WHERE part = 'document'))[1] AS old_document,
      (array_agg(was) FILTER (WHERE part = 'agents'))[1] AS old_agents,
      (array_agg(was) FILTER (WHERE part = 'inspections'))[1] AS old_inspections,
      (array_agg(was) FILTER (WHERE part = 'words'))[1] AS old_words
    FROM pending_changes WHERE xid = pg_current_xact_id() AND resource = 'listing' AND part <> 'truncation'
    GROUP BY resource_id HAVING bool_or(part <> 'words')
  ), present AS (
    SELECT pending.*, to_jsonb(listing) AS new_state, shown.document, shown.address, shown.private,
      CASE WHEN row_staged AND old_listing IS NULL THEN introduction(listing, shown.document) END AS introduced,
      CASE WHEN keeps_rows OR old_agents IS NOT NULL THEN list_of(pending.id, 'agents') END AS agents,
      CASE WHEN keeps_rows THEN list_of(pending.id, 'inspections') END AS inspections,
      CASE WHEN keeps_rows THEN (
        SELECT to_jsonb(logged_words(worded)) FROM listing_words worded WHERE listing_id = pending.id) END AS words
    FROM pending
    LEFT JOIN listings listing ON listing.id = pending.id
    LEFT JOIN listing_documents shown ON shown.listing_id = pending.id OFFSET 0
  ), changed AS (
    -- If only parts are staged, the row is unchanged.
    SELECT *, CASE WHEN row_staged THEN old_listing ELSE new_state END AS old_state FROM present
  ), compared AS (
    -- Parts that are not staged are unchanged.
    SELECT *, CASE WHEN keeps_rows THEN listing_context(coalesce(new_state, old_state)) END AS context,
      CASE WHEN document_staged THEN old_document ELSE '{}' END
        || CASE WHEN old_agents IS NOT NULL THEN jsonb_build_object('agents', old_agents) ELSE '{}' END AS old_fields,
      CASE WHEN document_staged THEN listing_fields(document, address, private) ELSE '{}' END
        || CASE WHEN old_agents IS NOT NULL THEN jsonb_build_object('agents', agents) ELSE '{}' END AS new_fields,
      new_state IS NULL OR old_state -> 'website_id' = new_state -> 'website_id'
        AND old_state -> 'agent_id' = new_state -> 'agent_id'
        AND old_state -> 'suburb_id' = new_state -> 'suburb_id' AS keeps_context
    FROM changed OFFSET 0
  ), described AS (
    -- The context is reused if account, office and suburb are unchanged, because its lookup is the slowest step.
    SELECT *,
      CASE WHEN keeps_rows THEN logged_listing(old_state, CASE WHEN keeps_context THEN context
        ELSE listing_context(old_state) END, coalesce(old_agents, agents), coalesce(old_inspections, inspections),
        coalesce(old_words, words)) END AS old_row,
      CASE WHEN keeps_rows THEN logged_listing(new_state, context, agents, inspections, words) END AS new_row
    FROM compared OFFSET 0
  ), logged AS (
    INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, before, after,
      old_row, new_row)
    SELECT moment, 'listing', id, (coalesce(new_state, old_state) ->> 'uid')::uuid,
      (coalesce(new_state, old_state) -> 'website_id')::int,
      CASE WHEN new_state IS NOT NULL
        THEN nullif((old_state -> 'website_id')::int, (new_state -> 'website_id')::int) END,
      kind, before, after, old_row, new_row
    FROM described CROSS JOIN LATERAL (
      SELECT 'created', NULL, introduced WHERE old_state IS NULL AND new_state IS NOT NULL
      UNION ALL
      SELECT 'deleted', jsonb_build_object('status', old_state -> 'status'), NULL
      WHERE old_state IS NOT NULL AND new_state IS NULL
      UNION ALL
      SELECT coalesce(kind, 'updated'), before, after FROM (VALUES (1)) always
      LEFT JOIN listing_differences(old_fields, new_fields) ON true
      WHERE old_state IS NOT NULL AND new_state IS NOT NULL
    ) happened(kind, before, after)
    ORDER BY id, array_position('{status,price,images,content}', kind)
    RETURNING resource_id, at, kind, before, after
  )
  -- A change of only the availability date of a rental is not a price change.
  INSERT INTO listing_history (listing_id, at, kind, before)
  SELECT resource_id, at, kind, before - '{underOffer,isOffMarket}'::text[] FROM logged
  WHERE kind = 'status' AND before ? 'status' OR kind = 'price'
    AND before #- '{price,rent,available}' IS DISTINCT FROM after #- '{price,rent,available}';
  -- The statements above have written the history that events are derived from.
  PERFORM keep_events(array_agg(resource_id)) FROM pending_changes
  WHERE xid = pg_current_xact_id() AND resource = 'listing' AND part = 'row' HAVING count(*) > 0;
END $$;

-- Records the staged changes of the transaction. If it changes more than 500 resources of a kind, the rows for filters
-- are omitted. Logged rows depend on other rows: the place of a listing on its suburb, its websites on the offices of
-- sub-accounts, its agents on their names. Transactions that change these commit one at a time, so that every change is
-- recorded with the context that is valid when it becomes visible.
CREATE FUNCTION record_changes() RETURNS trigger LANGUAGE plpgsql SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  touched text[];
  is_truncated boolean;
  limit_before text := current_setting('lock_timeout');
BEGIN
  SELECT array_agg(DISTINCT resource), bool_or(part = 'truncation') INTO touched, is_truncated
  FROM pending_changes WHERE xid = pg_current_xact_id();
  -- The end of a large import takes longer than a lock_timeout.
  PERFORM set_config('lock_timeout', '0', true);
  -- 7310006 is ADVISORY_LOCKS.changes.
  IF touched && '{suburb,account,agent}' AND EXISTS (
    SELECT FROM pending_changes WHERE xid = pg_current_xact_id() AND part = 'row' AND CASE resource
      WHEN 'suburb' THEN was IS NOT NULL
      WHEN 'account' THEN
        jsonb_build_array(was -> 'main_website_id', was -> 'listing_source', was -> 'listing_office_ids')
        IS DISTINCT FROM (SELECT jsonb_build_array(main_website_id, listing_source, listing_office_ids)
          FROM accounts WHERE id = resource_id)
      WHEN 'agent' THEN was IS NOT NULL AND jsonb_build_array(was -> 'name', was -> 'slug')
        IS DISTINCT FROM (SELECT jsonb_build_array(name, slug) FROM agents WHERE id = resource_id)
      ELSE false END) THEN
    PERFORM pg_advisory_xact_lock(7310006);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(7310006);
  END IF;
  PERFORM set_config('lock_timeout', limit_before, true);
  IF is_truncated THEN
    INSERT INTO changes (at, resource, kind)
    SELECT moment, resource, 'truncated' FROM pending_changes
    WHERE xid = pg_current_xact_id() AND part = 'truncation';
  END IF;
  IF touched && '{account,agent,property,suburb,credential}' THEN
    PERFORM record_resources(moment);
  END IF;
  IF 'listing' = ANY(touched) THEN
    PERFORM record_listings(moment);
  END IF;
  DELETE FROM pending_changes WHERE xid = pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER pending_changes_end AFTER INSERT ON pending_changes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.resource = 'transaction') EXECUTE FUNCTION record_changes();
