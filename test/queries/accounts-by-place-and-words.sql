-- GET /api/v1/websites?s=harbour%20co&state=VIC&status=live

-- $1 = 1
-- $2 = 600
-- $3 = "vic"
-- $4 = "%harbour%"
-- $5 = "%co%"
-- $6 = true
-- $7 = a representation version
-- $8 = 1
-- $9 = 20
WITH
  found AS MATERIALIZED (
    SELECT
      count(*)::int AS total,
      pg_current_snapshot()::text || ' ' || extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS snapshot,
      (
        array_agg(
          account.id
          ORDER BY
            account.id ASC
        )
      ) [$1::int:$2::int] AS keys
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
              (lower(suburb.state) = $3)
          )
        )
      )
      AND (
        (account.search LIKE $4)
        AND (account.search LIKE $5)
      )
      AND (account.status = $6)
  )
SELECT
  page.*,
  found.total,
  found.snapshot,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.keys
  END AS keys
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      account.item,
      CASE
        WHEN account.representation <> $7 THEN jsonb_build_object('id', account.id, 'uid', account.uid, 'record', account.record)
      END AS "staleAccount"
    FROM
      unnest(found.keys[$8::int:$9::int]) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
