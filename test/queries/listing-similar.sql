-- GET /api/v1/listings/SIMILAR/similar

-- $1 = "SIMILAR"
SELECT
  listing.id,
  listing.property_id AS "propertyID",
  listing.listing_type AS "listingType",
  listing.category,
  listing.land_category AS "landCategory",
  listing.rural_category AS "ruralCategory",
  (
    CASE
      WHEN listing.hides_suburb THEN NULL
      ELSE listing.suburb_id
    END
  ) AS "suburbID",
  (
    CASE
      WHEN listing.hides_address THEN NULL
      ELSE listing.latitude
    END
  ) AS latitude,
  (
    CASE
      WHEN listing.hides_address THEN NULL
      ELSE listing.longitude
    END
  ) AS longitude,
  listing.bedrooms,
  nullif(
    greatest(
      CASE
        WHEN listing.status = 'sold' THEN (
          CASE
            WHEN listing.hides_price THEN NULL
            ELSE listing.shown_sold_price
          END
        )
        ELSE (
          CASE
            WHEN listing.hides_price THEN NULL
            ELSE listing.price
          END
        )
      END,
      1
    ),
    1
  ) AS price,
  ARRAY(
    SELECT
      near.id
    FROM
      suburbs suburb
      CROSS JOIN LATERAL (
        SELECT
          suburb.slug
        UNION
        SELECT
          slug
        FROM
          jsonb_to_recordset(suburb.surrounding_suburbs) AS around (slug text)
      ) around
      JOIN suburbs near ON near.slug = around.slug
    WHERE
      suburb.id = (
        CASE
          WHEN listing.hides_suburb THEN NULL
          ELSE listing.suburb_id
        END
      )
  ) AS "suburbIDs"
FROM
  listings listing
WHERE
  listing.unique_id = $1
ORDER BY
  listing.modtime DESC,
  listing.id DESC
LIMIT
  1;

-- $1 = 1
-- $2 = 3
-- $3 = 800000
-- $4 = 200000
-- $5 = "residential"
-- $6 = [1]
-- $7 = "(145.05492565470152,-37.77813398171377),(144.94107434529846,-37.86806601828622)"
-- $8 = -37.8231
-- $9 = 0.789907841778968
-- $10 = 144.998
-- $11 = 1.5397974112434644e-7
-- $12 = 1
-- $13 = 1
-- $14 = "house"
-- $15 = ""
-- $16 = ""
-- $17 = 2
-- $18 = 4
-- $19 = 600000
-- $20 = 1000000
-- $21 = 20
-- $22 = 0
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
                0 + CASE
                  WHEN (
                    CASE
                      WHEN listing.hides_suburb THEN NULL
                      ELSE listing.suburb_id
                    END
                  ) = $1 THEN 0
                  ELSE 1
                END + abs(listing.bedrooms - $2::int) + coalesce(
                  abs(
                    (
                      CASE
                        WHEN listing.hides_price THEN NULL
                        ELSE listing.price
                      END
                    ) - $3::float8
                  ) / $4::float8,
                  1
                )
              )::float8 AS by_0,
              listing.firstdate AS by_1,
              listing.id AS by_2
            FROM
              listings listing
            WHERE
              (
                listing.status = 'current'
                AND listing.listing_type = $5::listing_type
                AND (
                  (
                    (listing.suburb_id = ANY ($6::int[]))
                    AND (NOT listing.hides_suburb)
                  )
                  OR (
                    (
                      ((point(listing.longitude, listing.latitude) <@ $7::box))
                      AND (
                        (
                          power(sin((listing.latitude - $8::float8) * float8 '0.008726646259971648'), 2) + $9::float8 * cos(listing.latitude * 2 * float8 '0.008726646259971648') * power(sin((listing.longitude - $10::float8) * float8 '0.008726646259971648'), 2)
                        ) <= $11::float8
                      )
                    )
                    AND (NOT listing.hides_address)
                  )
                )
                AND (
                  (listing.id <> $12)
                  AND ((listing.property_id = $13) IS NOT TRUE)
                  AND ((listing.category, listing.land_category, listing.rural_category) = ($14, $15, $16))
                  AND (listing.bedrooms BETWEEN $17::int AND $18::int)
                  AND (
                    coalesce(
                      (
                        CASE
                          WHEN listing.hides_price THEN NULL
                          ELSE listing.price
                        END
                      ) BETWEEN $19::float8 AND $20::float8,
                      TRUE
                    )
                  )
                ) IS TRUE
              )
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
              by_1 DESC,
              by_2 ASC
            LIMIT
              $21
            OFFSET
              $22
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
      account.listing_card AS website
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
