import { joinAgents, joinSites, PAST_STATUSES, RENT_BIT } from '@app/accounts';
import type { Audience } from '@app/http';
import type { Search } from '@app/lists';
import { raw, sql, type Sql } from '@app/sql';
import { col } from '../finder/listing-columns.js';
import { LISTINGS } from '../finder/listing-tables.js';
import type { ListingStatisticsQuery } from './statistics.query.js';
import { FEWEST_AMOUNTS, MOST_GROUPS, type StatisticsGroup, type StatisticsPeriod } from './statistics.kinds.js';

/** The UTC day of an instant (D24). */
const utcDay = (instant: Sql): Sql => sql`(${instant} AT TIME ZONE 'UTC')::date`;

const IS_RENT = sql`${col('flags')} & ${raw(String(2n ** BigInt(RENT_BIT)))} <> 0`;

/** The public sees that a listing was sold or leased if its website shows the listing. */
const SEEN_BY_PUBLIC = sql`state.status = 'current'
  OR found.shown_here AND state.status IN (${raw(PAST_STATUSES.map((status) => `'${status}'`).join(', '))})`;

const isEnough = (column: Sql, condition: Sql): Sql =>
  sql`count(${column}) FILTER (WHERE ${condition}) >= ${raw(String(FEWEST_AMOUNTS))}`;

/** A percentile, interpolated between two amounts. All percentiles of a column share one sort. */
const shareOf = (share: string, column: Sql, condition: Sql): Sql =>
  sql`percentile_cont(${raw(share)}) WITHIN GROUP (ORDER BY ${column}) FILTER (WHERE ${condition})`;

/**
 * The quartiles of a column over rows that meet a condition, with further members; null if there are too few amounts.
 */
const quartilesOf = (column: Sql, condition: Sql, members = sql``): Sql => sql`
  CASE WHEN ${isEnough(column, condition)} THEN json_build_object('median', ${shareOf('0.5', column, condition)},
    'p25', ${shareOf('0.25', column, condition)}, 'p75', ${shareOf('0.75', column, condition)}${members}) END`;

const spreadOf = (column: Sql, condition: Sql): Sql =>
  quartilesOf(
    column,
    condition,
    sql`, 'lowest', min(${column}) FILTER (WHERE ${condition}), 'highest', max(${column}) FILTER (WHERE ${condition})`,
  );

/**
 * The statuses in which the recipient saw a listing; a change between two unseen statuses does not count. `stands`: it
 * is the current status. `since` is null if the listing was created with the status, or if the recipient does not see
 * the previous status.
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

/**
 * The events with their days, amounts and days on the market. A listing that was created with a status is dated by its
 * agency.
 */
const EVENTS = sql`
  events AS (
    SELECT id, 'listed' AS what, listed AS day, NULL::float8 AS amount, NULL::float8 AS days FROM found
    UNION ALL
    SELECT id, what, day, amount, CASE WHEN stands AND what <> 'withdrawn' THEN greatest(0, day - listed) END
    FROM (
      SELECT found.id, found.listed, turns.status AS what, turns.stands,
        CASE WHEN turns.stands THEN CASE turns.status WHEN 'sold' THEN sold_price WHEN 'leased' THEN rent END END AS amount,
        coalesce(CASE turns.status WHEN 'sold' THEN sold_day END, ${utcDay(sql`turns.since`)},
          CASE WHEN turns.stands THEN found.modified END) AS day
      FROM turns JOIN found ON found.id = turns.id
      WHERE turns.status IN ('leased', 'withdrawn') OR turns.status = 'sold' AND turns.stands
    ) turn
  )`;

/** The members that identify a group, and the table that its key refers to. */
interface Named {
  readonly members: Sql;
  readonly table?: Sql;
}

const NAMES: Readonly<Record<StatisticsGroup, Named>> = {
  suburb: {
    members: sql`, 'suburb', named.suburb, 'state', named.state, 'postcode', named.postcode`,
    table: sql`suburbs`,
  },
  listingType: { members: sql`, 'listingType', whole.key` },
  category: { members: sql`, 'category', whole.key` },
  bedrooms: { members: sql`, 'bedrooms', whole.key` },
  agent: { members: sql`, 'agent', whole.key, 'name', named.name`, table: sql`agents` },
  websiteID: { members: sql`, 'websiteID', whole.key, 'name', named.name`, table: sql`accounts` },
};

/** The joins of groups of which a listing may be in several. */
const JOINED: Readonly<Partial<Record<StatisticsGroup, { readonly join: Sql; readonly key: Sql }>>> = {
  agent: { join: joinAgents, key: sql`link.agent_id` },
  websiteID: { join: joinSites, key: sql`site.id` },
};

/** The groups of each found listing: none, one or several. */
function groupsOf(by: StatisticsGroup): Sql {
  const { join, key } = JOINED[by] ?? {};
  return join && key
    ? sql`SELECT listing.id, ${key} AS key FROM found JOIN ${LISTINGS} USING (id) ${join}`
    : sql`SELECT id, own_key AS key FROM found WHERE own_key IS NOT NULL AND own_key::text <> ''`;
}

