-- GET /api/v1/websites

-- $1 = 60001
-- $2 = 60000
-- $3 = 60000
-- $4 = 20
-- $5 = 0
-- $6 = 20
-- $7 = 0
-- $8 = a representation version
WITH
  found AS MATERIALIZED (
    WITH
      matched AS MATERIALIZED (
        SELECT
          account.id AS key,
          account.id AS by_0
        FROM
          accounts account
        WHERE
          TRUE
        LIMIT
          $1
      )
    SELECT
      extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS life,
      pg_current_snapshot()::text || ' ' || extract(
        epoch
        FROM
          pg_postmaster_start_time()
      ) || ' ' || extract(
        epoch
        FROM
          pg_stat_get_bgwriter_stat_reset_time ()
      ) AS snapshot,
      CASE
        WHEN tried.total > $2 THEN (
          SELECT
            count(*)::int
          FROM
            accounts account
          WHERE
            TRUE
        )
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $3 THEN ARRAY(
          SELECT
            account.id
          FROM
            accounts account
          WHERE
            TRUE
          ORDER BY
            account.id ASC
          LIMIT
            $4
          OFFSET
            $5
        )
        ELSE ARRAY(
          SELECT
            key
          FROM
            matched
          ORDER BY
            by_0 ASC
          LIMIT
            $6
          OFFSET
            $7
        )
      END AS keys
    FROM
      (
        SELECT
          count(*)::int AS total
        FROM
          matched
      ) tried
  )
SELECT
  page.*,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.total
  END AS total,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.life
  END AS life,
  CASE
    WHEN coalesce(page.position, 1) = 1 THEN found.snapshot
  END AS snapshot
FROM
  found
  LEFT JOIN LATERAL (
    SELECT
      asked.key,
      asked.position,
      account.item,
      CASE
        WHEN account.representation <> $8 THEN jsonb_build_object('id', account.id, 'uid', account.uid, 'record', account.record)
      END AS "staleAccount"
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
