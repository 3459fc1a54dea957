-- GET /api/v1/websites?ids=12,14&sort=updated

-- $1 = [12,14]
-- $2 = 20
-- $3 = 0
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
              account.updated_at AS by_0,
              account.id AS by_1
            FROM
              accounts account
            WHERE
              (account.id = ANY ($1::int[]))
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
              $2
            OFFSET
              $3
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
      account.is_centre AS "isCentre"
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
