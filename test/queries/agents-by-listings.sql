-- GET /api/v1/agents?ids=31&sort=listings-desc

-- $1 = [31]
-- $2 = 20
-- $3 = 0
-- $4 = the current day
-- $5 = the current day
WITH
  found AS MATERIALIZED (
    SELECT
      part.*,
      extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS "serverIncarnation",
      pg_current_snapshot()::text || ' ' || extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS snapshot
    FROM
      (
        WITH
          matched AS MATERIALIZED (
            SELECT
              agent.id AS key,
              coalesce(counted.number, 0) AS by_0,
              agent.id AS by_1
            FROM
              agents agent
              JOIN accounts account ON account.id = agent.website_id
              LEFT JOIN LATERAL (
                SELECT
                  count(*) AS number
                FROM
                  listing_agents link
                  JOIN listings listing ON listing.id = link.listing_id
                WHERE
                  link.agent_id = agent.id
                  AND (listing.status = 'current')
              ) counted ON TRUE
            WHERE
              (agent.id = ANY ($1::int[]))
          )
        SELECT
          (
            SELECT
              count(*)::int
            FROM
              matched
          ) AS total,
          ARRAY(
            SELECT
              key
            FROM
              matched
            ORDER BY
              by_0 DESC,
              by_1 ASC
            LIMIT
              $2
            OFFSET
              $3
          ) AS keys
      ) part
  )
SELECT
  page.*,
  found.total,
  found."serverIncarnation",
  found.snapshot
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      agent.id,
      agent.version,
      account.id AS "websiteID",
      agent.item,
      agent.biography,
      account.agent_summary AS website,
      coalesce(
        (
          SELECT
            json_agg(
              json_build_object(
                'totalListings',
                total,
                'totalListingValues',
                listing_values,
                'totalSoldPrices',
                sold_prices,
                'totalRentPrices',
                rent_prices,
                'status',
                status,
                'listingType',
                type,
                'modtime',
                to_char(modtime AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
              )
              ORDER BY
                status,
                type DESC
            )::text
          FROM
            (
              SELECT
                listing.status,
                count(*) AS total,
                coalesce(sum(listing.value), 0) AS listing_values,
                coalesce(
                  sum(coalesce(listing.sold_price, listing.value)) FILTER (
                    WHERE
                      listing.status = 'sold'
                  ),
                  0
                ) AS sold_prices,
                coalesce(sum(listing.rent), 0) AS rent_prices,
                max(listing.modtime) AS modtime,
                CASE
                  WHEN listing.listing_type IN ('residential', 'rental') THEN 'residential'
                  WHEN listing.listing_type IN ('commercial', 'business') THEN 'commercial'
                  ELSE 'land'
                END AS type
              FROM
                listing_agents link
                JOIN listings listing ON listing.id = link.listing_id
              WHERE
                link.agent_id = agent.id
                AND listing.status IN ('current', 'sold')
              GROUP BY
                listing.status,
                type
            ) stats
        ),
        '[]'
      ) AS stats,
      (
        SELECT
          own.access_key
        FROM
          credentials own
        WHERE
          own.website_id = account.id
          AND own.scope = 'full'
          AND own.expires_at IS NULL
        ORDER BY
          own.id
        LIMIT
          1
      ) AS "accessKey",
      account.latitude,
      account.longitude,
      account.is_centre AS "isCentre",
      (
        SELECT
          json_strip_nulls(
            json_build_object(
              'sale',
              count(*) FILTER (
                WHERE
                  what = 'sale'
              ),
              'rent',
              count(*) FILTER (
                WHERE
                  what = 'rent'
              ),
              'sold12Months',
              count(*) FILTER (
                WHERE
                  what = 'sold'
              ),
              'leased12Months',
              count(*) FILTER (
                WHERE
                  what = 'leased'
              ),
              'medianSoldPrice',
              CASE
                WHEN count(price) >= 3 THEN round(
                  (
                    percentile_cont(0.5) WITHIN GROUP (
                      ORDER BY
                        price
                    )
                  )::numeric
                )
              END
            )
          )::text
        FROM
          (
            SELECT
              CASE
                WHEN listing.flags & 4503599627370496 <> 0 THEN 'rent'
                ELSE 'sale'
              END AS what,
              NULL::float8 AS price
            FROM
              listing_agents link
              JOIN listings listing ON listing.id = link.listing_id
            WHERE
              link.agent_id = agent.id
              AND (listing.status = 'current')
            UNION ALL
            SELECT
              closing.what::text,
              CASE
                WHEN closing.what = 'sold' THEN amount
              END
            FROM
              listing_agents link
              JOIN listing_events closing USING (listing_id)
              JOIN listings listing ON listing.id = closing.listing_id
            WHERE
              link.agent_id = agent.id
              AND (
                closing.what IN ('sold', 'leased')
                AND closing.day > $4::date - interval '12 months'
                AND closing.day <= $5::date + 1
              )
          ) found
      ) AS counts
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN agents agent
      JOIN accounts account ON account.id = agent.website_id
      LEFT JOIN LATERAL (
        SELECT
          count(*) AS number
        FROM
          listing_agents link
          JOIN listings listing ON listing.id = link.listing_id
        WHERE
          link.agent_id = agent.id
          AND (listing.status = 'current')
      ) counted ON TRUE ON agent.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
