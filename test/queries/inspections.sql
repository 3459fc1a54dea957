-- GET /api/v1/inspections

-- $1 = "now"
-- $2 = "now"
-- $3 = 2001
-- $4 = "now"
-- $5 = "now"
-- $6 = 2000
-- $7 = "now"
-- $8 = "now"
-- $9 = 20
-- $10 = 0
-- $11 = 20
-- $12 = 0
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
              (event.listing_id || ' ' || event.position) AS key,
              event.starts_at AS by_0,
              event.listing_id AS by_1,
              event.position AS by_2
            FROM
              (
                SELECT
                  listing_id,
                  position,
                  starts_at,
                  ends_at,
                  first_day,
                  last_day
                FROM
                  listing_inspections
                UNION ALL
                SELECT
                  id AS listing_id,
                  -1::smallint AS position,
                  auction_at AS starts_at,
                  auction_at AS ends_at,
                  auction_day AS first_day,
                  auction_day AS last_day
                FROM
                  listings listing
              ) event
              JOIN (
                SELECT
                  'current'::listing_status AS status,
                  *
                FROM
                  current_listings
              ) listing ON listing.id = event.listing_id
            WHERE
              event.starts_at IS NOT NULL
              AND listing.status = 'current'
              AND ((event.ends_at >= $1::timestamptz))
              AND (listing.status = 'current')
              AND event.starts_at >= $2::timestamptz - interval '0' - (
                SELECT
                  coalesce(max(ends_at - starts_at), '0')
                FROM
                  listing_inspections
              )
            LIMIT
              $3
          ),
          counted AS MATERIALIZED (
            SELECT
              count(*)::int AS total
            FROM
              (
                SELECT
                  listing_id,
                  position,
                  starts_at,
                  ends_at,
                  first_day,
                  last_day
                FROM
                  listing_inspections
                UNION ALL
                SELECT
                  id AS listing_id,
                  -1::smallint AS position,
                  auction_at AS starts_at,
                  auction_at AS ends_at,
                  auction_day AS first_day,
                  auction_day AS last_day
                FROM
                  listings listing
              ) event
              JOIN (
                SELECT
                  'current'::listing_status AS status,
                  *
                FROM
                  current_listings
              ) listing ON listing.id = event.listing_id
            WHERE
              event.starts_at IS NOT NULL
              AND listing.status = 'current'
              AND ((event.ends_at >= $4::timestamptz))
              AND (listing.status = 'current')
              AND event.starts_at >= $5::timestamptz - interval '0' - (
                SELECT
                  coalesce(max(ends_at - starts_at), '0')
                FROM
                  listing_inspections
              )
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $6 THEN ARRAY(
              SELECT
                (event.listing_id || ' ' || event.position)
              FROM
                (
                  SELECT
                    listing_id,
                    position,
                    starts_at,
                    ends_at,
                    first_day,
                    last_day
                  FROM
                    listing_inspections
                  UNION ALL
                  SELECT
                    id AS listing_id,
                    -1::smallint AS position,
                    auction_at AS starts_at,
                    auction_at AS ends_at,
                    auction_day AS first_day,
                    auction_day AS last_day
                  FROM
                    listings listing
                ) event
                JOIN (
                  SELECT
                    'current'::listing_status AS status,
                    *
                  FROM
                    current_listings
                ) listing ON listing.id = event.listing_id
              WHERE
                event.starts_at IS NOT NULL
                AND listing.status = 'current'
                AND ((event.ends_at >= $7::timestamptz))
                AND (listing.status = 'current')
                AND event.starts_at >= $8::timestamptz - interval '0' - (
                  SELECT
                    coalesce(max(ends_at - starts_at), '0')
                  FROM
                    listing_inspections
                )
              ORDER BY
                event.starts_at ASC,
                event.listing_id ASC,
                event.position ASC
              LIMIT
                $9
              OFFSET
                $10
            )
            ELSE ARRAY(
              SELECT
                key
              FROM
                matched
              ORDER BY
                by_0 ASC,
                by_1 ASC,
                by_2 ASC
              LIMIT
                $11
              OFFSET
                $12
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
      event.position < 0 AS "isAuction",
      event.starts_at AS "startsAt",
      event.ends_at AS "endsAt",
      listing.time_zone AS "timeZone",
      listing.updated_at AS "updatedAt",
      listing.version,
      account.xmin AS "accountVersion",
      shown_agents.versions AS "agentVersions",
      coalesce(shown_agents.texts, '') AS agents,
      listing.id AS "listingID",
      listing.uid AS "listingUid",
      listing.property_id AS "propertyID",
      CASE listing.is_centre
        WHEN true THEN 'suburb'
        WHEN false THEN 'exact'
      END AS "locationAccuracy",
      document.card AS card,
      listing.website_id AS "websiteID",
      document.slug_values AS "slugValues",
      rtrim(account.link, '/') AS link,
      account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
      account.uid,
      account.listing_card AS website
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN LATERAL (
        SELECT
          *
        FROM
          (
            SELECT
              listing_id,
              position,
              starts_at,
              ends_at,
              first_day,
              last_day
            FROM
              listing_inspections
            UNION ALL
            SELECT
              id AS listing_id,
              -1::smallint AS position,
              auction_at AS starts_at,
              auction_at AS ends_at,
              auction_day AS first_day,
              auction_day AS last_day
            FROM
              listings listing
          ) event
        WHERE
          event.listing_id = split_part(asked.key, ' ', 1)::int
          AND event.position = split_part(asked.key, ' ', 2)::smallint
      ) event ON (event.listing_id || ' ' || event.position) = asked.key
      JOIN listings listing ON listing.id = event.listing_id
      JOIN accounts account ON account.id = listing.website_id
      JOIN listing_documents document ON document.listing_id = listing.id
      CROSS JOIN LATERAL (
        SELECT
          string_agg(
            agent.id || ' ' || agent.xmin,
            ','
            ORDER BY
              agent.position
          ) AS versions,
          string_agg(
            agent.listing_card,
            ','
            ORDER BY
              agent.position
          ) AS texts
        FROM
          (
            SELECT
              agent.id,
              agent.xmin,
              agent.listing_card,
              link.position
            FROM
              listing_agents link
              JOIN agents agent ON agent.id = link.agent_id
            WHERE
              link.listing_id = listing.id
            ORDER BY
              link.position
            LIMIT
              2
          ) agent
      ) shown_agents
  ) page ON TRUE
ORDER BY
  page.position;
