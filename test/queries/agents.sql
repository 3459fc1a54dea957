-- GET /api/v1/agents

-- $1 = 2001
-- $2 = 2000
-- $3 = 20
-- $4 = 0
-- $5 = 20
-- $6 = 0
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
              agent.id AS by_0
            FROM
              agents agent
              JOIN accounts account ON account.id = agent.website_id
            WHERE
              TRUE
            LIMIT
              $1
          ),
          counted AS MATERIALIZED (
            SELECT
              count(*)::int AS total
            FROM
              agents agent
              JOIN accounts account ON account.id = agent.website_id
            WHERE
              TRUE
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $2 THEN ARRAY(
              SELECT
                agent.id
              FROM
                agents agent
                JOIN accounts account ON account.id = agent.website_id
              WHERE
                TRUE
              ORDER BY
                agent.id ASC
              LIMIT
                $3
              OFFSET
                $4
            )
            ELSE ARRAY(
              SELECT
                key
              FROM
                matched
              ORDER BY
                by_0 ASC
              LIMIT
                $5
              OFFSET
                $6
            )
          END AS keys
        FROM
          counted
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
      account.is_centre AS "isCentre"
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN agents agent
      JOIN accounts account ON account.id = agent.website_id ON agent.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