const MONTHS: Readonly<Record<StatisticsPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/** The calendar periods of a series, from year 1 on. Days begin in UTC, and `now` is the time of the statement. */
function periodsOf({ period, periods, until }: StatisticsTimes): Sql {
  const instant = until.length === 'YYYY-MM-DD'.length ? `${until}T00:00:00Z` : until;
  const last = sql`date_trunc(${period}::text, ${instant}::timestamptz AT TIME ZONE 'UTC')`;
  const length = sql`make_interval(months => ${MONTHS[period]}::int)`;
  return sql`
    periods AS MATERIALIZED (
      SELECT first::date AS "from", (first + ${length})::date - 1 AS "to"
      FROM (SELECT ${last} - place * ${length} AS first FROM generate_series(0, ${periods}::int - 1) place) period
      WHERE first >= '0001-01-01'
    )`;
}

/** The numbers of a group of events. */
const OF_EVENTS = sql`count(*) FILTER (WHERE what = 'listed') AS listed, count(*) FILTER (WHERE what = 'sold') AS sold,
        count(*) FILTER (WHERE what = 'leased') AS leased, count(*) FILTER (WHERE what = 'withdrawn') AS withdrawn,
        ${quartilesOf(sql`amount`, sql`what = 'sold'`)} AS sold_price,
        ${quartilesOf(sql`amount`, sql`what = 'leased'`)} AS rent,
        CASE WHEN ${isEnough(sql`days`, sql`TRUE`)}
          THEN json_build_object('median', ${shareOf('0.5', sql`days`, sql`TRUE`)}) END AS days`;

type StatisticsTimes = Pick<ListingStatisticsQuery, 'period' | 'periods' | 'until'>;

/** The listings of a search as a recipient sees them. */
export interface StatisticsSearch extends Search {
  readonly audience: Audience;
  /**
   * `key` of the group, `shown_here` (whether the recipient's website shows the listing), `price` and `sold_price` of
   * `listing`.
   */
  readonly columns: Sql;
}

/**
 * One statement for the listings of a search, their events, and the statistics of all of them and of groups, the whole
 * first.
 */
export function statisticsStatement(
  { from, where, audience, columns }: StatisticsSearch,
  query: StatisticsTimes,
  by: StatisticsGroup | undefined,
): Sql {
  const seen = audience === 'clients' ? sql`TRUE` : SEEN_BY_PUBLIC;
  const named = by && NAMES[by];
  const isCurrent = sql`status = 'current'`;
  const ofListings = sql`count(*) AS total, count(*) FILTER (WHERE ${isCurrent}) AS count,
        ${spreadOf(sql`price`, isCurrent)} AS price, ${spreadOf(sql`rent`, isCurrent)} AS rent`;
  return sql`
    WITH found AS MATERIALIZED (
      SELECT id, key AS own_key, shown_here, status, sold_day, sold_price, ${utcDay(sql`firstdate`)} AS listed,
        ${utcDay(sql`modtime`)} AS modified, CASE WHEN NOT is_rent THEN price END AS price,
        CASE WHEN listing_type = 'rental' THEN price END AS rent
      FROM (
        SELECT listing.id, listing.status::text AS status, listing.listing_type, listing.firstdate, listing.modtime,
          listing.sold_day, ${IS_RENT} AS is_rent, ${columns}
        FROM ${from} WHERE ${where}
      ) listing
    ), ${turnsOf(seen)}, ${EVENTS}, ${periodsOf(query)}, grouped AS MATERIALIZED (${by ? groupsOf(by) : sql`SELECT NULL::int AS id, NULL::int AS key WHERE FALSE`}),
    largest AS MATERIALIZED (
      SELECT key FROM grouped GROUP BY key ORDER BY count(*) DESC, key LIMIT ${raw(String(MOST_GROUPS))}
    ), wholes AS (
      SELECT TRUE AS is_whole, (SELECT key FROM grouped WHERE FALSE) AS key, ${ofListings} FROM found
      UNION ALL
      SELECT FALSE, key, ${ofListings} FROM found JOIN grouped USING (id) JOIN largest USING (key) GROUP BY key
    ), happened AS MATERIALIZED (
      SELECT id, what, amount, days, date_trunc(${query.period}::text, day::timestamp)::date AS "from" FROM events
      WHERE day BETWEEN (SELECT min("from") FROM periods) AND (SELECT max("to") FROM periods)
    ), counted AS MATERIALIZED (
      SELECT TRUE AS is_whole, (SELECT key FROM grouped WHERE FALSE) AS key, "from", ${OF_EVENTS} FROM happened
      GROUP BY "from"
      UNION ALL
      SELECT FALSE, key, "from", ${OF_EVENTS} FROM happened JOIN grouped USING (id) JOIN largest USING (key)
      GROUP BY key, "from"
    )
    SELECT json_strip_nulls(json_build_object('total', whole.total,
      'current', json_build_object('count', whole.count, 'price', whole.price, 'rent', whole.rent), 'series', (
        SELECT json_agg(json_build_object('from', period."from", 'to', period."to", 'listed', coalesce(listed, 0),
          'sold', coalesce(sold, 0), 'leased', coalesce(leased, 0), 'withdrawn', coalesce(withdrawn, 0),
          'soldPrice', sold_price, 'rent', counted.rent, 'daysOnMarket', days) ORDER BY period."from")
        FROM periods period LEFT JOIN counted ON counted."from" = period."from" AND counted.is_whole = whole.is_whole
          AND counted.key IS NOT DISTINCT FROM whole.key)${named?.members ?? sql``})) AS numbers
    FROM wholes whole ${named?.table ? sql`LEFT JOIN ${named.table} named ON named.id = whole.key` : sql``}
    ORDER BY whole.is_whole DESC, whole.total DESC, whole.key`;
}
