-- GET /api/v1/listings/SIMILAR/similar?websiteID=12&status=sold

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
-- $5 = 12
-- $6 = 12
-- $7 = 12
-- $8 = "residential"
-- $9 = [1]
-- $10 = "(145.05492565470152,-37.77813398171377),(144.94107434529846,-37.86806601828622)"
-- $11 = -37.8231
-- $12 = 0.789907841778968
-- $13 = 144.998
-- $14 = 1.5397974112434644e-7
-- $15 = 1
-- $16 = 1
-- $17 = "house"
-- $18 = ""
-- $19 = ""
-- $20 = 2
-- $21 = 4
-- $22 = 600000
-- $23 = 1000000
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
                        ELSE listing.shown_sold_price
                      END
                    ) - $3::float8
                  ) / $4::float8,
                  1
                )
              )::float8 AS by_0,
              listing.firstdate AS by_1,
              listing.id AS by_2
            FROM
              (
                SELECT
                  *
                FROM
                  listings
                WHERE
                  website_id = $5
                UNION ALL
                SELECT
                  *
                FROM
                  listings
                WHERE
                  listings.website_id = (
                    SELECT
                      main_website_id
                    FROM
                      accounts
                    WHERE
                      id = $6
                      AND listing_source = 'officeID'
                      AND main_website_id <> id
                  )
                  AND lower(listings.agent_id) = ANY (
                    ARRAY(
                      SELECT
                        lower(unnest(listing_office_ids))
                      FROM
                        accounts
                      WHERE
                        id = $7
                        AND listing_source = 'officeID'
                        AND main_website_id <> id
                    )
                  )
              ) listing
            WHERE
              (
                listing.status = 'sold'
                AND listing.listing_type = $8::listing_type
                AND (
                  (
                    (listing.suburb_id = ANY ($9::int[]))
                    AND (NOT listing.hides_suburb)
                  )
                  OR (
                    (
                      ((point(listing.longitude, listing.latitude) <@ $10::box))
                      AND (
                        (
                          power(sin((listing.latitude - $11::float8) * float8 '0.008726646259971648'), 2) + $12::float8 * cos(listing.latitude * 2 * float8 '0.008726646259971648') * power(sin((listing.longitude - $13::float8) * float8 '0.008726646259971648'), 2)
                        ) <= $14::float8
                      )
                    )
                    AND (NOT listing.hides_address)
                  )
                )
                AND (
                  (listing.id <> $15)
                  AND ((listing.property_id = $16) IS NOT TRUE)
                  AND ((listing.category, listing.land_category, listing.rural_category) = ($17, $18, $19))
                  AND (listing.bedrooms BETWEEN $20::int AND $21::int)
                  AND (
                    coalesce(
                      (
                        CASE
                          WHEN listing.hides_price THEN NULL
                          ELSE listing.shown_sold_price
                        END
                      ) BETWEEN $22::float8 AND $23::float8,
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
              $24
            OFFSET
              $25
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
