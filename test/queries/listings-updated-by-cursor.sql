-- GET /api/v1/listings?sort=updated&cursor=

-- $1 = 30001
-- $2 = 30000
-- $3 = 30000
-- $4 = 21
-- $5 = 21
-- $6 = 21
-- $7 = a representation version
WITH
  found AS MATERIALIZED (
    WITH
      matched AS MATERIALIZED (
        SELECT
          listing.id AS key,
          listing.updated_at AS by_0,
          listing.id AS by_1
        FROM
          listings listing
        WHERE
          (listing.status = 'current')
        LIMIT
          $1
      )
    SELECT
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
            key
          FROM
            (
              (
                SELECT
                  listing.id AS key,
                  listing.updated_at AS by_0,
                  listing.id AS by_1
                FROM
                  listings listing
                WHERE
                  (listing.status = 'current')
                  AND (TRUE)
                ORDER BY
                  listing.updated_at DESC,
                  listing.id ASC
                LIMIT
                  $4
              )
            ) part
          ORDER BY
            by_0 DESC,
            by_1 ASC
          LIMIT
            $5
        )
        ELSE ARRAY(
          SELECT
            key
          FROM
            matched
          WHERE
            TRUE
          ORDER BY
            by_0 DESC,
            by_1 ASC
          LIMIT
            $6
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
  found.total,
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
  ) AS snapshot
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      ARRAY[(listing.updated_at)::text, (listing.id)::text] AS
    values
,
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
        WHEN document.representation <> $7 THEN document.private
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
