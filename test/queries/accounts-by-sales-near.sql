-- GET /api/v1/websites?near=-33.9627,151.1006&radius=10000&sort=sales-desc

-- $1 = the current day
-- $2 = the current day
-- $3 = "(151.20903006694587,-33.872767963527544),(150.9921699330541,-34.05263203647245)"
-- $4 = -33.9627
-- $5 = 0.829401435799654
-- $6 = 151.1006
-- $7 = 6.159188696583431e-7
-- $8 = 20
-- $9 = 0
-- $10 = the current day
-- $11 = the current day
-- $12 = -33.9627
-- $13 = 0.829401435799654
-- $14 = 151.1006
-- $15 = the current day
-- $16 = the current day
WITH
  found AS MATERIALIZED (
    SELECT
      part.*,
      extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS "serverIncarnation",
      pg_current_snapshot()::text || ' ' || extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS snapshot
    FROM
      (
        WITH
          matched AS MATERIALIZED (
            SELECT
              account.id AS key,
              coalesce(counted.number, 0) AS by_0,
              account.id AS by_1
            FROM
              accounts account
              LEFT JOIN LATERAL (
                SELECT
                  count(*) AS number
                FROM
                  listing_events closing
                  JOIN listings listing ON listing.id = closing.listing_id
                WHERE
                  closing.website_id = ANY (
                    ARRAY[
                      account.id,
                      CASE
                        WHEN account.listing_source = 'officeID' THEN account.main_website_id
                      END
                    ]
                  )
                  AND (
                    listing.website_id = account.id
                    OR listing.website_id = (
                      SELECT
                        main_website_id
                      FROM
                        accounts
                      WHERE
                        id = account.id
                        AND listing_source = 'officeID'
                        AND main_website_id <> id
                    )
                    AND lower(listing.agent_id) = ANY (
                      ARRAY(
                        SELECT
                          lower(unnest(listing_office_ids))
                        FROM
                          accounts
                        WHERE
                          id = account.id
                          AND listing_source = 'officeID'
                          AND main_website_id <> id
                      )
                    )
                  )
                  AND (
                    (
                      closing.what IN ('sold', 'leased')
                      AND closing.day > $1::date - interval '12 months'
                      AND closing.day <= $2::date + 1
                    )
                  )
                  AND (closing.what = 'sold')
              ) counted ON TRUE
            WHERE
              (
                ((point(account.longitude, account.latitude) <@ $3::box))
                AND (
                  (
                    power(sin((account.latitude - $4::float8) * float8 '0.008726646259971648'), 2) + $5::float8 * cos(account.latitude * 2 * float8 '0.008726646259971648') * power(sin((account.longitude - $6::float8) * float8 '0.008726646259971648'), 2)
                  ) <= $7::float8
                )
              )
          )
        SELECT
          (
            SELECT
              count(*)::int
            FROM
              matched
          ) AS total,
          ARRAY(
            SELECT
              key
            FROM
              matched
            ORDER BY
              by_0 DESC,
              by_1 ASC
            LIMIT
              $8
            OFFSET
              $9
          ) AS keys
      ) part
  )
