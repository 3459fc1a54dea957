-- GET /api/v1/listings/ABC123

-- $1 = "ABC123"
SELECT
  extract(
    epoch
    FROM
      pg_postmaster_start_time()
  ) || ' ' || extract(
    epoch
    FROM
      pg_stat_get_bgwriter_stat_reset_time ()
  ) AS "serverIncarnation",
  listing.id AS "listingID",
  listing.version,
  account.id || ' ' || account.xmin AS website,
  document.document,
  document.address,
  document.slug_values AS "slugValues",
  property.uid AS "propertyUid",
  listing.listing_type AS "listingType",
  CASE listing.is_centre
    WHEN true THEN 'suburb'
    WHEN false THEN 'exact'
  END AS "locationAccuracy",
  (
    SELECT
      string_agg(
        agent.id || ' ' || agent.xmin || '|' || link.profile_visibility || '|' || EXISTS (
          SELECT
          FROM
            listing_agents other
            JOIN listings current ON current.id = other.listing_id
          WHERE
            other.agent_id = agent.id
            AND current.status = 'current'
        ),
        ','
        ORDER BY
          link.position
      )
    FROM
      listing_agents link
      JOIN agents agent ON agent.id = link.agent_id
    WHERE
      link.listing_id = listing.id
  ) AS agents
FROM
  listings listing
  JOIN accounts account ON account.id = listing.website_id
  JOIN properties property ON property.id = listing.property_id
  JOIN listing_documents document ON document.listing_id = listing.id
WHERE
  listing.id = (
    SELECT
      other.id
    FROM
      listings other
    WHERE
      other.unique_id = $1
      AND TRUE
    ORDER BY
      other.modtime DESC,
      other.id DESC
    LIMIT
      1
  );
