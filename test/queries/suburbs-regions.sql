-- GET /api/v1/suburbs/regions

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
              named.name AS key,
              lower(named.name) COLLATE "C" AS by_0,
              named.name COLLATE "C" AS by_1
            FROM
              (
                SELECT DISTINCT
                  suburb.region_name AS name
                FROM
                  suburbs suburb
                WHERE
                  (suburb.gazetted)
                  AND (suburb.region_name <> '')
              ) named
            WHERE
              TRUE
            LIMIT
              $1
          ),
          counted AS MATERIALIZED (
            SELECT
              count(*)::int AS total
            FROM
              (
                SELECT DISTINCT
                  suburb.region_name AS name
                FROM
                  suburbs suburb
                WHERE
                  (suburb.gazetted)
                  AND (suburb.region_name <> '')
              ) named
            WHERE
              TRUE
          )
        SELECT
          counted.total,
          CASE
            WHEN counted.total > $2 THEN ARRAY(
              SELECT
                named.name
              FROM
                (
                  SELECT DISTINCT
                    suburb.region_name AS name
                  FROM
                    suburbs suburb
                  WHERE
                    (suburb.gazetted)
                    AND (suburb.region_name <> '')
                ) named
              WHERE
                TRUE
              ORDER BY
                lower(named.name) COLLATE "C" ASC,
                named.name COLLATE "C" ASC
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
                by_0 ASC,
                by_1 ASC
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
      named.name
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN (
        SELECT DISTINCT
          suburb.region_name AS name
        FROM
          suburbs suburb
        WHERE
          (suburb.gazetted)
          AND (suburb.region_name <> '')
      ) named ON named.name = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
