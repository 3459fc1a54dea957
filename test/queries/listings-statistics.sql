-- GET /api/v1/listings/statistics?until=2026-03-31&state=VIC

-- $1 = ["vic","victoria"]
-- $2 = ["vic","victoria"]
-- $3 = the current day
-- $4 = "2025-04-01"
-- $5 = "2026-03-31"
-- $6 = ["2025-04-01","2025-05-01","2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01"]
-- $7 = "2025-04-01"
-- $8 = "2026-03-31"
-- $9 = the current day
-- $10 = ["vic","victoria"]
-- $11 = ["2025-04-01","2025-05-01","2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01"]
-- $12 = ["2025-04-30","2025-05-31","2025-06-30","2025-07-31","2025-08-31","2025-09-30","2025-10-31","2025-11-30","2025-12-31","2026-01-31","2026-02-28","2026-03-31"]
WITH
  totals AS MATERIALIZED (
    SELECT
      TRUE AS is_whole,
      NULL::int AS key,
      count(*) AS total
    FROM
      listings listing
    WHERE
      (
        listing.suburb_id IN (
          SELECT
            suburb.id
          FROM
            suburbs suburb
          WHERE
            (lower(suburb.state) = ANY ($1::text[]))
        )
      )
  ),
  offered AS (
    SELECT
      listing.id,
      NULL::int AS own_key,
      listing.flags & 1099511627776 <> 0 AS is_reduced,
      listing.flags & 70368744177664 <> 0 AS is_under_offer,
      CASE
        WHEN NOT listing.flags & 4503599627370496 <> 0
        AND listing.price >= 1000 THEN listing.price
      END AS price,
      CASE
        WHEN listing.listing_type = 'rental'
        AND NOT listing.flags & 17592186044416 <> 0
        AND listing.price >= 10 THEN listing.price
      END AS rent
    FROM
      (
        SELECT
          'current'::listing_status AS status,
          *
        FROM
          current_listings
      ) listing
    WHERE
      (
        listing.suburb_id IN (
          SELECT
            suburb.id
          FROM
            suburbs suburb
          WHERE
            (lower(suburb.state) = ANY ($2::text[]))
        )
      )
      AND listing.status = 'current'
  ),
  happened AS (
    SELECT
      listing.id,
      NULL::int AS own_key,
      event.what,
      CASE
        WHEN TRUE THEN event.amount
      END AS amount,
      event.days,
      event.day > $3::date - 7
      AND event.what = 'listed'
      AND listing.status = 'current' AS is_new,
      CASE
        WHEN event.day BETWEEN $4::date AND $5::date THEN width_bucket(event.day, $6::date[])
      END AS period
    FROM
      listing_events event,
      LATERAL (
        SELECT
          event.listing_id AS id,
          event.website_id,
          event.suburb_id,
          event.listing_type,
          event.status,
          event.bedrooms,
          event.is_hidden,
          event.hides_price,
          event.hides_suburb,
          event.category
      ) listing
    WHERE
      (
        event.day BETWEEN $7::date AND $8::date
        OR event.day > $9::date - 7
        AND event.what = 'listed'
        AND listing.status = 'current'
      )
      AND (
        listing.suburb_id IN (
          SELECT
            suburb.id
          FROM
            suburbs suburb
          WHERE
            (lower(suburb.state) = ANY ($10::text[]))
        )
      )
  ),
  offers AS MATERIALIZED (
    SELECT
      TRUE AS is_whole,
      NULL::int AS key,
      count(*) AS count,
      count(*) FILTER (
        WHERE
          is_reduced
      ) AS reduced,
      count(*) FILTER (
        WHERE
          is_under_offer
      ) AS under_offer,
      CASE
        WHEN count(price) FILTER (
          WHERE
            TRUE
        ) >= 3 THEN json_build_object(
          'count',
          count(price) FILTER (
            WHERE
              TRUE
          ),
          'median',
          round(
            (
              percentile_cont(0.5) WITHIN GROUP (
                ORDER BY
                  price
              ) FILTER (
                WHERE
                  TRUE
              )
            )::numeric
          ),
          'p25',
          round(
            (
              percentile_cont(0.25) WITHIN GROUP (
                ORDER BY
                  price
              ) FILTER (
                WHERE
                  TRUE
              )
            )::numeric
          ),
          'p75',
          round(
            (
              percentile_cont(0.75) WITHIN GROUP (
                ORDER BY
                  price
              ) FILTER (
                WHERE
                  TRUE
              )
            )::numeric
          ),
          'lowest',
          round((min(price))::numeric),
          'highest',
          round((max(price))::numeric)
        )
      END AS price,
      CASE
        WHEN count(rent) FILTER (
          WHERE
            TRUE
        ) >= 3 THEN json_build_object(
          'count',
          count(rent) FILTER (
            WHERE
              TRUE
          ),
          'median',
          round(
            (
              percentile_cont(0.5) WITHIN GROUP (
                ORDER BY
                  rent
              ) FILTER (
                WHERE
                  TRUE
              )
            )::numeric
          ),
          'p25',
          round(
            (
              percentile_cont(0.25) WITHIN GROUP (
                ORDER BY
                  rent
              ) FILTER (
                WHERE
                  TRUE
              )
            )::numeric
          ),
          'p75',
          round(
            (
              percentile_cont(0.75) WITHIN GROUP (
                ORDER BY
                  rent
              ) FILTER (
                WHERE
                  TRUE
              )
            )::numeric
          ),
          'lowest',
          round((min(rent))::numeric),
          'highest',
          round((max(rent))::numeric)
        )
      END AS rent
    FROM
      offered
  ),
  counted AS MATERIALIZED (
    SELECT
      TRUE AS is_whole,
      NULL::int AS key,
      period,
      count(*) FILTER (
        WHERE
          is_new
      ) AS fresh,
      json_build_object(
        'listed',
        count(*) FILTER (
          WHERE
            what IN ('listed')
        ),
        'sold',
        count(*) FILTER (
          WHERE
            what IN ('sold')
        ),
        'leased',
        count(*) FILTER (
          WHERE
            what IN ('leased')
        ),
        'withdrawn',
        count(*) FILTER (
          WHERE
            what IN ('withdrawn')
        ),
        'auctions',
        json_build_object(
          'held',
          count(*) FILTER (
            WHERE
              what IN ('auction-sold', 'auction-passed-in')
          ),
          'sold',
          count(*) FILTER (
            WHERE
              what IN ('auction-sold', 'auction-sold-prior')
          ),
          'passedIn',
          count(*) FILTER (
            WHERE
              what IN ('auction-passed-in')
          ),
          'withdrawn',
          count(*) FILTER (
            WHERE
              what IN ('auction-withdrawn')
          ),
          'clearance',
          round(
            100.0 * count(*) FILTER (
              WHERE
                what IN ('auction-sold', 'auction-sold-prior')
            ) / nullif(
              count(*) FILTER (
                WHERE
                  what IN ('auction-sold', 'auction-sold-prior')
              ) + count(*) FILTER (
                WHERE
                  what IN ('auction-passed-in')
              ) + count(*) FILTER (
                WHERE
                  what IN ('auction-withdrawn')
              ),
              0
            )
          )
        ),
        'soldPrice',
        CASE
          WHEN count(amount) FILTER (
            WHERE
              what IN ('sold')
          ) >= 3 THEN json_build_object(
            'count',
            count(amount) FILTER (
              WHERE
                what IN ('sold')
            ),
            'median',
            round(
              (
                percentile_cont(0.5) WITHIN GROUP (
                  ORDER BY
                    amount
                ) FILTER (
                  WHERE
                    what IN ('sold')
                )
              )::numeric
            ),
            'p25',
            round(
              (
                percentile_cont(0.25) WITHIN GROUP (
                  ORDER BY
                    amount
                ) FILTER (
                  WHERE
                    what IN ('sold')
                )
              )::numeric
            ),
            'p75',
            round(
              (
                percentile_cont(0.75) WITHIN GROUP (
                  ORDER BY
                    amount
                ) FILTER (
                  WHERE
                    what IN ('sold')
                )
              )::numeric
            )
          )
        END,
        'rent',
        CASE
          WHEN count(amount) FILTER (
            WHERE
              what IN ('leased')
          ) >= 3 THEN json_build_object(
            'count',
            count(amount) FILTER (
              WHERE
                what IN ('leased')
            ),
            'median',
            round(
              (
                percentile_cont(0.5) WITHIN GROUP (
                  ORDER BY
                    amount
                ) FILTER (
                  WHERE
                    what IN ('leased')
                )
              )::numeric
            ),
            'p25',
            round(
              (
                percentile_cont(0.25) WITHIN GROUP (
                  ORDER BY
                    amount
                ) FILTER (
                  WHERE
                    what IN ('leased')
                )
              )::numeric
            ),
            'p75',
            round(
              (
                percentile_cont(0.75) WITHIN GROUP (
                  ORDER BY
                    amount
                ) FILTER (
                  WHERE
                    what IN ('leased')
                )
              )::numeric
            )
          )
        END,
        'daysOnMarket',
        CASE
          WHEN count(days) FILTER (
            WHERE
              TRUE
          ) >= 3 THEN json_build_object(
            'count',
            count(days) FILTER (
              WHERE
                TRUE
            ),
            'median',
            percentile_cont(0.5) WITHIN GROUP (
              ORDER BY
                days
            ) FILTER (
              WHERE
                TRUE
            )
          )
        END
      ) AS numbers
    FROM
      happened
    GROUP BY
      period
  )
