-- GET /api/v1/suburbs?suburb=rich&state=VIC

-- $1 = "rich%"
-- $2 = "rich%"
-- $3 = ["vic","victoria"]
-- $4 = 20
-- $5 = 0
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
              lower(suburb.name) COLLATE "C" AS by_0,
              suburb.id AS by_1
            FROM
              suburbs suburb
            WHERE
              (suburb.gazetted)
              AND (
                (lower(suburb.suburb) LIKE $1)
                OR (suburb.place_text LIKE $2)
              )
              AND (lower(suburb.state) = ANY ($3::text[]))
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
              by_0 ASC,
              by_1 ASC
            LIMIT
              $4
            OFFSET
              $5
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
