-- GET /api/v1/listings/statistics?until=2026-03-31&state=VIC

-- $1 = ["vic","victoria"]
-- $2 = 1
-- $3 = "month"
-- $4 = "2026-03-31T00:00:00Z"
-- $5 = 1
-- $6 = 12
-- $7 = "month"
WITH
  found AS MATERIALIZED (
    SELECT
      id,
      key AS own_key,
      shown_here,
      status,
      sold_day,
      sold_price,
      (firstdate AT TIME ZONE 'UTC')::date AS listed,
      (modtime AT TIME ZONE 'UTC')::date AS modified,
      CASE
        WHEN NOT is_rent THEN price
      END AS price,
      CASE
        WHEN listing_type = 'rental' THEN price
      END AS rent
    FROM
      (
        SELECT
          listing.id,
          listing.status::text AS status,
          listing.listing_type,
          listing.firstdate,
          listing.modtime,
          listing.sold_day,
          listing.flags & 4503599627370496 <> 0 AS is_rent,
          NULL::int AS key,
          FALSE AS shown_here,
          listing.price AS price,
          listing.shown_sold_price AS sold_price
        FROM
          listings listing
        WHERE
          (
            listing.suburb_id = ANY (
              ARRAY(
                SELECT
                  suburb.id
                FROM
                  suburbs suburb
                WHERE
                  (lower(suburb.state) = ANY ($1::text[]))
              )
            )
          )
      ) listing
  ),
  changed AS MATERIALIZED (
    SELECT
      found.id,
      change.at,
      change.before ->> 'status' AS was
    FROM
      found
      JOIN listing_history change ON change.listing_id = found.id
      AND change.kind = 'status'
  ),
  states AS (
    SELECT
      id,
      was AS status,
      lag(at) OVER (
        PARTITION BY
          id
        ORDER BY
          at
      ) AS since
    FROM
      changed
    UNION ALL
    SELECT
      found.id,
      found.status,
      latest.at
    FROM
      found
      JOIN (
        SELECT
          id,
          max(at) AS at
        FROM
          changed
        GROUP BY
          id
      ) latest ON latest.id = found.id
  ),
  seen AS (
    SELECT
      state.id,
      state.status,
      state.since,
      lag(state.status) OVER (
        PARTITION BY
          state.id
        ORDER BY
          state.since NULLS FIRST
      ) AS last
    FROM
      states state
      JOIN found ON found.id = state.id
    WHERE
      TRUE
  ),
  turns AS (
    SELECT
      id,
      status,
      CASE
        WHEN last IS NOT NULL THEN since
      END AS since,
      lead(id) OVER (
        PARTITION BY
          id
        ORDER BY
          since NULLS FIRST
      ) IS NULL AS stands
    FROM
      seen
    WHERE
      status IS DISTINCT FROM last
    UNION ALL
    SELECT
      id,
      status,
      NULL,
      TRUE
    FROM
      found
    WHERE
      status <> 'current'
      AND NOT EXISTS (
        SELECT
        FROM
          changed
        WHERE
          changed.id = found.id
      )
  ),
  events AS (
    SELECT
      id,
      'listed' AS what,
      listed AS day,
      NULL::float8 AS amount,
      NULL::float8 AS days
    FROM
      found
    UNION ALL
    SELECT
      id,
      what,
      day,
      amount,
      CASE
        WHEN stands
        AND what <> 'withdrawn' THEN greatest(0, day - listed)
      END
    FROM
      (
        SELECT
          found.id,
          found.listed,
          turns.status AS what,
          turns.stands,
          CASE
            WHEN turns.stands THEN CASE turns.status
              WHEN 'sold' THEN sold_price
              WHEN 'leased' THEN rent
            END
          END AS amount,
          coalesce(
            CASE turns.status
              WHEN 'sold' THEN sold_day
            END,
            (turns.since AT TIME ZONE 'UTC')::date,
            CASE
              WHEN turns.stands THEN found.modified
            END
          ) AS day
        FROM
          turns
          JOIN found ON found.id = turns.id
        WHERE
          turns.status IN ('leased', 'withdrawn')
          OR turns.status = 'sold'
          AND turns.stands
      ) turn
  ),
  periods AS MATERIALIZED (
    SELECT
      first::date AS "from",
      (first + make_interval(months => $2::int))::date - 1 AS "to"
    FROM
      (
        SELECT
          date_trunc($3::text, $4::timestamptz AT TIME ZONE 'UTC') - place * make_interval(months => $5::int) AS first
        FROM
          generate_series(0, $6::int - 1) place
      ) period
    WHERE
      first >= '0001-01-01'
  ),
  grouped AS MATERIALIZED (
    SELECT
      NULL::int AS id,
      NULL::int AS key
    WHERE
      FALSE
  ),
  largest AS MATERIALIZED (
    SELECT
      key
    FROM
      grouped
    GROUP BY
      key
    ORDER BY
      count(*) DESC,
      key
    LIMIT
      50
  ),
  wholes AS (
    SELECT
      TRUE AS is_whole,
      (
        SELECT
          key
        FROM
          grouped
        WHERE
          FALSE
      ) AS key,
      count(*) AS total,
      count(*) FILTER (
        WHERE
          status = 'current'
      ) AS count,
      CASE
        WHEN count(price) FILTER (
          WHERE
            status = 'current'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              price
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              price
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              price
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'lowest',
          min(price) FILTER (
            WHERE
              status = 'current'
          ),
          'highest',
          max(price) FILTER (
            WHERE
              status = 'current'
          )
        )
      END AS price,
      CASE
        WHEN count(rent) FILTER (
          WHERE
            status = 'current'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              rent
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              rent
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              rent
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'lowest',
          min(rent) FILTER (
            WHERE
              status = 'current'
          ),
          'highest',
          max(rent) FILTER (
            WHERE
              status = 'current'
          )
        )
      END AS rent
    FROM
      found
    UNION ALL
    SELECT
      FALSE,
      key,
      count(*) AS total,
      count(*) FILTER (
        WHERE
          status = 'current'
      ) AS count,
      CASE
        WHEN count(price) FILTER (
          WHERE
            status = 'current'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              price
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              price
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              price
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'lowest',
          min(price) FILTER (
            WHERE
              status = 'current'
          ),
          'highest',
          max(price) FILTER (
            WHERE
              status = 'current'
          )
        )
      END AS price,
      CASE
        WHEN count(rent) FILTER (
          WHERE
            status = 'current'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              rent
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              rent
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              rent
          ) FILTER (
            WHERE
              status = 'current'
          ),
          'lowest',
          min(rent) FILTER (
            WHERE
              status = 'current'
          ),
          'highest',
          max(rent) FILTER (
            WHERE
              status = 'current'
          )
        )
      END AS rent
    FROM
      found
      JOIN grouped USING (id)
      JOIN largest USING (key)
    GROUP BY
      key
  ),
  happened AS MATERIALIZED (
    SELECT
      id,
      what,
      amount,
      days,
      date_trunc($7::text, day::timestamp)::date AS "from"
    FROM
      events
    WHERE
      day BETWEEN (
        SELECT
          min("from")
        FROM
          periods
      ) AND (
        SELECT
          max("to")
        FROM
          periods
      )
  ),
  counted AS MATERIALIZED (
    SELECT
      TRUE AS is_whole,
      (
        SELECT
          key
        FROM
          grouped
        WHERE
          FALSE
      ) AS key,
      "from",
      count(*) FILTER (
        WHERE
          what = 'listed'
      ) AS listed,
      count(*) FILTER (
        WHERE
          what = 'sold'
      ) AS sold,
      count(*) FILTER (
        WHERE
          what = 'leased'
      ) AS leased,
      count(*) FILTER (
        WHERE
          what = 'withdrawn'
      ) AS withdrawn,
      CASE
        WHEN count(amount) FILTER (
          WHERE
            what = 'sold'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'sold'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'sold'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'sold'
          )
        )
      END AS sold_price,
      CASE
        WHEN count(amount) FILTER (
          WHERE
            what = 'leased'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'leased'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'leased'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'leased'
          )
        )
      END AS rent,
      CASE
        WHEN count(days) FILTER (
          WHERE
            TRUE
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              days
          ) FILTER (
            WHERE
              TRUE
          )
        )
      END AS days
    FROM
      happened
    GROUP BY
      "from"
    UNION ALL
    SELECT
      FALSE,
      key,
      "from",
      count(*) FILTER (
        WHERE
          what = 'listed'
      ) AS listed,
      count(*) FILTER (
        WHERE
          what = 'sold'
      ) AS sold,
      count(*) FILTER (
        WHERE
          what = 'leased'
      ) AS leased,
      count(*) FILTER (
        WHERE
          what = 'withdrawn'
      ) AS withdrawn,
      CASE
        WHEN count(amount) FILTER (
          WHERE
            what = 'sold'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'sold'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'sold'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'sold'
          )
        )
      END AS sold_price,
      CASE
        WHEN count(amount) FILTER (
          WHERE
            what = 'leased'
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'leased'
          ),
          'p25',
          percentile_cont(0.25) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'leased'
          ),
          'p75',
          percentile_cont(0.75) WITHIN GROUP (
            ORDER BY
              amount
          ) FILTER (
            WHERE
              what = 'leased'
          )
        )
      END AS rent,
      CASE
        WHEN count(days) FILTER (
          WHERE
            TRUE
        ) >= 3 THEN json_build_object(
          'median',
          percentile_cont(0.5) WITHIN GROUP (
            ORDER BY
              days
          ) FILTER (
            WHERE
              TRUE
          )
        )
      END AS days
    FROM
      happened
      JOIN grouped USING (id)
      JOIN largest USING (key)
    GROUP BY
      key,
      "from"
  )
SELECT
  json_strip_nulls(
    json_build_object(
      'total',
      whole.total,
      'current',
      json_build_object('count', whole.count, 'price', whole.price, 'rent', whole.rent),
      'series',
      (
        SELECT
          json_agg(
            json_build_object(
              'from',
              period."from",
              'to',
              period."to",
              'listed',
              coalesce(listed, 0),
              'sold',
              coalesce(sold, 0),
              'leased',
              coalesce(leased, 0),
              'withdrawn',
              coalesce(withdrawn, 0),
              'soldPrice',
              sold_price,
              'rent',
              counted.rent,
              'daysOnMarket',
              days
            )
            ORDER BY
              period."from"
          )
        FROM
          periods period
          LEFT JOIN counted ON counted."from" = period."from"
          AND counted.is_whole = whole.is_whole
          AND counted.key IS NOT DISTINCT FROM whole.key
      )
    )
  ) AS numbers
FROM
  wholes whole
ORDER BY
  whole.is_whole DESC,
  whole.total DESC,
  whole.key;