SELECT
  json_strip_nulls(
    json_build_object(
      'total',
      whole.total,
      'current',
      json_build_object(
        'count',
        coalesce(offers.count, 0),
        'new',
        (
          SELECT
            coalesce(sum(fresh), 0)
          FROM
            counted
          WHERE
            counted.is_whole = whole.is_whole
            AND counted.key IS NOT DISTINCT FROM whole.key
        ),
        'reduced',
        coalesce(offers.reduced, 0),
        'underOffer',
        coalesce(offers.under_offer, 0),
        'price',
        offers.price,
        'rent',
        offers.rent
      ),
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
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'listed',
              'sold',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'sold',
              'leased',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'leased',
              'withdrawn',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'withdrawn',
              'auctions',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'auctions',
              'soldPrice',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'soldPrice',
              'rent',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'rent',
              'daysOnMarket',
              coalesce(
                numbers,
                '{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json
              ) -> 'daysOnMarket'
            )
            ORDER BY
              at
          )
        FROM
          unnest($11::date[], $12::date[]) WITH ORDINALITY period ("from", "to", at)
          LEFT JOIN counted ON counted.period = at
          AND counted.is_whole = whole.is_whole
          AND counted.key IS NOT DISTINCT FROM whole.key
      )
    )
  ) AS numbers
FROM
  totals whole
  LEFT JOIN offers ON offers.is_whole = whole.is_whole
  AND offers.key IS NOT DISTINCT FROM whole.key
ORDER BY
  whole.is_whole DESC,
  whole.total DESC,
  whole.key;
