-- Tables that lists read instead of listings: narrow rows of current listings (ADR 16), and words (ADR 25).

-- Combines each flag of a listing with its region into an integer, and adds an integer for the region alone. Flags use
-- 63 bits of a bigint.
CREATE FUNCTION region_flags(region_id int, flags bigint) RETURNS int[] IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  found int[] := ARRAY[region_id * 64 + 63];
BEGIN
  FOR bit IN 0..62 LOOP
    IF flags & (1::bigint << bit) <> 0 THEN
      found := found || (region_id * 64 + bit);
    END IF;
  END LOOP;
  RETURN found;
END $$;

-- The columns of current listings for lists without a place, ordered by frequency of use. The fill factor leaves space
-- for HOT updates, because most columns are not indexed.
CREATE TABLE current_listings (
  id int PRIMARY KEY,
  website_id int NOT NULL,
  firstdate timestamptz NOT NULL,
  flags bigint NOT NULL,
  listing_type listing_type NOT NULL,
  is_off_market boolean NOT NULL,
  price double precision,
  price_to double precision,
  bedrooms smallint,
  bathrooms smallint,
  suburb_id int,
  region_id int,
  car_spaces smallint,
  living_areas smallint,
  toilets smallint,
  garages smallint,
  carports smallint,
  open_spaces smallint,
  ensuite smallint,
  hides_address boolean NOT NULL,
  hides_suburb boolean NOT NULL DEFAULT false,
  hides_price boolean NOT NULL,
  latitude double precision,
  longitude double precision,
  category text NOT NULL
) WITH (fillfactor = 90);
-- near, bbox and polygon.
CREATE INDEX current_listings_map ON current_listings USING gist (point(longitude, latitude));
-- sort=newest and oldest: deep pages.
CREATE INDEX current_listings_newest ON current_listings (firstdate DESC, id);
-- Lists by region, with features.
CREATE INDEX current_listings_region ON current_listings USING gin (region_flags(region_id, flags)) WITH (fastupdate = off);

-- The narrow row of a listing, in the column order of current_listings. The planner inlines the function. Without a
-- subquery with OFFSET 0, it does so for each column of `(narrow).*`, which takes milliseconds.
CREATE FUNCTION narrow_row(listing listings, region int) RETURNS current_listings IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN ROW (listing.id, listing.website_id, listing.firstdate, listing.flags, listing.listing_type,
  listing.is_off_market, listing.price, listing.price_to, listing.bedrooms, listing.bathrooms, listing.suburb_id,
  region, listing.car_spaces, listing.living_areas, listing.toilets, listing.garages, listing.carports,
  listing.open_spaces, listing.ensuite, listing.hides_address, listing.hides_suburb, listing.hides_price,
  listing.latitude, listing.longitude, listing.category)::current_listings;

-- Adds the narrow rows of all current listings, after a first load.
CREATE FUNCTION fill_current_listings() RETURNS void LANGUAGE sql AS $$
  INSERT INTO current_listings SELECT (narrow).* FROM (
    SELECT narrow_row(listing, region.id) AS narrow FROM listings listing
    LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id
    LEFT JOIN regions region ON region.name = lower(suburb.region_name)
    WHERE status = 'current' ORDER BY listing.id OFFSET 0) made
$$;

-- Maintains current_listings. A listing that keeps its suburb keeps its region, whose lookup is the slowest step.
-- Narrow rows are compared here and not in the WHEN clause of the trigger, which every statement would plan again.
CREATE FUNCTION keep_current_listing() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE current_listings;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.status = NEW.status
    AND OLD.suburb_id IS NOT DISTINCT FROM NEW.suburb_id THEN
    IF narrow_row(OLD, NULL) IS DISTINCT FROM narrow_row(NEW, NULL) THEN
      -- SET needs the column names, in the order of narrow_row.
      UPDATE current_listings SET (id, website_id, firstdate, flags, listing_type, is_off_market, price, price_to,
        bedrooms, bathrooms, suburb_id, region_id, car_spaces, living_areas, toilets, garages, carports, open_spaces,
        ensuite, hides_address, hides_suburb, hides_price, latitude, longitude, category)
        = (SELECT (narrow).* FROM (SELECT narrow_row(NEW, region_id) AS narrow OFFSET 0) made)
      WHERE id = NEW.id;
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM current_listings WHERE id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'current' THEN
    INSERT INTO current_listings SELECT (narrow).* FROM (
      SELECT narrow_row(NEW, (
        SELECT region.id FROM suburbs suburb JOIN regions region ON region.name = lower(suburb.region_name)
        WHERE suburb.id = NEW.suburb_id)) AS narrow OFFSET 0) made;
  END IF;
  RETURN NULL;
