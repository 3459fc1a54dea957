-- GET /api/v1/listings/clusters?bbox=112,-44,154,-10&zoom=4&minbedrooms=3

-- $1 = -44
-- $2 = -10
-- $3 = 112
-- $4 = 154
-- $5 = 3
-- $6 = 500
-- $7 = 6
-- $8 = 500
-- $9 = 6
WITH RECURSIVE
  asked AS MATERIALIZED (
    SELECT
      least(63, floor((listing.longitude + 180) / 360 * 64))::int AS x,
      greatest(
        0,
        least(
          63,
          floor(
            (
              1 - asinh(tan(radians(greatest(-85.0511287798066, least(85.0511287798066, listing.latitude))))) / pi()
            ) / 2 * 64
          )
        )
      )::int AS y,
      count(*)::int AS count,
      min(listing.id) AS id,
      sum((listing.latitude * 1e6)::int) AS latitudes,
      sum((listing.longitude * 1e6)::int) AS longitudes,
      min(listing.longitude) AS west,
      min(listing.latitude) AS south,
      max(listing.longitude) AS east,
      max(listing.latitude) AS north
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
      AND listing.latitude IS NOT NULL
      AND listing.longitude IS NOT NULL
    GROUP BY
      1,
      2
  ),
  grid (coarser) AS (
    SELECT
      CASE
        WHEN (
          SELECT
            count(*)
          FROM
            asked
        ) > $6 THEN $7::int
        ELSE 0
      END
    UNION ALL
    SELECT
      coarser - 1
    FROM
      grid
    WHERE
      coarser > 0
      AND $8 >= (
        SELECT
          count(*)
        FROM
          (
            SELECT DISTINCT
              x >> coarser - 1,
              y >> coarser - 1
            FROM
              asked
          ) finer
      )
  ),
  cells AS MATERIALIZED (
    SELECT
      $9::int - coarser || '/' || (x >> coarser) || '/' || (y >> coarser) AS cell,
      sum(count)::int AS count,
      min(id) AS id,
      round(sum(latitudes) / sum(count))::int AS latitude,
      round(sum(longitudes) / sum(count))::int AS longitude,
      ARRAY[min(west), min(south), max(east), max(north)] AS bbox
    FROM
      asked,
      (
        SELECT
          min(coarser) AS coarser
        FROM
          grid
      ) finest
    GROUP BY
      coarser,
      x >> coarser,
      y >> coarser
  )
SELECT
  cells.cell,
  cells.count,
  cells.latitude,
  cells.longitude,
  cells.bbox,
  shown.*
FROM
  cells
  LEFT JOIN LATERAL (
    SELECT
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
      listings listing
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
    WHERE
      listing.id = cells.id
      AND cells.count = 1
  ) shown ON TRUE
ORDER BY
  cells.count DESC,
  cells.cell;
