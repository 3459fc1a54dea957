-- GET /api/v1/listings/facets?facets=listingType,price&s=garden&near=-37.8136,144.9631

-- $1 = -37.858566018286226
-- $2 = -37.768633981713776
-- $3 = 144.90618167102505
-- $4 = 145.02001832897494
-- $5 = -37.8136
-- $6 = 0.7900095075706935
-- $7 = 144.9631
-- $8 = 1.5397974112434644e-7
-- $9 = "{\"words\":[\"'garden':* | '~garden':* | 'gdn' | '~gdn'\"],\"runs\":[{\"from\":0,\"to\":1,\"suburbs\":[\"suburb:garden||\"],\"within\":[],\"regions\":[\"region:garden||\"],\"state\":null,\"isStreet\":false}]}"
-- $10 = "('garden':* | '~garden':* | 'gdn' | '~gdn')"
SELECT
  0 AS pass,
  grouped.key,
  json_agg(grouped.count) AS counts,
  json_agg(grouped.value) AS keys,
  NULL::json AS names
FROM
  (
    SELECT
      CASE GROUPING(k0, k1)
        WHEN 1 THEN 0
        WHEN 2 THEN 1
        ELSE 2
      END AS key,
      coalesce(k0::text, k1::text) AS value,
      count(*)::int AS count
    FROM
      (
        SELECT
          listing.listing_type AS k0,
          width_bucket(
            listing.price,
            '{0,100,150,200,250,300,350,400,450,500,550,600,650,700,750,800,850,900,950,1000,1500,2000,2500,3000,3500,4000,4500,5000,5500,6000,6500,7000,7500,8000,8500,9000,9500,10000,15000,20000,25000,30000,35000,40000,45000,50000,55000,60000,65000,70000,75000,80000,85000,90000,95000,100000,150000,200000,250000,300000,350000,400000,450000,500000,550000,600000,650000,700000,750000,800000,850000,900000,950000,1000000,1500000,2000000,2500000,3000000,3500000,4000000,4500000,5000000,5500000,6000000,6500000,7000000,7500000,8000000,8500000,9000000,9500000,10000000,15000000,20000000,25000000,30000000,35000000,40000000,45000000,50000000,55000000,60000000,65000000,70000000,75000000,80000000,85000000,90000000,95000000,100000000}'::double precision[]
          ) + CASE
            WHEN listing.flags & 4503599627370496 = 0 THEN 0
            ELSE 1000
          END AS k1
        FROM
          listings listing
        WHERE
          (
            (
              (
                (
                  listing.latitude BETWEEN $1::float8 AND $2::float8
                  AND listing.longitude BETWEEN $3::float8 AND $4::float8
                )
              )
              AND (
                (
                  power(sin((listing.latitude - $5::float8) * float8 '0.008726646259971648'), 2) + $6::float8 * cos(listing.latitude * 2 * float8 '0.008726646259971648') * power(sin((listing.longitude - $7::float8) * float8 '0.008726646259971648'), 2)
                ) <= $8::float8
              )
            ) IS TRUE
          )
          AND (
            listing.id = ANY (
              ARRAY(
                SELECT
                  found.listing_id
                FROM
                  listing_words found
                WHERE
                  found.is_current
                  AND (found.words || found.context) @@ (
                    SELECT
                      words_asked ($9::jsonb) || $10::tsquery
                  )
              )
            )
          )
          AND (listing.status = 'current')
      ) counted
    GROUP BY
      GROUPING SETS ((), (k0), (k1))
  ) grouped
GROUP BY
  grouped.key;
