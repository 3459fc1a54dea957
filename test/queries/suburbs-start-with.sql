-- GET /api/v1/suburbs?suburb=rich&state=VIC

-- $1 = 1
-- $2 = 600
-- $3 = "rich%"
-- $4 = "vic"
-- $5 = a representation version
-- $6 = 1
-- $7 = 20
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
          suburb.id
          ORDER BY
            lower(suburb.name) COLLATE "C" ASC,
            suburb.id ASC
        )
      ) [$1::int:$2::int] AS keys
    FROM
      suburbs suburb
    WHERE
      (suburb.gazetted)
      AND (lower(suburb.suburb) LIKE $3)
      AND (lower(suburb.state) = $4)
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
      suburb.document,
      suburb.representation <> $5 AS stale
    FROM
      unnest(found.keys[$6::int:$7::int]) WITH ORDINALITY AS asked (key, position)
      JOIN suburbs suburb ON suburb.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