SELECT
  page.*,
  found.total,
  found."serverIncarnation",
  found.snapshot
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      account.id,
      account.item,
      account.latitude,
      account.longitude,
      account.is_centre AS "isCentre",
      (
        SELECT
          json_strip_nulls(
            json_build_object(
              'sale',
              count(*) FILTER (
                WHERE
                  what = 'sale'
              ),
              'rent',
              count(*) FILTER (
                WHERE
                  what = 'rent'
              ),
              'sold12Months',
              count(*) FILTER (
                WHERE
                  what = 'sold'
              ),
              'leased12Months',
              count(*) FILTER (
                WHERE
                  what = 'leased'
              ),
              'medianSoldPrice',
              CASE
                WHEN count(price) >= 3 THEN round(
                  (
                    percentile_cont(0.5) WITHIN GROUP (
                      ORDER BY
                        price
                    )
                  )::numeric
                )
              END
            )
          )::text
        FROM
          (
            SELECT
              CASE
                WHEN listing.flags & 4503599627370496 <> 0 THEN 'rent'
                ELSE 'sale'
              END AS what,
              NULL::float8 AS price
            FROM
              listings listing
            WHERE
              listing.website_id = ANY (
                ARRAY[
                  account.id,
                  CASE
                    WHEN account.listing_source = 'officeID' THEN account.main_website_id
                  END
                ]
              )
              AND (
                listing.website_id = account.id
                OR listing.website_id = (
                  SELECT
                    main_website_id
                  FROM
                    accounts
                  WHERE
                    id = account.id
                    AND listing_source = 'officeID'
                    AND main_website_id <> id
                )
                AND lower(listing.agent_id) = ANY (
                  ARRAY(
                    SELECT
                      lower(unnest(listing_office_ids))
                    FROM
                      accounts
                    WHERE
                      id = account.id
                      AND listing_source = 'officeID'
                      AND main_website_id <> id
                  )
                )
              )
              AND (listing.status = 'current')
            UNION ALL
            SELECT
              closing.what::text,
              CASE
                WHEN closing.what = 'sold' THEN amount
              END
            FROM
              listing_events closing
              JOIN listings listing ON listing.id = closing.listing_id
            WHERE
              closing.website_id = ANY (
                ARRAY[
                  account.id,
                  CASE
                    WHEN account.listing_source = 'officeID' THEN account.main_website_id
                  END
                ]
              )
              AND (
                listing.website_id = account.id
                OR listing.website_id = (
                  SELECT
                    main_website_id
                  FROM
                    accounts
                  WHERE
                    id = account.id
                    AND listing_source = 'officeID'
                    AND main_website_id <> id
                )
                AND lower(listing.agent_id) = ANY (
                  ARRAY(
                    SELECT
                      lower(unnest(listing_office_ids))
                    FROM
                      accounts
                    WHERE
                      id = account.id
                      AND listing_source = 'officeID'
                      AND main_website_id <> id
                  )
                )
              )
              AND (
                closing.what IN ('sold', 'leased')
                AND closing.day > $10::date - interval '12 months'
                AND closing.day <= $11::date + 1
              )
          ) found
      ) AS counts,
      account.detail::json ->> 'address' AS address,
      12742017.6 * asin(
        sqrt(
          least(
            1,
            (
              power(sin((account.latitude - $12::float8) * float8 '0.008726646259971648'), 2) + $13::float8 * cos(account.latitude * 2 * float8 '0.008726646259971648') * power(sin((account.longitude - $14::float8) * float8 '0.008726646259971648'), 2)
            )
          )
        )
      ) AS distance
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account
      LEFT JOIN LATERAL (
        SELECT
          count(*) AS number
        FROM
          listing_events closing
          JOIN listings listing ON listing.id = closing.listing_id
        WHERE
          closing.website_id = ANY (
            ARRAY[
              account.id,
              CASE
                WHEN account.listing_source = 'officeID' THEN account.main_website_id
              END
            ]
          )
          AND (
            listing.website_id = account.id
            OR listing.website_id = (
              SELECT
                main_website_id
              FROM
                accounts
              WHERE
                id = account.id
                AND listing_source = 'officeID'
                AND main_website_id <> id
            )
            AND lower(listing.agent_id) = ANY (
              ARRAY(
                SELECT
                  lower(unnest(listing_office_ids))
                FROM
                  accounts
                WHERE
                  id = account.id
                  AND listing_source = 'officeID'
                  AND main_website_id <> id
              )
            )
          )
          AND (
            (
              closing.what IN ('sold', 'leased')
              AND closing.day > $15::date - interval '12 months'
              AND closing.day <= $16::date + 1
            )
          )
          AND (closing.what = 'sold')
      ) counted ON TRUE ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
