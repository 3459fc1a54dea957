-- GET /api/v1/suburbs/suggest?q=rich%20vic

START TRANSACTION;

SET TRANSACTION ISOLATION LEVEL REPEATABLE READ,
READ ONLY;

SELECT
  ARRAY(
    SELECT
      id
    FROM
      accounts
    WHERE
      NOT status
  ) AS disabled,
  pg_current_snapshot()::text AS snapshot;

SELECT
  id,
  uid,
  suburb,
  state,
  postcode,
  slug,
  region_name AS "regionName",
  area_name AS "areaName",
  latitude,
  longitude,
  gazetted
FROM
  suburbs
ORDER BY
  id;

SELECT
  listing.suburb_id AS "suburbId",
  count(*)::int AS operator,
  (
    count(*) FILTER (
      WHERE
        NOT listing.hides_suburb
    )
  )::int AS account,
  (
    count(*) FILTER (
      WHERE
        listing.website_id NOT IN (
          SELECT
            id
          FROM
            accounts
          WHERE
            NOT status
        )
        AND NOT listing.hides_suburb
    )
  )::int AS public
FROM
  (
    SELECT
      'current'::listing_status AS status,
      *
    FROM
      current_listings
  ) listing
WHERE
  listing.suburb_id IS NOT NULL
GROUP BY
  listing.suburb_id;

COMMIT;
