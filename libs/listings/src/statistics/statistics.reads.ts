import { RENT_BIT, sitesOf } from '@app/accounts';
import type { Search } from '@app/lists';
import { raw, sql, type Sql } from '@app/sql';
import { col } from '../finder/listing-columns.js';
import { LISTINGS } from '../finder/listing-tables.js';
import { bitsNamed, type ListingEvent } from '../dto/listing.kinds.js';
import { FEWEST_AMOUNTS, MOST_GROUPS, NEW_DAYS, type StatisticsGroup } from './statistics.kinds.js';
import { periodsOf, type StatisticsTimes } from './statistics-periods.js';

const hasBit = (bits: bigint): Sql => sql`${col('flags')} & ${raw(String(bits))} <> 0`;
const isRent = hasBit(2n ** BigInt(RENT_BIT));

/** Lower amounts are placeholders. `events_of()` has the same limits. */
const LEAST = { price: 1_000, rent: 10 };

const isFrom = (amount: Sql, least: number): Sql => sql`${amount} >= ${raw(String(least))}`;

/** Whole dollars; a half is rounded up, which PostgreSQL does for numeric values only. */
const dollars = (value: Sql): Sql => sql`round((${value})::numeric)`;

/** A percentile, interpolated between two amounts. All percentiles of a column share one sort. */
const shareOf = (share: string, column: Sql, condition: Sql): Sql =>
  sql`percentile_cont(${raw(share)}) WITHIN GROUP (ORDER BY ${column}) FILTER (WHERE ${condition})`;

/** The number and the given members of a column over rows that meet a condition; null if there are too few. */
const ofEnough = (column: Sql, condition: Sql, members: Sql): Sql => {
  const count = sql`count(${column}) FILTER (WHERE ${condition})`;
  return sql`CASE WHEN ${count} >= ${raw(String(FEWEST_AMOUNTS))} THEN json_build_object('count', ${count}, ${members}) END`;
};

/** The quartiles, with further members. */
const quartilesOf = (column: Sql, condition: Sql, members = sql``): Sql =>
  ofEnough(
    column,
    condition,
    sql`'median', ${dollars(shareOf('0.5', column, condition))}, 'p25', ${dollars(shareOf('0.25', column, condition))},
      'p75', ${dollars(shareOf('0.75', column, condition))}${members}`,
  );

const spreadOf = (column: Sql): Sql =>
  quartilesOf(
    column,
    sql`TRUE`,
    sql`, 'lowest', ${dollars(sql`min(${column})`)}, 'highest', ${dollars(sql`max(${column})`)}`,
  );

/** A kind of groups. */
interface Group {
  readonly type: Sql;
  /** Joins `own` with its groups; default: `own_key` is the key. */
  readonly join?: Sql;
  readonly key?: Sql;
  /** The members that identify a group, and the table that its key refers to. */
  readonly members: Sql;
  readonly table?: Sql;
}

const GROUPS: Readonly<Record<StatisticsGroup, Group>> = {
  suburb: {
    type: sql`int`,
    members: sql`, 'suburb', named.suburb, 'state', named.state, 'postcode', named.postcode`,
    table: sql`suburbs`,
  },
  postcode: {
    type: sql`text`,
    join: sql`JOIN suburbs place ON place.id = own.own_key AND place.postcode <> ''`,
    key: sql`place.postcode`,
    members: sql`, 'postcode', whole.key`,
  },
  listingType: { type: sql`listing_type`, members: sql`, 'listingType', whole.key` },
  category: { type: sql`text`, members: sql`, 'category', whole.key` },
  bedrooms: { type: sql`smallint`, members: sql`, 'bedrooms', whole.key` },
  agent: {
    type: sql`int`,
    join: sql`JOIN listing_agents link ON link.listing_id = own.id`,
    key: sql`link.agent_id`,
    members: sql`, 'agent', whole.key, 'name', named.name`,
    table: sql`agents`,
  },
  websiteID: {
    type: sql`int`,
    join: sitesOf(sql`own.own_key`, sql`(SELECT lower(listing.agent_id) FROM ${LISTINGS} WHERE listing.id = own.id)`),
    key: sql`site.id`,
    members: sql`, 'websiteID', whole.key, 'name', named.name`,
    table: sql`accounts`,
  },
};

