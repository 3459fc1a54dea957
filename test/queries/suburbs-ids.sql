-- GET /api/v1/suburbs?ids=1,2&sort=id

-- $1 = [1,2]
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
              suburb.id AS key,
              suburb.id AS by_0
            FROM
              suburbs suburb
            WHERE
              (suburb.gazetted)
              AND (suburb.id = ANY ($1::int[]))
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
      suburb.document,
      suburb.uid,
      suburb.latitude,
      suburb.longitude
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN suburbs suburb ON suburb.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
