import type { Audience } from '@app/http';
import type { Search } from '@app/lists';
import { raw, sql, type Sql } from '@app/sql';
import { PAST_STATUSES, RENT_BIT } from '../dto/listing.kinds.js';
import type { Period } from './statistics-periods.js';
import { FEWEST_AMOUNTS, MOST_GROUPS, type StatisticsGroup } from './statistics.kinds.js';

/** Dates without a time zone of their own are UTC days (D24). */
const utcDay = (instant: Sql): Sql => sql`(${instant} AT TIME ZONE 'UTC')::date`;

const IS_RENT = sql`listing.flags & ${raw(String(2n ** BigInt(RENT_BIT)))} <> 0`;

/** The public sees that a listing was sold or leased where its website shows the listing. */
const SEEN_BY_PUBLIC = sql`state.status = 'current'
  OR found.shown_here AND state.status IN (${raw(PAST_STATUSES.map((status) => `'${status}'`).join(', '))})`;

/** The quartiles of a column of the rows that meet a condition, and its ends; null if there are few. */
const spreadOf = (column: Sql, condition: Sql, ends = sql``): Sql => sql`
  CASE WHEN count(${column}) FILTER (WHERE ${condition}) >= ${raw(String(FEWEST_AMOUNTS))} THEN
    percentile_cont('{0.25,0.5,0.75}'::float8[]) WITHIN GROUP (ORDER BY ${column}) FILTER (WHERE ${condition})${ends} END`;

const rangeOf = (column: Sql, condition: Sql): Sql =>
  spreadOf(
    column,
    condition,
    sql` || ARRAY[min(${column}) FILTER (WHERE ${condition}), max(${column}) FILTER (WHERE ${condition})]`,
  );

/**
 * The statuses that the recipient saw a listing in: a change between two that the recipient does not see is none. `stands`: it is
 * the present one. `since` is null if it came with the listing, or the recipient does not see from which it changed.
 */
const turnsOf = (seen: Sql): Sql => sql`
  changed AS MATERIALIZED (
    SELECT found.id, change.at, change.before ->> 'status' AS was
    FROM found JOIN listing_history change ON change.listing_id = found.id AND change.kind = 'status'
  ), states AS (
    SELECT id, was AS status, lag(at) OVER (PARTITION BY id ORDER BY at) AS since FROM changed
    UNION ALL
    SELECT found.id, found.status, latest.at
    FROM found JOIN (SELECT id, max(at) AS at FROM changed GROUP BY id) latest ON latest.id = found.id
  ), seen AS (
    SELECT state.id, state.status, state.since,
      lag(state.status) OVER (PARTITION BY state.id ORDER BY state.since NULLS FIRST) AS last
    FROM states state JOIN found ON found.id = state.id
    WHERE ${seen}
  ), turns AS (
    SELECT id, status, CASE WHEN last IS NOT NULL THEN since END AS since,
      lead(id) OVER (PARTITION BY id ORDER BY since NULLS FIRST) IS NULL AS stands
    FROM seen WHERE status IS DISTINCT FROM last
    UNION ALL
    SELECT id, status, NULL, TRUE FROM found
    WHERE status <> 'current' AND NOT EXISTS (SELECT FROM changed WHERE changed.id = found.id)
  )`;

/** What happened on which day, with the amount and the days on the market. What came with the listing is dated by its agency. */
const EVENTS = sql`
  events AS (
    SELECT key, 'listed' AS what, listed AS day, NULL::float8 AS amount, NULL::float8 AS days FROM found
    UNION ALL
    SELECT key, what, day, amount, CASE WHEN stands AND what <> 'withdrawn' THEN greatest(0, day - listed) END
    FROM (
      SELECT found.key, found.listed, turns.status AS what, turns.stands,
        CASE WHEN turns.stands THEN CASE turns.status WHEN 'sold' THEN sold_price WHEN 'leased' THEN rent END END AS amount,
        coalesce(CASE turns.status WHEN 'sold' THEN sold_day END, ${utcDay(sql`turns.since`)},
          CASE WHEN turns.stands THEN found.modified END) AS day
      FROM turns JOIN found ON found.id = turns.id
      WHERE turns.status IN ('leased', 'withdrawn') OR turns.status = 'sold' AND turns.stands
    ) turn
  )`;