const isKey = (key: Sql): Sql => sql`${key} IS NOT NULL AND ${key}::text <> ''`;

/** Totals of the whole and of its largest groups. */
function totalsOf({ from, where }: Search, ownKey: Sql, group: Group | undefined): Sql {
  if (!group) return sql`SELECT TRUE AS is_whole, NULL::int AS key, count(*) AS total FROM ${from} WHERE ${where}`;
  const { join, key, type } = group;
  const each = join
    ? sql`SELECT ${key ?? ownKey} AS key, count(*) AS total FROM (SELECT listing.id, ${ownKey} AS own_key FROM ${from} WHERE ${where}) own ${join} GROUP BY 1`
    : sql`SELECT key, total FROM per_key WHERE ${isKey(sql`key`)}`;
  const whole = join
    ? sql`SELECT count(*) FROM ${from} WHERE ${where}`
    : sql`SELECT coalesce(sum(total), 0) FROM per_key`;
  return sql`
    ${join ? sql`` : sql`WITH per_key AS MATERIALIZED (SELECT ${ownKey} AS key, count(*) AS total FROM ${from} WHERE ${where} GROUP BY 1)`}
    SELECT TRUE AS is_whole, NULL::${type} AS key, (${whole}) AS total
    UNION ALL (SELECT FALSE, key, total FROM (${each}) found ORDER BY total DESC, key LIMIT ${raw(String(MOST_GROUPS))})`;
}

/** Columns over the rows of a CTE: for the whole, and for each of the largest groups. */
function overRows(rows: Sql, columns: Sql, group: Group | undefined, also?: Sql): Sql {
  const more = also ? sql`, ${also}` : sql``;
  const whole = sql`SELECT TRUE AS is_whole, NULL::${group?.type ?? sql`int`} AS key${more}, ${columns} FROM ${rows} ${also ? sql`GROUP BY ${also}` : sql``}`;
  if (!group) return whole;
  const keyed = group.join
    ? sql`(SELECT own.*, ${group.key ?? sql`own_key`} AS key FROM ${rows} own ${group.join}) keyed`
    : sql`(SELECT *, own_key AS key FROM ${rows}) keyed`;
  return sql`${whole} UNION ALL SELECT FALSE, key${more}, ${columns} FROM ${keyed}
    JOIN (SELECT key FROM totals WHERE NOT is_whole) largest USING (key) GROUP BY key${more}`;
}

const isWhat = (...kinds: ListingEvent[]): Sql => sql`what IN (${raw(kinds.map((kind) => `'${kind}'`).join(', '))})`;
const countOf = (condition: Sql): Sql => sql`count(*) FILTER (WHERE ${condition})`;

const CLEARED = countOf(isWhat('auction-sold', 'auction-sold-prior'));
const PASSED_IN = countOf(isWhat('auction-passed-in'));
const UNHELD = countOf(isWhat('auction-withdrawn'));

/** The members of a period, and the number of new listings. */
const OF_EVENTS = sql`count(*) FILTER (WHERE is_new) AS fresh, json_build_object('listed', ${countOf(isWhat('listed'))}, 'sold', ${countOf(isWhat('sold'))},
        'leased', ${countOf(isWhat('leased'))}, 'withdrawn', ${countOf(isWhat('withdrawn'))},
        'auctions', json_build_object('held', ${countOf(isWhat('auction-sold', 'auction-passed-in'))},
          'sold', ${CLEARED}, 'passedIn', ${PASSED_IN}, 'withdrawn', ${UNHELD},
          'clearance', round(100.0 * ${CLEARED} / nullif(${CLEARED} + ${PASSED_IN} + ${UNHELD}, 0))),
        'soldPrice', ${quartilesOf(sql`amount`, isWhat('sold'))}, 'rent', ${quartilesOf(sql`amount`, isWhat('leased'))},
        'daysOnMarket', ${ofEnough(sql`days`, sql`TRUE`, sql`'median', ${shareOf('0.5', sql`days`, sql`TRUE`)}`)}) AS numbers`;

/** The members of a period; zeros without events. */
const NOTHING = sql`'{"listed":0,"sold":0,"leased":0,"withdrawn":0,"auctions":{"held":0,"sold":0,"passedIn":0,"withdrawn":0}}'::json`;
const MEMBERS = raw(
  ['listed', 'sold', 'leased', 'withdrawn', 'auctions', 'soldPrice', 'rent', 'daysOnMarket']
    .map((name) => `'${name}', coalesce(numbers, ${NOTHING.text}) -> '${name}'`)
    .join(', '),
);