END $$;
-- WHEN skips the function for listings that are not current.
CREATE TRIGGER current_listing_added AFTER INSERT ON listings FOR EACH ROW
  WHEN (NEW.status = 'current') EXECUTE FUNCTION keep_current_listing();
CREATE TRIGGER current_listing_changed AFTER UPDATE ON listings FOR EACH ROW
  WHEN (OLD.status = 'current' OR NEW.status = 'current') EXECUTE FUNCTION keep_current_listing();
CREATE TRIGGER current_listing_removed AFTER DELETE ON listings FOR EACH ROW
  WHEN (OLD.status = 'current') EXECUTE FUNCTION keep_current_listing();
CREATE TRIGGER current_listings_truncated AFTER TRUNCATE ON listings EXECUTE FUNCTION keep_current_listing();

-- The words of a listing, for s. context has the words of the names of the agency and the agents, and the suburb and the
-- region by id, as #17 and @3.
-- Triggers: listing_words_written (here), staged (changes.sql).
CREATE TABLE listing_words (
  listing_id int PRIMARY KEY REFERENCES listings ON DELETE CASCADE,
  is_current boolean NOT NULL,
  words tsvector NOT NULL,
  context tsvector NOT NULL
);
-- s, of all statuses.
CREATE INDEX listing_words_all ON listing_words USING gin ((words || context));
-- s, of current listings only. listing_words_all also contains all sold listings.
CREATE INDEX listing_words_current ON listing_words USING gin ((words || context)) WHERE is_current;

-- Sets the status and the context of a row. A hidden suburb is omitted.
CREATE FUNCTION complete_listing_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  SELECT listing.status = 'current', array_to_tsvector(array_remove(
    account.name_words || ARRAY(
      SELECT unnest(name_words) FROM listing_agents JOIN agents ON agents.id = agent_id WHERE listing_id = listing.id)
    || ('#' || suburb.id) || ('@' || region.id), NULL))
  INTO NEW.is_current, NEW.context
  FROM listings listing
  JOIN accounts account ON account.id = listing.website_id
  LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id AND NOT listing.hides_suburb
  LEFT JOIN regions region ON region.name = lower(suburb.region_name)
  WHERE listing.id = NEW.listing_id;
  RETURN NEW;
END $$;
CREATE TRIGGER listing_words_written BEFORE INSERT OR UPDATE ON listing_words
  FOR EACH ROW EXECUTE FUNCTION complete_listing_words();

-- Updates listing_words when a listing changes its status, account, suburb or agents, or an account or agent its name.
-- The lock waits for writers that have read the old name. Later writers take their snapshot after the lock, and read the
-- new name.
CREATE FUNCTION follow_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_TABLE_NAME = 'listings' THEN
    UPDATE listing_words SET words = words WHERE listing_id = NEW.id;
  ELSIF TG_TABLE_NAME = 'listing_agents' THEN
    UPDATE listing_words SET words = words WHERE listing_id IN (SELECT listing_id FROM linked);
  ELSE
    LOCK TABLE listing_words IN SHARE ROW EXCLUSIVE MODE;
    UPDATE listing_words SET words = words WHERE listing_id IN (
      SELECT id FROM listings WHERE TG_TABLE_NAME = 'accounts' AND website_id = NEW.id
      UNION ALL SELECT listing_id FROM listing_agents WHERE TG_TABLE_NAME = 'agents' AND agent_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_words_moved AFTER UPDATE ON listings FOR EACH ROW
  WHEN ((OLD.status = 'current') <> (NEW.status = 'current')
    OR (OLD.website_id, OLD.suburb_id) IS DISTINCT FROM (NEW.website_id, NEW.suburb_id))
  EXECUTE FUNCTION follow_words();
CREATE TRIGGER listing_words_agency AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.name_words <> NEW.name_words) EXECUTE FUNCTION follow_words();
CREATE TRIGGER listing_words_agent AFTER UPDATE ON agents FOR EACH ROW
  WHEN (OLD.name_words <> NEW.name_words) EXECUTE FUNCTION follow_words();