/** The groups of each kind: what names one, beside the key. */
const NAMES: Readonly<Record<StatisticsGroup, { readonly columns: Sql; readonly joins: Sql }>> = {
  suburb: {
    columns: sql`suburb.suburb, suburb.state, suburb.postcode`,
    joins: sql`LEFT JOIN suburbs suburb ON suburb.id = whole.key`,
  },
  listingType: { columns: sql`whole.key AS "listingType"`, joins: sql`` },
  bedrooms: { columns: sql`whole.key AS bedrooms`, joins: sql`` },
};

/** The listings of a search as a recipient sees them. */
export interface StatisticsSearch extends Search {
  readonly audience: Audience;
  /** `key` of the group, `shown_here` (the website of the recipient shows the listing), `price` and `sold_price` of `listing`. */
  readonly columns: Sql;
}

/**
 * One statement: the listings of a search, what happened to them, and the numbers of all and of groups, the whole first.
 */
export function statisticsStatement(
  { from, where, audience, columns }: StatisticsSearch,
  periods: readonly Period[],
  by: StatisticsGroup | undefined,
): Sql {
  const seen = audience === 'clients' ? sql`TRUE` : SEEN_BY_PUBLIC;
  const starts = periods.map((period) => period.from);
  const isWhole = by ? sql`grouping(key) = 1` : sql`TRUE`;
  const key = by ? sql`key` : sql`NULL::int`;
  const named = by ? sql`HAVING grouping(key) = 1 OR key IS NOT NULL` : sql``;
  const shown = by ? sql`HAVING grouping(key) = 1 OR key IN (SELECT key FROM wholes)` : sql``;
  const isCurrent = sql`status = 'current'`;
  const names = by && NAMES[by];
  return sql`
    WITH found AS MATERIALIZED (
      SELECT id, key, shown_here, status, sold_day, sold_price, ${utcDay(sql`firstdate`)} AS listed,
        ${utcDay(sql`modtime`)} AS modified, CASE WHEN NOT is_rent THEN price END AS price,
        CASE WHEN listing_type = 'rental' THEN price END AS rent
      FROM (
        SELECT listing.id, listing.status::text AS status, listing.listing_type, listing.firstdate, listing.modtime,
          listing.sold_day, ${IS_RENT} AS is_rent, ${columns}
        FROM ${from} WHERE ${where}
      ) listing
    ), ${turnsOf(seen)}, ${EVENTS}, wholes AS (
      SELECT ${isWhole} AS "isWhole", ${key} AS key, count(*)::int AS total,
        (count(*) FILTER (WHERE ${isCurrent}))::int AS count, ${rangeOf(sql`price`, isCurrent)} AS price,
        ${rangeOf(sql`rent`, isCurrent)} AS rent
      FROM found ${by ? sql`GROUP BY GROUPING SETS ((), (key)) ${named}` : sql``}
      ORDER BY 1 DESC, 3 DESC, 2 LIMIT ${raw(String(1 + MOST_GROUPS))}
    ), counted AS MATERIALIZED (
      SELECT ${isWhole} AS "isWhole", ${key} AS key, at, count(*) FILTER (WHERE what = 'listed') AS listed,
        count(*) FILTER (WHERE what = 'sold') AS sold, count(*) FILTER (WHERE what = 'leased') AS leased,
        count(*) FILTER (WHERE what = 'withdrawn') AS withdrawn,
        ${spreadOf(sql`amount`, sql`what = 'sold'`)} AS "soldPrice",
        ${spreadOf(sql`amount`, sql`what = 'leased'`)} AS rent, ${spreadOf(sql`days`, sql`TRUE`)} AS days
      FROM (
        SELECT key, what, amount, days, width_bucket(day, ${starts}::date[]) AS at FROM events
        WHERE day BETWEEN ${starts[0]}::date AND ${periods.at(-1)?.to}::date
      ) event GROUP BY ${by ? sql`GROUPING SETS ((at), (at, key))` : sql`at`} ${shown}
    )
    SELECT whole.total, whole.count, whole.price, whole.rent, coalesce((
        SELECT json_agg(counted) FROM counted
        WHERE counted."isWhole" = whole."isWhole" AND counted.key IS NOT DISTINCT FROM whole.key), '[]') AS series
      ${names ? sql`, ${names.columns}` : sql``}
    FROM wholes whole ${names ? names.joins : sql``}
    ORDER BY whole."isWhole" DESC, whole.total DESC, whole.key`;
}
