-- GET /api/v1/listings?baseDate=inspection&datefrom=2026-03-07&dateto=2026-03-08

-- $1 = "2026-03-07"
-- $2 = "2026-03-08"
-- $3 = 60001
-- $4 = 60000
-- $5 = "2026-03-07"
-- $6 = "2026-03-08"
-- $7 = 60000
-- $8 = "2026-03-07"
-- $9 = "2026-03-08"
-- $10 = 20
-- $11 = 0
-- $12 = 20
-- $13 = 0
-- $14 = a representation version
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
          (
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
        LIMIT
          $3
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
        WHEN tried.total > $4 THEN (
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
                  (inspection.last_day >= $5::date)
                  AND (inspection.first_day <= $6::date)
              )
            )
            AND (listing.status = 'current')
        )
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $7 THEN ARRAY(
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
                  (inspection.last_day >= $8::date)
                  AND (inspection.first_day <= $9::date)
              )
            )
            AND (listing.status = 'current')
          ORDER BY
            listing.firstdate DESC,
            listing.id ASC
          LIMIT
            $10
          OFFSET
            $11
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
            $12
          OFFSET
            $13
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
  END AS snapshot,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN (
      SELECT
        relallvisible < 0.95 * relpages
      FROM
        pg_class
      WHERE
        oid = 'listings'::regclass
    )
  END AS "areNarrowQuicker"
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
        WHEN document.representation <> $14 THEN document.private
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
