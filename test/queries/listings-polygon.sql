-- GET /api/v1/listings?polygon=144.9,-37.9;145.1,-37.9;145,-37.7&minbedrooms=2

-- $1 = "(145.1,-37.7),(144.9,-37.9)"
-- $2 = "[(148377.6,-38809.6),(148582.4,-38809.6),(148480,-38604.8),(148377.6,-38809.6)]"
-- $3 = ["144.9","145.1","145"]
-- $4 = ["-37.9","-37.9","-37.7"]
-- $5 = ["145.1","145","144.9"]
-- $6 = ["-37.9","-37.7","-37.9"]
-- $7 = "((155585190297.6,-40694815129.6),(155799938662.4,-40694815129.6),(155692564480,-40480066764.8))"
-- $8 = 2
-- $9 = 20
-- $10 = 0
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
                    ((point(listing.longitude, listing.latitude) <@ $1::box))
                    AND (
                      CASE
                        WHEN point(listing.longitude * 1024::float8, listing.latitude * 1024::float8) <@ $2::path THEN (
                          SELECT
                            bool_or(
                              turn = 0
                              AND x BETWEEN least(ax, bx) AND greatest(ax, bx)
                              AND y BETWEEN least(ay, by) AND greatest(ay, by)
                            )
                            OR count(*) FILTER (
                              WHERE
                                (ay > y) <> (by > y)
                                AND (turn > 0) = (by > ay)
                            ) % 2 = 1
                          FROM
                            (
                              SELECT
                                listing.longitude::text::numeric AS x,
                                listing.latitude::text::numeric AS y
                            ) place,
                            unnest($3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[]) AS edge (ax, ay, bx, by),
                            LATERAL (
                              SELECT
                                (bx - ax) * (y - ay) - (by - ay) * (x - ax) AS turn
                            ) side
                        )
                        ELSE point(listing.longitude * 1073741824::float8, listing.latitude * 1073741824::float8) <@ $7::polygon
                      END
                    )
                  )
                )
              )
              AND ((listing.bedrooms >= $8) IS TRUE)
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
              $9
            OFFSET
              $10
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
