-- GET /api/v1/suburbs/suggest?q=12%20smith%20st%20rich&types=address

-- $1 = ["% 12 smith street rich%","% 12 smith saint rich%"]
-- $2 = "% 12 %"
-- $3 = "% smith%"
-- $4 = ["% street%","% saint%"]
-- $5 = "% rich%"
-- $6 = 30
WITH
  latest AS (
    SELECT DISTINCT
      ON (listing.property_id) listing.id,
      listing.property_id,
      listing.address_order,
      listing.latitude,
      listing.longitude,
      coalesce(place.suburb, '') AS suburb,
      coalesce(place.state, '') AS state,
      coalesce(place.postcode, '') AS postcode,
      listing.full_address LIKE ANY ($1::text[]) AS "isTogether"
    FROM
      listings listing
      LEFT JOIN suburbs place ON place.id = listing.suburb_id
    WHERE
      (
        (
          ((listing.full_address || E'\n' || listing.street) LIKE $2)
          AND ((listing.full_address || E'\n' || listing.street) LIKE $3)
          AND (listing.full_address LIKE ANY ($4::text[]))
          AND ((listing.full_address || E'\n' || listing.street) LIKE $5)
        )
      )
      AND NOT listing.hides_address
      AND TRUE
    ORDER BY
      listing.property_id,
      listing.modtime DESC,
      listing.id DESC
  )
SELECT
  latest.property_id AS "propertyID",
  document.address::json ->> 'fullAddress' AS text,
  document.address::json ->> 'lotNumber' AS lot,
  latest.suburb,
  latest.state,
  latest.postcode,
  latest.latitude,
  latest.longitude,
  (
    SELECT
      count(*)::int
    FROM
      listings other
    WHERE
      other.property_id = latest.property_id
      AND other.status = 'current'
      AND NOT other.hides_address
      AND TRUE
  ) AS listings
FROM
  (
    SELECT
      *
    FROM
      latest
    ORDER BY
      "isTogether" DESC,
      address_order,
      id
    LIMIT
      $6
  ) latest
  JOIN listing_documents document ON document.listing_id = latest.id
ORDER BY
  latest."isTogether" DESC,
  latest.address_order,
  latest.id;
