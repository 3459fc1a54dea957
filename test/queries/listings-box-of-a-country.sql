-- GET /api/v1/listings?bbox=112,-44,154,-10&minbedrooms=3

-- $1 = -44
-- $2 = -10
-- $3 = 112
-- $4 = 154
-- $5 = 3
-- $6 = 60001
-- $7 = 60000
-- $8 = -44
-- $9 = -10
-- $10 = 112
-- $11 = 154
-- $12 = 3
-- $13 = 60000
-- $14 = -44
-- $15 = -10
-- $16 = 112
-- $17 = 154
-- $18 = 3
-- $19 = 20
-- $20 = 0
-- $21 = 20
-- $22 = 0
-- $23 = a representation version
WITH
  found AS MATERIALIZED (
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
      )
    SELECT
      extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS life,
      pg_current_snapshot()::text || ' ' || extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS snapshot,
      CASE
        WHEN tried.total > $7 THEN (
          SELECT
            count(*)::int
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
                  listing.latitude BETWEEN $8::float8 AND $9::float8
                  AND listing.longitude BETWEEN $10::float8 AND $11::float8
                )
              )
            )
            AND (listing.bedrooms >= $12)
            AND (listing.status = 'current')
        )
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $13 THEN ARRAY(
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
                  listing.latitude BETWEEN $14::float8 AND $15::float8
                  AND listing.longitude BETWEEN $16::float8 AND $17::float8
                )
              )
            )
            AND (listing.bedrooms >= $18)
            AND (listing.status = 'current')
          ORDER BY
            listing.firstdate DESC,
            listing.id ASC
          LIMIT
            $19
          OFFSET
            $20
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
            $21
          OFFSET
            $22
        )
      END AS keys
    FROM
      (
        SELECT
          count(*)::int AS total
        FROM
          matched
      ) tried
  )
SELECT
  page.*,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.total
  END AS total,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.life
  END AS life,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.snapshot
  END AS snapshot
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      listing.id AS "listingID",
      listing.version,
      account.id || ' ' || account.xmin AS website,
      (
        SELECT
          string_agg(
            agent.id || ' ' || agent.xmin,
            ','
            ORDER BY
              link.position
          )
        FROM
          listing_agents link
          JOIN agents agent ON agent.id = link.agent_id
        WHERE
          link.listing_id = listing.id
      ) AS agents,
      document.document,
      document.address,
      document.slug_values::text AS "slugValues",
      property.uid AS "propertyUid",
      listing.listing_type AS "listingType",
      listing.latitude + listing.longitude IS NOT NULL AS "isOnMap",
      CASE
        WHEN document.representation <> $23 THEN document.private
      END AS renewal
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN listings listing ON listing.id = asked.key
      JOIN accounts account ON account.id = listing.website_id
      JOIN properties property ON property.id = listing.property_id
      JOIN listing_documents document ON document.listing_id = listing.id
  ) page ON TRUE
ORDER BY
  page.position;
