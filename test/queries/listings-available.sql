-- GET /api/v1/listings?listingType=rental&sort=available-asc

-- $1 = "rental"
-- $2 = 30001
-- $3 = 30000
-- $4 = "rental"
-- $5 = 30000
-- $6 = "rental"
-- $7 = 600
-- $8 = 0
-- $9 = 600
-- $10 = 0
-- $11 = a representation version
-- $12 = a representation version
-- $13 = 1
-- $14 = 20
WITH
  found AS MATERIALIZED (
    WITH
      matched AS MATERIALIZED (
        SELECT
          listing.id AS key
        FROM
          listings listing
        WHERE
          (listing.status = 'current')
          AND (listing.listing_type = $1::listing_type)
        LIMIT
          $2
      )
    SELECT
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
        WHEN tried.total > $3 THEN (
          SELECT
            count(*)::int
          FROM
            listings listing
          WHERE
            (listing.status = 'current')
            AND (listing.listing_type = $4::listing_type)
        )
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $5 THEN ARRAY(
          SELECT
            listing.id
          FROM
            listings listing
          WHERE
            (listing.status = 'current')
            AND (listing.listing_type = $6::listing_type)
          ORDER BY
            listing.available_at ASC,
            listing.id ASC
          LIMIT
            $7
          OFFSET
            $8
        )
        ELSE ARRAY(
          SELECT
            listing.id
          FROM
            listings listing
          WHERE
            listing.id = ANY (
              ARRAY(
                SELECT
                  key
                FROM
                  matched
              )
            )
          ORDER BY
            listing.available_at ASC,
            listing.id ASC
          LIMIT
            $9
          OFFSET
            $10
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
  found.snapshot,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.keys
  END AS keys
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      document.document,
      document.address,
      document.slug_values AS "slugValues",
      property.uid AS "propertyUid",
      account.id AS "websiteID",
      account.uid AS "websiteUid",
      account.link AS "websiteLink",
      account.listing_summary AS website,
      account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
      document.representation <> $11 AS "staleListing",
      CASE
        WHEN account.representation <> $12 THEN jsonb_build_object('id', account.id, 'uid', account.uid, 'record', account.record)
      END AS "staleAccount",
      coalesce(
        (
          SELECT
            json_agg(
              json_build_object('_id', agent.uid, 'id', agent.id, 'name', agent.name)
              ORDER BY
                link.position
            )::text
          FROM
            listing_agents link
            JOIN agents agent ON agent.id = link.agent_id
          WHERE
            link.listing_id = listing.id
        ),
        '[]'
      ) AS agents
    FROM
      unnest(found.keys[$13::int:$14::int]) WITH ORDINALITY AS asked (key, position)
      JOIN listings listing ON listing.id = asked.key
      JOIN properties property ON property.id = listing.property_id
      JOIN listing_documents document ON document.listing_id = listing.id
      JOIN accounts account ON account.id = listing.website_id
  ) page ON TRUE
ORDER BY
  page.position;
