-- GET /api/v1/listings?dishwasher=true&minbedrooms=2&minPrice=300000&maxPrice=900000

-- $1 = "128"
-- $2 = "128"
-- $3 = 2
-- $4 = 300000
-- $5 = 300000
-- $6 = 900000
-- $7 = 20001
-- $8 = 20000
-- $9 = "128"
-- $10 = "128"
-- $11 = 2
-- $12 = 300000
-- $13 = 300000
-- $14 = 900000
-- $15 = 20000
-- $16 = "128"
-- $17 = "128"
-- $18 = 2
-- $19 = 300000
-- $20 = 300000
-- $21 = 900000
-- $22 = 20
-- $23 = 0
-- $24 = 20
-- $25 = 0
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
              listing.id AS key,
              listing.firstdate AS by_0,
              listing.id AS by_1
            FROM
              (
                SELECT
                  'current'::listing_status AS status,
                  *
                FROM
                  current_listings
              ) listing
            WHERE
              ((listing.flags # $1::bigint) & $2::bigint < 1)
              AND (listing.bedrooms >= $3)
              AND (listing.status = 'current')
              AND (
                (
                  listing.price >= $4
                  OR listing.price_to >= $5
                )
              )
              AND (listing.price <= $6)
            LIMIT
              $7
          ),
          counted AS MATERIALIZED (
            SELECT
              CASE
                WHEN count(*) > $8 THEN (
                  SELECT
                    count(*)::int AS total
                  FROM
                    (
                      SELECT
                        'current'::listing_status AS status,
                        *
                      FROM
                        current_listings
                    ) listing
                  WHERE
                    ((listing.flags # $9::bigint) & $10::bigint < 1)
                    AND (listing.bedrooms >= $11)
                    AND (listing.status = 'current')
                    AND (
                      (
                        listing.price >= $12
                        OR listing.price_to >= $13
                      )
                    )
                    AND (listing.price <= $14)
                )
                ELSE count(*)::int
              END AS total
            FROM
              matched
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $15 THEN ARRAY(
              SELECT
                listing.id
              FROM
                (
                  SELECT
                    'current'::listing_status AS status,
                    *
                  FROM
                    current_listings
                ) listing
              WHERE
                ((listing.flags # $16::bigint) & $17::bigint < 1)
                AND (listing.bedrooms >= $18)
                AND (listing.status = 'current')
                AND (
                  (
                    listing.price >= $19
                    OR listing.price_to >= $20
                  )
                )
                AND (listing.price <= $21)
              ORDER BY
                listing.firstdate DESC,
                listing.id ASC
              LIMIT
                $22
              OFFSET
                $23
            )
            ELSE ARRAY(
              SELECT
                key
              FROM
                matched
              ORDER BY
                by_0 DESC,
                by_1 ASC
              LIMIT
                $24
              OFFSET
                $25
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
      listing.time_zone AS "timeZone",
      document.document AS document,
      document.address AS address,
      property.uid AS "propertyUid",
      NULL::float8 AS "suburbLatitude",
      NULL::float8 AS "suburbLongitude",
      listing.website_id AS "websiteID",
      document.slug_values AS "slugValues",
      rtrim(account.link, '/') AS link,
      account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
      account.uid,
      account.listing_summary AS website
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN listings listing ON listing.id = asked.key
      JOIN properties property ON property.id = listing.property_id
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
            '{"_id":"' || agent.uid || '","id":' || agent.id || ',"name":' || to_json(agent.name) || '}',
            ','
            ORDER BY
              agent.position
          ) AS texts
        FROM
          (
            SELECT
              agent.id,
              agent.xmin,
              agent.uid,
              agent.name,
              link.position
            FROM
              listing_agents link
              JOIN agents agent ON agent.id = link.agent_id
            WHERE
              link.listing_id = listing.id
          ) agent
      ) shown_agents
  ) page ON TRUE
ORDER BY
  page.position;
