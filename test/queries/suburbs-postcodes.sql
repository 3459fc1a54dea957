-- GET /api/v1/suburbs/postcodes?region=Greater%20Melbourne

-- $1 = 1
-- $2 = 600
-- $3 = "greater melbourne"
-- $4 = 1
-- $5 = 20
-- $6 = "greater melbourne"
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
          (named.postcode || ' ' || named.state)
          ORDER BY
            named.postcode COLLATE "C" ASC,
            named.state COLLATE "C" ASC
        )
      ) [$1::int:$2::int] AS keys
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
          AND (lower(suburb.region_name) = $3)
      ) named
    WHERE
      TRUE
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
      named.postcode,
      named.state
    FROM
      unnest(found.keys[$4::int:$5::int]) WITH ORDINALITY AS asked (key, position)
      JOIN (
        SELECT DISTINCT
          suburb.postcode,
          suburb.state
        FROM
          suburbs suburb
        WHERE
          (suburb.gazetted)
          AND (suburb.postcode <> '')
          AND (lower(suburb.region_name) = $6)
      ) named ON (named.postcode || ' ' || named.state) = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
