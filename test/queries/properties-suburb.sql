-- GET /api/v1/properties?suburb=Richmond&bedrooms=3&listingType=residential,rental

-- $1 = 1
-- $2 = 600
-- $3 = "richmond"
-- $4 = 3
-- $5 = [1,2,3,5,6,7,9,10,11,13,14,15,17,18,19,21,22,23,25,26,27,29,30,31,33,34,35,37,38,39,41,42,43,45,46,47,49,50,51,53,54,55,57,58,59,61,62,63]
-- $6 = a representation version
-- $7 = a representation version
-- $8 = a representation version
-- $9 = 1
-- $10 = 20
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
          property.id
          ORDER BY
            property.id ASC
        )
      ) [$1::int:$2::int] AS keys
    FROM
      properties property
    WHERE
      (
        property.suburb_id = ANY (
          ARRAY(
            SELECT
              suburb.id
            FROM
              suburbs suburb
            WHERE
              (lower(suburb.suburb) = $3)
          )
        )
      )
      AND ((property.bedrooms = $4) IS TRUE)
      AND ((property.listing_types = ANY ($5::smallint[])) IS TRUE)
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
      property.id AS "propertyID",
      stated.address AS "propertyAddress",
      stated.representation <> $6 AS "staleAddress",
      property.bedrooms,
      property.bathrooms,
      property.car_spaces AS "carSpaces",
      property.created_at AS "createdAt",
      property.updated_at AS "updatedAt",
      document.document,
      document.address,
      document.slug_values AS "slugValues",
      property.uid AS "propertyUid",
      account.id AS "websiteID",
      account.uid AS "websiteUid",
      account.link AS "websiteLink",
      account.listing_summary AS website,
      account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
      document.representation <> $7 AS "staleListing",
      CASE
        WHEN account.representation <> $8 THEN jsonb_build_object('id', account.id, 'uid', account.uid, 'record', account.record)
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
      unnest(found.keys[$9::int:$10::int]) WITH ORDINALITY AS asked (key, position)
      JOIN properties property ON property.id = asked.key
      JOIN property_documents stated ON stated.property_id = property.id
      JOIN listings listing ON listing.id = property.shown_listing_id
      JOIN listing_documents document ON document.listing_id = listing.id
      JOIN accounts account ON account.id = listing.website_id
  ) page ON TRUE
ORDER BY
  page.position;
