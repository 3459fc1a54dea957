-- What lists of listings read instead of the rows themselves: narrow rows of current ones (ADR 21), and words (ADR 36).

-- The flags of a listing as numbers of its region, and one that each listing of the region has. Flags use 63 bits of a
-- bigint.
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

-- The columns of a listing that lists without a place filter by; what most of them read comes first. Updates of most
-- columns leave the indexes alone (HOT), for which each page keeps some space.
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
-- sort=newest and oldest, far from the start.
CREATE INDEX current_listings_newest ON current_listings (firstdate DESC, id);
-- Lists by region, with features.
CREATE INDEX current_listings_region ON current_listings USING gin (region_flags(region_id, flags)) WITH (fastupdate = off);

-- All of them in a set, after a first load.
CREATE FUNCTION fill_current_listings() RETURNS void LANGUAGE sql AS $$
  INSERT INTO current_listings (id, website_id, firstdate, flags, listing_type, is_off_market, price, price_to,
    bedrooms, bathrooms, suburb_id, car_spaces, living_areas, toilets, garages, carports, open_spaces, ensuite,
    hides_address, hides_suburb, hides_price, latitude, longitude, category, region_id)
  SELECT listing.id, listing.website_id, listing.firstdate, listing.flags, listing.listing_type,
    listing.is_off_market, listing.price, listing.price_to, listing.bedrooms, listing.bathrooms, listing.suburb_id,
    listing.car_spaces, listing.living_areas, listing.toilets, listing.garages, listing.carports, listing.open_spaces,
    listing.ensuite, listing.hides_address, listing.hides_suburb, listing.hides_price, listing.latitude,
    listing.longitude, listing.category, region.id
  FROM listings listing
  LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id
  LEFT JOIN regions region ON region.name = lower(suburb.region_name)
  WHERE status = 'current' ORDER BY listing.id
$$;

-- A listing that stays where it is keeps its region: its row is updated without looking that up, which takes longest.
CREATE FUNCTION keep_current_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE current_listings;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.status = NEW.status
    AND OLD.suburb_id IS NOT DISTINCT FROM NEW.suburb_id THEN
    UPDATE current_listings SET (id, website_id, firstdate, flags, listing_type, is_off_market, price, price_to,
      bedrooms, bathrooms, suburb_id, car_spaces, living_areas, toilets, garages, carports, open_spaces, ensuite,
      hides_address, hides_suburb, hides_price, latitude, longitude, category)
      = ROW (NEW.id, NEW.website_id, NEW.firstdate, NEW.flags, NEW.listing_type, NEW.is_off_market, NEW.price,
        NEW.price_to, NEW.bedrooms, NEW.bathrooms, NEW.suburb_id, NEW.car_spaces, NEW.living_areas, NEW.toilets,
        NEW.garages, NEW.carports, NEW.open_spaces, NEW.ensuite, NEW.hides_address, NEW.hides_suburb, NEW.hides_price,
        NEW.latitude, NEW.longitude, NEW.category)
    WHERE id = NEW.id;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM current_listings WHERE id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'current' THEN
    INSERT INTO current_listings (id, website_id, firstdate, flags, listing_type, is_off_market, price, price_to,
      bedrooms, bathrooms, suburb_id, car_spaces, living_areas, toilets, garages, carports, open_spaces, ensuite,
      hides_address, hides_suburb, hides_price, latitude, longitude, category, region_id)
    VALUES (NEW.id, NEW.website_id, NEW.firstdate, NEW.flags, NEW.listing_type, NEW.is_off_market, NEW.price,
      NEW.price_to, NEW.bedrooms, NEW.bathrooms, NEW.suburb_id, NEW.car_spaces, NEW.living_areas, NEW.toilets,
      NEW.garages, NEW.carports, NEW.open_spaces, NEW.ensuite, NEW.hides_address, NEW.hides_suburb, NEW.hides_price,
      NEW.latitude, NEW.longitude, NEW.category, (
      SELECT region.id FROM suburbs suburb JOIN regions region ON region.name = lower(suburb.region_name)
      WHERE suburb.id = NEW.suburb_id));
  END IF;
  RETURN NULL;
END $$;
-- What is not current costs a look at the status.
CREATE TRIGGER current_listing_added AFTER INSERT ON listings FOR EACH ROW
  WHEN (NEW.status = 'current') EXECUTE FUNCTION keep_current_listing();
CREATE TRIGGER current_listing_changed AFTER UPDATE ON listings FOR EACH ROW
  WHEN ((OLD.status = 'current' OR NEW.status = 'current') AND (OLD.status, OLD.id, OLD.website_id, OLD.firstdate,
    OLD.flags, OLD.listing_type, OLD.is_off_market, OLD.price, OLD.price_to, OLD.bedrooms, OLD.bathrooms, OLD.suburb_id,
    OLD.car_spaces, OLD.living_areas, OLD.toilets, OLD.garages, OLD.carports, OLD.open_spaces, OLD.ensuite,
    OLD.hides_address, OLD.hides_suburb, OLD.hides_price, OLD.latitude, OLD.longitude, OLD.category)
    IS DISTINCT FROM (NEW.status, NEW.id, NEW.website_id, NEW.firstdate, NEW.flags, NEW.listing_type,
      NEW.is_off_market, NEW.price, NEW.price_to, NEW.bedrooms, NEW.bathrooms, NEW.suburb_id, NEW.car_spaces,
      NEW.living_areas, NEW.toilets, NEW.garages, NEW.carports, NEW.open_spaces, NEW.ensuite, NEW.hides_address,
      NEW.hides_suburb, NEW.hides_price, NEW.latitude, NEW.longitude, NEW.category))
  EXECUTE FUNCTION keep_current_listing();
