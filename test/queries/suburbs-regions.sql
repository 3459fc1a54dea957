-- GET /api/v1/suburbs/regions

-- $1 = 60001
-- $2 = 60000
-- $3 = 60000
-- $4 = 20
-- $5 = 0
-- $6 = 20
-- $7 = 0
WITH
  found AS MATERIALIZED (
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
        ELSE tried.total
      END AS total,
      CASE
        WHEN tried.total > $3 THEN ARRAY(
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
            by_0 ASC,
            by_1 ASC
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
