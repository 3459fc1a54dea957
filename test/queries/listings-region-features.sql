-- GET /api/v1/listings?region=Greater%20Melbourne&dishwasher=true&balcony=true

-- $1 = 2
-- $2 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $3 = 7
-- $4 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $5 = ["areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $6 = "132"
-- $7 = "132"
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
                    region_flags (listing.region_id, listing.flags) && ARRAY(
                      SELECT
                        64 * region.id + $1::int
                      FROM
                        regions region
                      WHERE
                        region.place_keys && $2::text[]
                    )
                  )
                  AND (
                    region_flags (listing.region_id, listing.flags) && ARRAY(
                      SELECT
                        64 * region.id + $3::int
                      FROM
                        regions region
                      WHERE
                        region.place_keys && $4::text[]
                    )
                  )
                  OR (
                    listing.id = ANY (
                      ARRAY(
                        SELECT
                          member.id
                        FROM
                          listings member
                          JOIN suburbs suburb ON suburb.id = member.suburb_id
                        WHERE
                          member.status = 'current'
                          AND suburb.place_keys && $5::text[]
                      )
                    )
                  )
                  AND ((listing.flags # $6::bigint) & $7::bigint < 1)
                )
              )
              AND (listing.status = 'current')
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
              $8
            OFFSET
              $9
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
