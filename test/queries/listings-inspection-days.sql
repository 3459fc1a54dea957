-- GET /api/v1/listings?baseDate=inspection&datefrom=2026-03-07&dateto=2026-03-08

-- $1 = "2026-03-07"
-- $2 = "2026-03-08"
-- $3 = "2026-03-07"
-- $4 = "2026-03-08"
-- $5 = 30001
-- $6 = 30000
-- $7 = "2026-03-07"
-- $8 = "2026-03-08"
-- $9 = "2026-03-07"
-- $10 = "2026-03-08"
-- $11 = 30000
-- $12 = "2026-03-07"
-- $13 = "2026-03-08"
-- $14 = 20
-- $15 = 0
-- $16 = 20
-- $17 = 0
-- $18 = a representation version
WITH
  found AS MATERIALIZED (
    WITH
      matched AS MATERIALIZED (
        SELECT
          listing.id AS key,
          listing.firstdate AS by_0,
          listing.id AS by_1
        FROM
          listings listing
        WHERE
          NOT (
            SELECT
              relallvisible < 0.95 * relpages
            FROM
              pg_class
            WHERE
              oid = 'listings'::regclass
          )
          AND (
            listing.id IN (
              SELECT
                inspection.listing_id
              FROM
                listing_inspections inspection
              WHERE
                (inspection.last_day >= $1::date)
                AND (inspection.first_day <= $2::date)
            )
          )
          AND (listing.status = 'current')
        UNION ALL
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
            SELECT
              relallvisible < 0.95 * relpages
            FROM
              pg_class
            WHERE
              oid = 'listings'::regclass
          )
          AND (
            listing.id IN (
              SELECT
                inspection.listing_id
              FROM
                listing_inspections inspection
              WHERE
                (inspection.last_day >= $3::date)
                AND (inspection.first_day <= $4::date)
            )
          )
          AND (listing.status = 'current')
        LIMIT
          $5
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
        WHEN tried.total > $6 THEN CASE
          WHEN (
            SELECT
              relallvisible < 0.95 * relpages
            FROM
              pg_class
            WHERE
              oid = 'listings'::regclass
          ) THEN (
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
                listing.id IN (
                  SELECT
                    inspection.listing_id
                  FROM
                    listing_inspections inspection
                  WHERE
                    (inspection.last_day >= $7::date)
                    AND (inspection.first_day <= $8::date)
                )
              )
              AND (listing.status = 'current')
          )
          ELSE (
            SELECT
              count(*)::int
            FROM
              listings listing
            WHERE
              (
                listing.id IN (
                  SELECT
                    inspection.listing_id
                  FROM
                    listing_inspections inspection
                  WHERE
                    (inspection.last_day >= $9::date)
                    AND (inspection.first_day <= $10::date)
                )
              )
              AND (listing.status = 'current')
          )
        END
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $11 THEN ARRAY(
          SELECT
            listing.id
          FROM
            listings listing
          WHERE
            (
              listing.id IN (
                SELECT
                  inspection.listing_id
                FROM
                  listing_inspections inspection
                WHERE
                  (inspection.last_day >= $12::date)
                  AND (inspection.first_day <= $13::date)
              )
            )
            AND (listing.status = 'current')
          ORDER BY
            listing.firstdate DESC,
            listing.id ASC
          LIMIT
            $14
          OFFSET
            $15
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
            $16
          OFFSET
            $17
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
        WHEN document.representation <> $18 THEN document.private
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
