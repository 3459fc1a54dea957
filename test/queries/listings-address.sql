-- GET /api/v1/listings?address=main%20road&status=all&sort=alphabetical

-- $1 = 1
-- $2 = 600
-- $3 = "%main %"
-- $4 = "%main road%"
-- $5 = a representation version
-- $6 = a representation version
-- $7 = 1
-- $8 = 20
WITH
  found AS MATERIALIZED (
    SELECT
      count(*)::int AS total,
      pg_current_snapshot()::text || ' ' || extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS snapshot,
      (
        array_agg(
          listing.id
          ORDER BY
            listing.address_order ASC,
            listing.id ASC
        )
      ) [$1::int:$2::int] AS keys
    FROM
      listings listing
    WHERE
      (TRUE)
      AND (
        ((listing.full_address || E'\n' || listing.street) LIKE $3)
        AND listing.full_address LIKE $4
      )
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
      document.representation <> $5 AS "staleListing",
      CASE
        WHEN account.representation <> $6 THEN jsonb_build_object('id', account.id, 'uid', account.uid, 'record', account.record)
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
      unnest(found.keys[$7::int:$8::int]) WITH ORDINALITY AS asked (key, position)
      JOIN listings listing ON listing.id = asked.key
      JOIN properties property ON property.id = listing.property_id
      JOIN listing_documents document ON document.listing_id = listing.id
      JOIN accounts account ON account.id = listing.website_id
  ) page ON TRUE
ORDER BY
  page.position;