CREATE TRIGGER current_listing_removed AFTER DELETE ON listings FOR EACH ROW
  WHEN (OLD.status = 'current') EXECUTE FUNCTION keep_current_listing();
CREATE TRIGGER current_listings_truncated AFTER TRUNCATE ON listings EXECUTE FUNCTION keep_current_listing();

-- The words of a listing's own texts, made when they are written; context is what else finds it: the words of the
-- agency's name, and the suburb and the region as #17 and @3.
CREATE TABLE listing_words (
  listing_id int PRIMARY KEY REFERENCES listings ON DELETE CASCADE,
  is_current boolean NOT NULL,
  words tsvector NOT NULL,
  context tsvector NOT NULL
);
-- s, of listings of any status.
CREATE INDEX listing_words_all ON listing_words USING gin ((words || context));
-- s, of current listings: the index above also contains all sold ones.
CREATE INDEX listing_words_current ON listing_words USING gin ((words || context)) WHERE is_current;

-- The context of the words of one listing. A hidden suburb is no place.
CREATE FUNCTION complete_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT listing.status = 'current', array_to_tsvector(array_remove(
    account.name_words || ('#' || suburb.id) || ('@' || region.id), NULL))
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

-- The words of listings when these move, or their agency has another name. Writers that have read the old name are
-- waited for, and later ones read the new name: their statement takes its snapshot after the lock.
CREATE FUNCTION follow_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'listings' THEN
    UPDATE listing_words SET words = words WHERE listing_id = NEW.id;
  ELSE
    LOCK TABLE listing_words IN SHARE ROW EXCLUSIVE MODE;
    UPDATE listing_words SET words = words WHERE listing_id IN (SELECT id FROM listings WHERE website_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_words_moved AFTER UPDATE ON listings FOR EACH ROW
  WHEN ((OLD.status = 'current') <> (NEW.status = 'current')
    OR (OLD.website_id, OLD.suburb_id) IS DISTINCT FROM (NEW.website_id, NEW.suburb_id))
  EXECUTE FUNCTION follow_words();
CREATE TRIGGER listing_words_agency AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.name_words <> NEW.name_words) EXECUTE FUNCTION follow_words();

CREATE FUNCTION words_asked(asked jsonb) RETURNS tsquery STABLE LANGUAGE plpgsql AS $$
DECLARE
  conditions text[] := '{}';
  places text[] := '{}';
  place_states text[] := '{}';
  states text[] := '{}';
  state_conditions text[] := '{}';
  run record;
  next_word int := 0;
BEGIN
  FOR run IN
    WITH named AS MATERIALIZED (
      SELECT tried."from", tried."to", tried."isStreet", tried.state, found.lexemes, found.states
      FROM jsonb_to_recordset(asked -> 'runs') AS tried("from" int, "to" int, suburbs text[], within text[],
        regions text[], state text, "isStreet" boolean)
      CROSS JOIN LATERAL (
        SELECT array_agg(lexeme) AS lexemes, array_agg(known_state) AS states FROM (
          SELECT '#' || suburb.id, 'state:' || lower(suburb.state) FROM suburbs suburb
          WHERE gazetted AND place_keys && tried.suburbs AND place_keys @> tried.within
          UNION ALL
          SELECT '@' || region.id, NULL FROM regions region WHERE place_keys && tried.regions
        ) place(lexeme, known_state)) found
      WHERE found.lexemes IS NOT NULL OR tried.state IS NOT NULL
    )
    SELECT * FROM named
    WHERE NOT ("isStreet" AND NOT EXISTS (SELECT FROM named next WHERE next."from" = named."to"))
    ORDER BY "from", "to" DESC
  LOOP
    IF run."from" >= next_word THEN
      conditions := conditions || ARRAY(SELECT asked -> 'words' ->> at FROM generate_series(next_word, run."from" - 1) at);
      places := places || run.lexemes;
      place_states := place_states || run.states;
      IF run.lexemes IS NULL THEN
        states := states || ('state:' || run.state);
        state_conditions := state_conditions
          || ARRAY(SELECT asked -> 'words' ->> at FROM generate_series(run."from", run."to" - 1) at);
      END IF;
      next_word := run."to";
    END IF;
  END LOOP;
  conditions := conditions
    || ARRAY(SELECT asked -> 'words' ->> at FROM generate_series(next_word, jsonb_array_length(asked -> 'words') - 1) at);
  IF places = '{}' AND states <> '{}' THEN
    places := '#0'::text || ARRAY(
      SELECT DISTINCT coalesce('@' || region.id, '#' || suburb.id) FROM suburbs suburb
      LEFT JOIN regions region ON region.name = lower(suburb.region_name) WHERE suburb.place_keys && states);
  ELSIF place_states && states THEN
    places := ARRAY(SELECT lexeme FROM unnest(places, place_states) place(lexeme, known_state)
      WHERE known_state IS NULL OR known_state = ANY(states));
  ELSE
    conditions := conditions || state_conditions;
  END IF;
  conditions := array_remove(conditions, '') || (SELECT string_agg(quote_literal(lexeme), ' | ') FROM unnest(places) lexeme);
  RETURN (SELECT string_agg('(' || condition || ')', ' & ')::tsquery FROM unnest(conditions) condition);
END $$;