const OF_OFFERS = sql`count(*) AS count, ${countOf(sql`is_reduced`)} AS reduced,
        ${countOf(sql`is_under_offer`)} AS under_offer, ${spreadOf(sql`price`)} AS price, ${spreadOf(sql`rent`)} AS rent`;

/** The rows of a search as a recipient sees them. */
export interface StatisticsSearch {
  /** Listings of every status, current ones, and events. */
  readonly every: Search;
  readonly current: Search;
  readonly events: Search;
  /** The key of groups, the asking price and the amount of an event. */
  readonly ownKey: Sql;
  readonly price: Sql;
  readonly amount: Sql;
}

/** One statement for the numbers of all listings of a search, and of groups of them, the whole first. */
export function statisticsStatement(
  { every, current, events, ownKey, price, amount }: StatisticsSearch,
  times: StatisticsTimes,
  by: StatisticsGroup | undefined,
  today: string,
): Sql {
  const group = by && GROUPS[by];
  const periods = periodsOf(times, today);
  const [from, to] = [periods.map((one) => one.from), periods.map((one) => one.to)];
  const isInSeries = sql`event.day BETWEEN ${from[0] ?? null}::date AND ${to.at(-1) ?? null}::date`;
  const isNew = sql`event.day > ${today}::date - ${raw(String(NEW_DAYS))} AND event.what = 'listed' AND listing.status = 'current'`;
  return sql`
    WITH totals AS MATERIALIZED (${totalsOf(every, ownKey, group)}),
    offered AS (
      SELECT listing.id, ${ownKey} AS own_key, ${hasBit(bitsNamed(['priceReduced']))} AS is_reduced,
        ${hasBit(bitsNamed(['underOffer']))} AS is_under_offer,
        CASE WHEN NOT ${isRent} AND ${isFrom(price, LEAST.price)} THEN ${price} END AS price,
        CASE WHEN listing.listing_type = 'rental' AND NOT ${hasBit(bitsNamed(['holiday']))} AND ${isFrom(price, LEAST.rent)}
          THEN ${price} END AS rent
      FROM ${current.from} WHERE ${current.where}
    ), happened AS (
      SELECT listing.id, ${ownKey} AS own_key, event.what, ${amount} AS amount, event.days, ${isNew} AS is_new,
        CASE WHEN ${isInSeries} THEN width_bucket(event.day, ${from}::date[]) END AS period
      FROM ${events.from} WHERE (${isInSeries} OR ${isNew}) AND ${events.where}
    ), offers AS MATERIALIZED (${overRows(sql`offered`, OF_OFFERS, group)}),
    counted AS MATERIALIZED (${overRows(sql`happened`, OF_EVENTS, group, sql`period`)})
    SELECT json_strip_nulls(json_build_object('total', whole.total, 'current', json_build_object(
        'count', coalesce(offers.count, 0), 'new', (
          SELECT coalesce(sum(fresh), 0) FROM counted
          WHERE counted.is_whole = whole.is_whole AND counted.key IS NOT DISTINCT FROM whole.key),
        'reduced', coalesce(offers.reduced, 0), 'underOffer', coalesce(offers.under_offer, 0),
        'price', offers.price, 'rent', offers.rent),
      'series', (
        SELECT json_agg(json_build_object('from', period."from", 'to', period."to", ${MEMBERS}) ORDER BY at)
        FROM unnest(${from}::date[], ${to}::date[]) WITH ORDINALITY period("from", "to", at) LEFT JOIN counted
          ON counted.period = at AND counted.is_whole = whole.is_whole AND counted.key IS NOT DISTINCT FROM whole.key
      )${group?.members ?? sql``})) AS numbers
    FROM totals whole
    LEFT JOIN offers ON offers.is_whole = whole.is_whole AND offers.key IS NOT DISTINCT FROM whole.key
    ${group?.table ? sql`LEFT JOIN ${group.table} named ON named.id = whole.key` : sql``}
    ORDER BY whole.is_whole DESC, whole.total DESC, whole.key`;
}
