-- GET /api/v1/listings/7001

-- $1 = [7001]
SELECT
  listing.id AS "listingID",
  listing.uid AS "listingUid",
  listing.property_id AS "propertyID",
  CASE listing.is_centre
    WHEN true THEN 'suburb'
    WHEN false THEN 'exact'
  END AS "locationAccuracy",
  listing.time_zone AS "timeZone",
  document.document AS document,
  document.address AS address,
  property.uid AS "propertyUid",
  NULL::float8 AS "suburbLatitude",
  NULL::float8 AS "suburbLongitude",
  listing.website_id AS "websiteID",
  document.slug_values AS "slugValues",
  rtrim(account.link, '/') AS link,
  account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
  account.uid,
  account.listing_summary AS website,
  coalesce(
    (
      SELECT
        string_agg(
          left(agent.card, -1) || ',"profileVisibility":' || link.profile_visibility || ',"hasCurrentListings":' || EXISTS (
            SELECT
            FROM
              listing_agents other
              JOIN listings current ON current.id = other.listing_id
            WHERE
              other.agent_id = agent.id
              AND current.status = 'current'
          ) || '}',
          ','
          ORDER BY
            link.position
        )
      FROM
        listing_agents link
        JOIN agents agent ON agent.id = link.agent_id
      WHERE
        link.listing_id = listing.id
    ),
    ''
  ) AS agents
FROM
  listings listing
  JOIN properties property ON property.id = listing.property_id
  JOIN accounts account ON account.id = listing.website_id
  JOIN listing_documents document ON document.listing_id = listing.id
WHERE
  listing.id = ANY (
    ARRAY(
      SELECT
        unnest($1::int[])
    )
  );

-- $1 = "7001"
SELECT
  listing.id AS "listingID",
  listing.uid AS "listingUid",
  listing.property_id AS "propertyID",
  CASE listing.is_centre
    WHEN true THEN 'suburb'
    WHEN false THEN 'exact'
  END AS "locationAccuracy",
  listing.time_zone AS "timeZone",
  document.document AS document,
  document.address AS address,
  property.uid AS "propertyUid",
  NULL::float8 AS "suburbLatitude",
  NULL::float8 AS "suburbLongitude",
  listing.website_id AS "websiteID",
  document.slug_values AS "slugValues",
  rtrim(account.link, '/') AS link,
  account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
  account.uid,
  account.listing_summary AS website,
  coalesce(
    (
      SELECT
        string_agg(
          left(agent.card, -1) || ',"profileVisibility":' || link.profile_visibility || ',"hasCurrentListings":' || EXISTS (
            SELECT
            FROM
              listing_agents other
              JOIN listings current ON current.id = other.listing_id
            WHERE
              other.agent_id = agent.id
              AND current.status = 'current'
          ) || '}',
          ','
          ORDER BY
            link.position
        )
      FROM
        listing_agents link
        JOIN agents agent ON agent.id = link.agent_id
      WHERE
        link.listing_id = listing.id
    ),
    ''
  ) AS agents
FROM
  listings listing
  JOIN properties property ON property.id = listing.property_id
  JOIN accounts account ON account.id = listing.website_id
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
