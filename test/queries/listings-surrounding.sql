-- GET /api/v1/listings?fullSuburb=Richmond%20VIC%203121&surroundingsuburb=1

-- $1 = ["fullSuburb:richmond|vic|3121","fullSuburb:richmond vic 3121||"]
-- $2 = 20
-- $3 = 0
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
              listings listing
            WHERE
              (
                listing.suburb_id = ANY (
                  ARRAY(
                    WITH
                      matched AS (
                        SELECT
                          suburb.id,
                          suburb.surrounding_suburbs
                        FROM
                          suburbs suburb
                        WHERE
                          (suburb.place_keys && $1::text[])
                      )
                    SELECT
                      suburb.id
                    FROM
                      suburbs suburb
                    WHERE
                      suburb.id IN (
                        SELECT
                          id
                        FROM
                          matched
                        UNION
                        SELECT
                          near.id
                        FROM
                          matched,
                          jsonb_to_recordset(matched.surrounding_suburbs) AS around (slug text)
                          JOIN suburbs near ON near.slug = around.slug
                      )
                      AND TRUE
                  )
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
