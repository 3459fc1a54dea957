-- GET /api/v1/listings?near=-37.8136,144.9631&radius=5000&sort=distance&view=card

-- $1 = -37.8136
-- $2 = 0.7900095075706935
-- $3 = 144.9631
-- $4 = "(145.02001832897494,-37.768633981713776),(144.90618167102505,-37.858566018286226)"
-- $5 = -37.8136
-- $6 = 0.7900095075706935
-- $7 = 144.9631
-- $8 = 1.5397974112434644e-7
-- $9 = 20
-- $10 = 0
-- $11 = -37.8136
-- $12 = 0.7900095075706935
-- $13 = 144.9631
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
              (
                power(sin((listing.latitude - $1::float8) * float8 '0.008726646259971648'), 2) + $2::float8 * cos(listing.latitude * 2 * float8 '0.008726646259971648') * power(sin((listing.longitude - $3::float8) * float8 '0.008726646259971648'), 2)
              ) AS by_0,
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
                ((point(listing.longitude, listing.latitude) <@ $4::box))
                AND (
                  (
                    power(sin((listing.latitude - $5::float8) * float8 '0.008726646259971648'), 2) + $6::float8 * cos(listing.latitude * 2 * float8 '0.008726646259971648') * power(sin((listing.longitude - $7::float8) * float8 '0.008726646259971648'), 2)
                  ) <= $8::float8
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
              by_0 ASC,
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
      document.card AS card,
      listing.website_id AS "websiteID",
      document.slug_values AS "slugValues",
      rtrim(account.link, '/') AS link,
      account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
      account.uid,
      account.listing_card AS website,
      12742017.6 * asin(
        sqrt(
          least(
            1,
            (
              power(sin((listing.latitude - $11::float8) * float8 '0.008726646259971648'), 2) + $12::float8 * cos(listing.latitude * 2 * float8 '0.008726646259971648') * power(sin((listing.longitude - $13::float8) * float8 '0.008726646259971648'), 2)
            )
          )
        )
      ) AS distance
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN listings listing ON listing.id = asked.key
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
