-- GET /api/v1/listings?bbox=112,-44,154,-10&minbedrooms=3

-- $1 = -44
-- $2 = -10
-- $3 = 112
-- $4 = 154
-- $5 = 3
-- $6 = 2001
-- $7 = -44
-- $8 = -10
-- $9 = 112
-- $10 = 154
-- $11 = 3
-- $12 = 2000
-- $13 = -44
-- $14 = -10
-- $15 = 112
-- $16 = 154
-- $17 = 3
-- $18 = 20
-- $19 = 0
-- $20 = 20
-- $21 = 0
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
              (
                (
                  (
                    listing.latitude BETWEEN $1::float8 AND $2::float8
                    AND listing.longitude BETWEEN $3::float8 AND $4::float8
                  )
                )
              )
              AND (listing.bedrooms >= $5)
              AND (listing.status = 'current')
            LIMIT
              $6
          ),
          counted AS MATERIALIZED (
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
              (
                (
                  (
                    listing.latitude BETWEEN $7::float8 AND $8::float8
                    AND listing.longitude BETWEEN $9::float8 AND $10::float8
                  )
                )
              )
              AND (listing.bedrooms >= $11)
              AND (listing.status = 'current')
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $12 THEN ARRAY(
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
                (
                  (
                    (
                      listing.latitude BETWEEN $13::float8 AND $14::float8
                      AND listing.longitude BETWEEN $15::float8 AND $16::float8
                    )
                  )
                )
                AND (listing.bedrooms >= $17)
                AND (listing.status = 'current')
              ORDER BY
                listing.firstdate DESC,
                listing.id ASC
              LIMIT
                $18
              OFFSET
                $19
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
                $20
              OFFSET
                $21
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
