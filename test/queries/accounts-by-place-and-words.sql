-- GET /api/v1/websites?s=harbour%20co&state=VIC&status=live

-- $1 = ["vic","victoria"]
-- $2 = "%harbour%"
-- $3 = "%co%"
-- $4 = true
-- $5 = 20
-- $6 = 0
-- $7 = the current day
-- $8 = the current day
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
              account.id AS by_0
            FROM
              accounts account
            WHERE
              (
                account.suburb_id = ANY (
                  ARRAY(
                    SELECT
                      suburb.id
                    FROM
                      suburbs suburb
                    WHERE
                      (lower(suburb.state) = ANY ($1::text[]))
                  )
                )
              )
              AND (
                (account.search LIKE $2)
                AND (account.search LIKE $3)
              )
              AND (account.status = $4)
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
              by_0 ASC
            LIMIT
              $5
            OFFSET
              $6
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
                AND closing.day > $7::date - interval '12 months'
                AND closing.day <= $8::date + 1
              )
          ) found
      ) AS counts,
      account.detail::json ->> 'address' AS address
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