-- Writers add the agents of a new listing before its words, so that these have no second write.
CREATE TRIGGER listing_words_linked AFTER INSERT ON listing_agents REFERENCING NEW TABLE AS linked
  FOR EACH STATEMENT EXECUTE FUNCTION follow_words();
CREATE TRIGGER listing_words_unlinked AFTER DELETE ON listing_agents REFERENCING OLD TABLE AS linked
  FOR EACH STATEMENT EXECUTE FUNCTION follow_words();

-- The condition of `s` on listing_words (ADR 25). asked contains a condition for each word of the text, and the runs of
-- words that may name places. Runs are chosen here and not by the service, because a page is one statement. The
-- function is in PL/pgSQL, which plans the query once per session; before PostgreSQL 18, a function in SQL is planned
-- at each call.
CREATE FUNCTION words_asked(asked jsonb) RETURNS tsquery STABLE LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (
    WITH RECURSIVE run AS (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(asked -> 'runs') AS ("from" int, "to" int, suburbs text[],
        within text[], regions text[], state text, "isStreet" boolean)) WITH ORDINALITY
    ), place AS MATERIALIZED (
      -- The places that runs name, as lexemes of listing_words.context. A region may be in several states.
      SELECT ordinality, '#' || suburb.id AS lexeme, lower(suburb.state) AS state
      FROM run JOIN suburbs suburb ON gazetted AND place_keys && suburbs AND place_keys @> within
      UNION ALL
      SELECT ordinality, '@' || region.id, NULL FROM run JOIN regions region ON place_keys && regions
    ), named AS MATERIALIZED (
      SELECT ordinality, "from", "to", state, "isStreet" FROM run
      WHERE state IS NOT NULL OR ordinality IN (SELECT ordinality FROM place)
    ), chosen AS (
      -- From left to right, the longest run is chosen. A name before a street type is a street ("richmond road"),
      -- unless another name begins with the street type.
      SELECT NULL::bigint AS ordinality, 0 AS "from", 0 AS "to", NULL AS state
      UNION ALL
      SELECT next.* FROM chosen CROSS JOIN LATERAL (
        SELECT ordinality, "from", "to", state FROM named
        WHERE "from" >= chosen."to" AND (NOT "isStreet" OR "to" IN (SELECT "from" FROM named))
        ORDER BY "from", "to" DESC, ordinality LIMIT 1) next
    ), chosen_place AS MATERIALIZED (
      SELECT lexeme, place.state IS NULL AS is_region, place.state IN (SELECT state FROM chosen) AS is_in_state
      FROM chosen JOIN place USING (ordinality)
    ), states AS MATERIALIZED (
      -- A state limits the named places to the state. Without named places, the state itself is the place. If all named
      -- places are in other states, the state is a plain word.
      SELECT ARRAY(SELECT 'state:' || state FROM chosen WHERE state IS NOT NULL) AS keys, CASE
        WHEN NOT EXISTS (SELECT FROM chosen_place) THEN 'places'
        WHEN EXISTS (SELECT FROM chosen_place WHERE is_in_state) THEN 'limits'
        ELSE 'words' END AS meaning
    ), lexemes AS (
      SELECT lexeme FROM chosen_place
      WHERE is_region OR is_in_state OR (SELECT meaning FROM states) <> 'limits'
      UNION ALL
      -- A state without suburbs matches nothing, because no suburb has the id 0.
      SELECT '#0' FROM states WHERE meaning = 'places' AND keys <> '{}'
      UNION ALL
      SELECT DISTINCT coalesce('@' || region.id, '#' || suburb.id)
      FROM suburbs suburb LEFT JOIN regions region ON region.name = lower(suburb.region_name)
      WHERE (SELECT meaning FROM states) = 'places' AND suburb.place_keys && (SELECT keys FROM states)
    ), conditions(condition) AS (
      SELECT word FROM jsonb_array_elements_text(asked -> 'words') WITH ORDINALITY AS given(word, at)
      WHERE word <> '' AND NOT EXISTS (
        SELECT FROM chosen WHERE given.at > "from" AND given.at <= "to"
          AND (state IS NULL OR (SELECT meaning FROM states) <> 'words'))
      UNION ALL
      SELECT string_agg(quote_literal(lexeme), ' | ') FROM lexemes
    )
    SELECT string_agg('(' || condition || ')', ' & ')::tsquery FROM conditions);
END $$;
