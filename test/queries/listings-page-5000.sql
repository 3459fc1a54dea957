-- GET /api/v1/listings?page=5000

-- $1 = 60001
-- $2 = 60000
-- $3 = 60000
-- $4 = 700
-- $5 = 99450
-- $6 = 700
-- $7 = 99450
-- $8 = a representation version
-- $9 = 531
-- $10 = 550
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
          (listing.status = 'current')
        LIMIT
          $1
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
        WHEN tried.total > $2 THEN (
          SELECT
            count(*)::int
          FROM
            listings listing
          WHERE
            (listing.status = 'current')
        )
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $3 THEN ARRAY(
          SELECT
            listing.id
          FROM
            listings listing
          WHERE
            (listing.status = 'current')
          ORDER BY
            listing.firstdate DESC,
            listing.id ASC
          LIMIT
            $4
          OFFSET
            $5
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
            $6
          OFFSET
            $7
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
  END AS "areNarrowQuicker",
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN to_json(found.keys)
  END AS keys,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN (
      SELECT
        jsonb_agg(
          jsonb_build_array(listing.firstdate, listing.id)
          ORDER BY
            placed.position
        )
      FROM
        unnest(found.keys) WITH ORDINALITY AS placed (key, position)
        JOIN listings listing ON listing.id = placed.key
    )
  END AS places
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
        WHEN document.representation <> $8 THEN document.private
      END AS renewal
    FROM
      unnest(found.keys[$9::int:$10::int]) WITH ORDINALITY AS asked (key, position)
      JOIN listings listing ON listing.id = asked.key
      JOIN accounts account ON account.id = listing.website_id
      JOIN properties property ON property.id = listing.property_id
      JOIN listing_documents document ON document.listing_id = listing.id
  ) page ON TRUE
ORDER BY
  page.position;
