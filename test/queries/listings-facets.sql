-- GET /api/v1/listings/facets?facets=bedrooms,category,suburb,features,price

SELECT
  0 AS pass,
  grouped.key,
  json_agg(grouped.count) AS counts,
  json_agg(grouped.value) AS keys,
  CASE
    WHEN grouped.key = 2 THEN json_build_object('suburb', json_agg(named.suburb))
  END AS names
FROM
  (
    SELECT
      CASE GROUPING(k0, k1, k2, k3, k4, k5, k6, k7)
        WHEN 127 THEN 0
        WHEN 191 THEN 1
        WHEN 223 THEN 2
        WHEN 239 THEN 3
        WHEN 247 THEN 4
        WHEN 251 THEN 5
        WHEN 253 THEN 6
        WHEN 254 THEN 7
        ELSE 8
      END AS key,
      coalesce(k0::text, k1::text, k2::text, k3::text, k4::text, k5::text, k6::text, k7::text) AS value,
      count(*)::int AS count,
      k2 AS id
    FROM
      (
        SELECT
          listing.bedrooms AS k0,
          listing.category AS k1,
          listing.suburb_id AS k2,
          (listing.flags >> 0 & 1023)::int AS k3,
          (listing.flags >> 10 & 1023)::int AS k4,
          (listing.flags >> 20 & 1023)::int AS k5,
          (listing.flags >> 30 & 1023)::int AS k6,
          width_bucket(
            listing.price,
            '{0,100,150,200,250,300,350,400,450,500,550,600,650,700,750,800,850,900,950,1000,1500,2000,2500,3000,3500,4000,4500,5000,5500,6000,6500,7000,7500,8000,8500,9000,9500,10000,15000,20000,25000,30000,35000,40000,45000,50000,55000,60000,65000,70000,75000,80000,85000,90000,95000,100000,150000,200000,250000,300000,350000,400000,450000,500000,550000,600000,650000,700000,750000,800000,850000,900000,950000,1000000,1500000,2000000,2500000,3000000,3500000,4000000,4500000,5000000,5500000,6000000,6500000,7000000,7500000,8000000,8500000,9000000,9500000,10000000,15000000,20000000,25000000,30000000,35000000,40000000,45000000,50000000,55000000,60000000,65000000,70000000,75000000,80000000,85000000,90000000,95000000,100000000}'::double precision[]
          ) + CASE
            WHEN listing.flags & 4503599627370496 = 0 THEN 0
            ELSE 1000
          END AS k7
        FROM
          (
            SELECT
              'current'::listing_status AS status,
              *
            FROM
              current_listings
          ) listing
        WHERE
          (listing.status = 'current')
      ) counted
    GROUP BY
      GROUPING SETS ((), (k0), (k1), (k2), (k3), (k4), (k5), (k6), (k7))
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
  grouped.key;
