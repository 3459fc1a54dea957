-- GET /api/v1/properties/5001

-- $1 = [5001]
SELECT
  listing.property_id AS "placeID",
  listing.status = 'current' AS "isCurrent",
  property.bedrooms AS bedrooms,
  property.bathrooms AS bathrooms,
  property.car_spaces AS "carSpaces",
  property.created_at AS "createdAt",
  property.updated_at AS "updatedAt",
  stated.address AS "placeAddress",
  CASE property.is_centre
    WHEN true THEN 'suburb'
    WHEN false THEN 'exact'
  END AS "placeAccuracy",
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
  JOIN property_documents stated ON stated.property_id = property.id
WHERE
  property.id = ANY (
    ARRAY(
      SELECT
        unnest($1::int[])
    )
  )
ORDER BY
  listing.modtime DESC,
  listing.id DESC;
