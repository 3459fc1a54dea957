-- GET /api/v1/websites

-- $1 = 2001
-- $2 = 2000
-- $3 = 20
-- $4 = 0
-- $5 = 20
-- $6 = 0
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
              TRUE
            LIMIT
              $1
          ),
          counted AS MATERIALIZED (
            SELECT
              count(*)::int AS total
            FROM
              accounts account
            WHERE
              TRUE
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $2 THEN ARRAY(
              SELECT
                account.id
              FROM
                accounts account
              WHERE
                TRUE
              ORDER BY
                account.id ASC
              LIMIT
                $3
              OFFSET
                $4
            )
            ELSE ARRAY(
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
            )
          END AS keys
        FROM
          counted
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
      account.is_centre AS "isCentre"
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
