-- GET /api/v1/listings?status=sold&minSoldPrice=500000&sort=sold-desc

-- $1 = 500000
-- $2 = 2001
-- $3 = 500000
-- $4 = 2000
-- $5 = 500000
-- $6 = 20
-- $7 = 0
-- $8 = 20
-- $9 = 0
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
              listing.id AS key
            FROM
              listings listing
            WHERE
              (listing.shown_sold_price >= $1)
              AND (listing.status = 'sold')
            LIMIT
              $2
          ),
          counted AS MATERIALIZED (
            SELECT
              count(*)::int AS total
            FROM
              listings listing
            WHERE
              (listing.shown_sold_price >= $3)
              AND (listing.status = 'sold')
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $4 THEN ARRAY(
              SELECT
                listing.id
              FROM
                listings listing
              WHERE
                (listing.shown_sold_price >= $5)
                AND (listing.status = 'sold')
              ORDER BY
                listing.sold_at DESC NULLS LAST,
                listing.id ASC
              LIMIT
                $6
              OFFSET
                $7
            )
            ELSE ARRAY(
              SELECT
                listing.id
              FROM
                listings listing
              WHERE
                listing.id = ANY (
                  ARRAY(
                    SELECT
                      key
                    FROM
                      matched
                  )
                )
              ORDER BY
                listing.sold_at DESC NULLS LAST,
                listing.id ASC
              LIMIT
                $8
              OFFSET
                $9
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
