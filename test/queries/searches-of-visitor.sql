-- GET /api/v1/searches?reference=visitor-1&cursor=

-- $1 = "visitor-1"
-- $2 = 21
-- $3 = 0
-- $4 = 400
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
              search.id AS key,
              search.id AS by_0
            FROM
              searches search
            WHERE
              (search.reference = $1)
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
              by_0 DESC
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
      ARRAY[(search.id)::text] AS
    values
,
      json_build_object(
        'name',
        search.name,
        'query',
        search.query,
        'reference',
        search.reference,
        'notify',
        search.notify,
        '_id',
        search.uid,
        'id',
        search.id,
        'websiteID',
        search.website_id,
        'cursor',
        search.cursor,
        'createdAt',
        to_char(search.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'updatedAt',
        to_char(search.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'endsAt',
        to_char((search.used_at + $4::int * interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) AS item,
      search.version
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN searches search ON search.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
