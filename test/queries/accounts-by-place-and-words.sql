-- GET /api/v1/websites?s=harbour%20co&state=VIC&status=live

-- $1 = ["vic","victoria"]
-- $2 = "%harbour%"
-- $3 = "%co%"
-- $4 = true
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
              (
                account.suburb_id = ANY (
                  ARRAY(
                    SELECT
                      suburb.id
                    FROM
                      suburbs suburb
                    WHERE
                      (lower(suburb.state) = ANY ($1::text[]))
                  )
                )
              )
              AND (
                (account.search LIKE $2)
                AND (account.search LIKE $3)
              )
              AND (account.status = $4)
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
              $5
            OFFSET
              $6
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
      account.item
    FROM
      unnest(found.keys) WITH ORDINALITY AS asked (key, position)
      JOIN accounts account ON account.id = asked.key
  ) page ON TRUE
ORDER BY
  page.position;
