-- What happened to listings, by day (ADR 39).

-- What happened to listings, by day, for statistics and for the numbers of accounts and agents (ADR 39). keep_events()
-- derives it from the listings and their history. The other columns repeat those of the listing, so that most filters of
-- statistics need no other table.
CREATE TABLE listing_events (
  amount double precision,
  listing_id int NOT NULL REFERENCES listings ON DELETE CASCADE,
  what listing_event NOT NULL,
  day date NOT NULL,
  days int,
  website_id int NOT NULL,
  suburb_id int,
  listing_type listing_type NOT NULL,
  status listing_status NOT NULL,
  bedrooms smallint,
  is_hidden boolean NOT NULL,
  hides_price boolean NOT NULL,
  hides_suburb boolean NOT NULL,
  category text NOT NULL,
  PRIMARY KEY (listing_id, what, day)
);
-- GET /listings/statistics; GET /websites and GET /agents: listsIn.
CREATE INDEX listing_events_suburb ON listing_events (suburb_id, day);
-- GET /websites: listingCounts; sort=sales-desc.
CREATE INDEX listing_events_website ON listing_events (website_id, day);

-- The end of the first load of each account: the first feed or bundle with its listings. Listings created until then
-- were on offer before. If a bundle states when its listings were created, the first load is that of the earliest ones.
CREATE TABLE first_loads (
  website_id int PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  until timestamptz NOT NULL
);

-- Records the first load of the accounts of new listings. A feed may commit several transactions.
CREATE FUNCTION keep_first_loads(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO first_loads (website_id, until)
  SELECT website_id, coalesce(max(created_at) FILTER (WHERE created_at BETWEEN now() - interval '1 minute'
    AND clock_timestamp() + interval '1 minute'), min(created_at))
  FROM unnest(ids) asked JOIN listings ON id = asked
  WHERE NOT EXISTS (SELECT FROM first_loads known WHERE known.website_id = listings.website_id AND NOT EXISTS (
    SELECT FROM feed_runs run WHERE (run.website_id = known.website_id OR run.website_id IS NULL)
      AND run.ended_at IS NULL AND NOT run.is_waiting AND run.started_at <= known.until))
  GROUP BY website_id ORDER BY website_id
  ON CONFLICT (website_id) DO UPDATE SET until = greatest(first_loads.until, excluded.until);
END $$;

-- Derives the events of listings from their columns and their history. Days are those of the listing's own time zone.
-- listed: the day of firstdate, if the listing has been current here; not for one that came with the first load of its
--   account, or more than 30 days after its firstdate, unless a later firstdate began another offer. The status with which
--   it came is no condition, because visitors do not see it.
-- sold: while the listing is sold, the day of the sale. leased, withdrawn: each change to the status.
-- A day that the agency does not state is the day of the change; if the listing came with the status and keeps it, the
--   day of modtime.
-- amount: the shown price of a sale, from $1,000; the weekly rent of a lease that lasts, from $10, unless it is a
--   holiday home (bit 44 of flags, FLAG_BITS).
-- days: from firstdate to the sale, or to a lease that lasts, if the listing was current here before; unknown if it came
--   with the first load without an earlier firstdate.
-- The ids are joined: a condition with ANY would compare each row with each id.
CREATE FUNCTION events_of(ids int[]) RETURNS SETOF listing_events STABLE LANGUAGE sql AS $$
  WITH changed AS MATERIALIZED (
    SELECT listing_id AS id, at, before ->> 'status' AS was, lag(at) OVER earlier AS since,
      lead(at) OVER earlier IS NULL AS is_last
    FROM unnest(ids) asked JOIN listing_history ON listing_id = asked AND kind = 'status'
    WINDOW earlier AS (PARTITION BY listing_id ORDER BY at)
  ), states AS MATERIALIZED (
    SELECT id, was AS status, since, false AS stands FROM changed
    UNION ALL
    SELECT listing.id, listing.status::text, changed.at, true FROM unnest(ids) asked
    JOIN listings listing ON listing.id = asked LEFT JOIN changed ON changed.id = asked AND is_last
  ), known AS MATERIALIZED (
    SELECT listing.*, (firstdate AT TIME ZONE time_zone)::date AS first_day, was_current,
      coalesce(created_at <= until, false) AS is_loaded
    FROM (SELECT id, bool_or(status = 'current') AS was_current FROM states GROUP BY id) offered
    JOIN listings listing USING (id) LEFT JOIN first_loads USING (website_id)
  ), happened AS (
    SELECT id, 'listed'::listing_event AS what, first_day AS day, NULL::float8 AS amount, NULL::int AS days, true AS stands
    FROM known WHERE was_current AND (firstdate > created_at
      OR created_at - firstdate <= interval '30 days' AND NOT is_loaded)
    UNION ALL
    SELECT id, auction_outcome, outcome_day, NULL, NULL, true FROM known WHERE auction_outcome IS NOT NULL
    UNION ALL
    SELECT id, what, day, CASE WHEN stands THEN CASE
        WHEN what = 'sold' AND shown_sold_price >= 1000 THEN shown_sold_price
        WHEN what = 'leased' AND listing_type = 'rental' AND price >= 10 AND flags & (1::bigint << 44) = 0 THEN price END END,
      CASE WHEN stands AND what <> 'withdrawn' AND was_current AND day >= first_day
        AND NOT (is_loaded AND firstdate = created_at) THEN day - first_day END, stands
    FROM (
      SELECT known.*, state.status::listing_event AS what, stands, coalesce(
        CASE state.status WHEN 'sold' THEN sold_day END, (state.since AT TIME ZONE time_zone)::date,
        CASE WHEN stands THEN (modtime AT TIME ZONE time_zone)::date END) AS day
      FROM states state JOIN known USING (id)
      WHERE state.status IN ('leased', 'withdrawn') OR state.status = 'sold' AND stands
    ) closed
  )
  SELECT DISTINCT ON (id, what, day) happened.amount, id, what, day, happened.days, website_id, suburb_id, listing_type,
    known.status, bedrooms, is_hidden, hides_price, hides_suburb, category
  FROM happened JOIN known USING (id) WHERE day IS NOT NULL
  ORDER BY id, what, day, stands DESC
$$;

-- Writes the events of listings that differ from the stored ones. PL/pgSQL keeps the plans: making them takes longer than
-- the events of a listing.
CREATE FUNCTION keep_events(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_first_loads(ids);
  WITH derived AS MATERIALIZED (SELECT * FROM events_of(ids)),
  stored AS MATERIALIZED (SELECT event.* FROM unnest(ids) asked JOIN listing_events event ON listing_id = asked),
  removed AS (
    DELETE FROM listing_events event USING (
      SELECT listing_id, what, day FROM stored EXCEPT SELECT listing_id, what, day FROM derived) gone
    WHERE (event.listing_id, event.what, event.day) = (gone.listing_id, gone.what, gone.day)
  )
  INSERT INTO listing_events SELECT * FROM derived EXCEPT SELECT * FROM stored
  ON CONFLICT (listing_id, what, day) DO UPDATE SET (amount, days, website_id, suburb_id, listing_type, status, bedrooms,
    is_hidden, hides_price, hides_suburb, category) = (excluded.amount, excluded.days, excluded.website_id,
    excluded.suburb_id, excluded.listing_type, excluded.status, excluded.bedrooms, excluded.is_hidden,
    excluded.hides_price, excluded.hides_suburb, excluded.category);
END $$;
