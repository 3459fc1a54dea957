-- GET /api/v1/suburbs/postcodes?region=Greater%20Melbourne

-- $1 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
-- $2 = 20
-- $3 = 0
-- $4 = ["region:greater melbourne||","region:greater greater melbourne||","areaname:greater melbourne||","areaname:greater greater melbourne||"]
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
              (named.postcode || ' ' || named.state) AS key,
              named.postcode COLLATE "C" AS by_0,
              named.state COLLATE "C" AS by_1
            FROM
              (
                SELECT DISTINCT
                  suburb.postcode,
                  suburb.state
                FROM
                  suburbs suburb
                WHERE
                  (suburb.gazetted)
                  AND (suburb.postcode <> '')
                  AND (suburb.place_keys && $1::text[])
              ) named
            WHERE
              TRUE
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
      named.postcode,
      named.state
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN (
        SELECT DISTINCT
          suburb.postcode,
          suburb.state
        FROM
          suburbs suburb
        WHERE
          (suburb.gazetted)
          AND (suburb.postcode <> '')
          AND (suburb.place_keys && $4::text[])
      ) named ON (named.postcode || ' ' || named.state) = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
