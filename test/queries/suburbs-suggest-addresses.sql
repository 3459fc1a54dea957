-- GET /api/v1/suburbs/suggest?q=12%20smith%20st%20rich&types=address

-- $1 = "('12') & ('smith':*) & ('st' | 'saint' | 'street') & ('rich':*)"
-- $2 = "('12') & ('smith':*) & ('st' | 'saint' | 'street') & ('rich':*)"
-- $3 = "(^|\\D)12(\\D|$)"
-- $4 = 200
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
      coalesce(place.postcode, '') AS postcode
    FROM
      listing_words found
      JOIN listings listing ON listing.id = found.listing_id
      LEFT JOIN suburbs place ON place.id = listing.suburb_id
    WHERE
      (found.words || found.context) @@ $1::tsquery
      AND (found.words @@ $2::tsquery)
      AND (listing.full_address ~ $3)
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
      address_order,
      id
    LIMIT
      $4
  ) latest
  JOIN listing_documents document ON document.listing_id = latest.id
ORDER BY
  latest.address_order,
  latest.id;
