-- GET /api/v1/listings/facets?facets=bedrooms,price,suburb&region=Greater%20Melbourne&minbedrooms=2&maxPrice=900000

-- $1 = 63
-- $2 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $3 = ["areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $4 = 2
-- $5 = 900000
-- $6 = 63
-- $7 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $8 = ["areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $9 = 900000
-- $10 = 63
-- $11 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $12 = ["areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $13 = 2
SELECT
  0 AS pass,
  grouped.key,
  json_agg(grouped.count) AS counts,
  json_agg(grouped.value) AS keys,
  CASE
    WHEN grouped.key = 0 THEN json_build_object('suburb', json_agg(named.suburb))
  END AS names
FROM
  (
    SELECT
      CASE GROUPING(k0)
        WHEN 0 THEN 0
        ELSE 1
      END AS key,
      coalesce(k0::text) AS value,
      count(*)::int AS count,
      k0 AS id
    FROM
      (
        SELECT
          listing.suburb_id AS k0
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
                region_flags (listing.region_id, listing.flags) && ARRAY(
                  SELECT
                    64 * region.id + $1::int
                  FROM
                    regions region
                  WHERE
                    region.place_keys && $2::text[]
                )
              )
              OR (
                listing.id = ANY (
                  ARRAY(
                    SELECT
                      member.id
                    FROM
                      listings member
                      JOIN suburbs suburb ON suburb.id = member.suburb_id
                    WHERE
                      member.status = 'current'
                      AND suburb.place_keys && $3::text[]
                  )
                )
              )
              AND (TRUE)
            )
          )
          AND ((listing.bedrooms >= $4) IS TRUE)
          AND (listing.status = 'current')
          AND ((listing.price <= $5) IS TRUE)
      ) counted
    GROUP BY
      GROUPING SETS ((), (k0))
  ) grouped
  LEFT JOIN LATERAL (
    SELECT
      suburb
    FROM
      suburbs
    WHERE
      suburbs.id = grouped.id
    OFFSET
      0
  ) named ON TRUE
GROUP BY
  grouped.key
UNION ALL
SELECT
  1 AS pass,
  grouped.key,
  json_agg(grouped.count) AS counts,
  json_agg(grouped.value) AS keys,
  NULL::json AS names
FROM
  (
    SELECT
      CASE GROUPING(k0)
        WHEN 0 THEN 0
        ELSE 1
      END AS key,
      coalesce(k0::text) AS value,
      count(*)::int AS count
    FROM
      (
        SELECT
          listing.bedrooms AS k0
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
                region_flags (listing.region_id, listing.flags) && ARRAY(
                  SELECT
                    64 * region.id + $6::int
                  FROM
                    regions region
                  WHERE
                    region.place_keys && $7::text[]
                )
              )
              OR (
                listing.id = ANY (
                  ARRAY(
                    SELECT
                      member.id
                    FROM
                      listings member
                      JOIN suburbs suburb ON suburb.id = member.suburb_id
                    WHERE
                      member.status = 'current'
                      AND suburb.place_keys && $8::text[]
                  )
                )
              )
              AND (TRUE)
            )
          )
          AND (listing.status = 'current')
          AND ((listing.price <= $9) IS TRUE)
      ) counted
    GROUP BY
      GROUPING SETS ((), (k0))
  ) grouped
GROUP BY
  grouped.key
UNION ALL
SELECT
  2 AS pass,
  grouped.key,
  json_agg(grouped.count) AS counts,
  json_agg(grouped.value) AS keys,
  NULL::json AS names
FROM
  (
    SELECT
      CASE GROUPING(k0)
        WHEN 0 THEN 0
        ELSE 1
      END AS key,
      coalesce(k0::text) AS value,
      count(*)::int AS count
    FROM
      (
        SELECT
          width_bucket(
            listing.price,
            '{0,100,150,200,250,300,350,400,450,500,550,600,650,700,750,800,850,900,950,1000,1500,2000,2500,3000,3500,4000,4500,5000,5500,6000,6500,7000,7500,8000,8500,9000,9500,10000,15000,20000,25000,30000,35000,40000,45000,50000,55000,60000,65000,70000,75000,80000,85000,90000,95000,100000,150000,200000,250000,300000,350000,400000,450000,500000,550000,600000,650000,700000,750000,800000,850000,900000,950000,1000000,1500000,2000000,2500000,3000000,3500000,4000000,4500000,5000000,5500000,6000000,6500000,7000000,7500000,8000000,8500000,9000000,9500000,10000000,15000000,20000000,25000000,30000000,35000000,40000000,45000000,50000000,55000000,60000000,65000000,70000000,75000000,80000000,85000000,90000000,95000000,100000000}'::double precision[]
          ) + CASE
            WHEN listing.flags & 4503599627370496 = 0 THEN 0
            ELSE 1000
          END AS k0
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
                region_flags (listing.region_id, listing.flags) && ARRAY(
                  SELECT
                    64 * region.id + $10::int
                  FROM
                    regions region
                  WHERE
                    region.place_keys && $11::text[]
                )
              )
              OR (
                listing.id = ANY (
                  ARRAY(
                    SELECT
                      member.id
                    FROM
                      listings member
                      JOIN suburbs suburb ON suburb.id = member.suburb_id
                    WHERE
                      member.status = 'current'
                      AND suburb.place_keys && $12::text[]
                  )
                )
              )
              AND (TRUE)
            )
          )
          AND ((listing.bedrooms >= $13) IS TRUE)
          AND (listing.status = 'current')
      ) counted
    GROUP BY
      GROUPING SETS ((), (k0))
  ) grouped
GROUP BY
  grouped.key;
