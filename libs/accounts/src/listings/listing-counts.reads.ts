import type { Recipient } from '@app/http';
import { orderBy, type Order } from '@app/lists';
import { allOf, column, raw, sql, type Sql } from '@app/sql';
import { hidesFrom, isShownBy, joinAgents, joinSites, RENT_BIT, rowsSeenBy } from './shown-listings.reads.js';

/** The listings to count. */
export interface CountedListings {
  /** Only listings that the recipient sees count. */
  readonly recipient: Recipient;
  /** Selects the ids of suburbs; undefined: all listings count. */
  readonly suburbs?: Sql | undefined;
}

/** The listings of each row of accounts or agents. */
interface Owner {
  readonly table: string;
  /** The listings of an owner, as `FROM` and `WHERE` with a condition on `listing`, and their closings. */
  readonly offersOf: (condition: Sql) => Sql;
  readonly closingsOf: (condition: Sql) => Sql;
  /** Joins `listing` with its owners, and the id of an owner. */
  readonly joined: Sql;
  readonly id: Sql;
}

const LISTING = sql`listing`;
const ACCOUNT = sql`account.id`;
const LISTINGS = sql`listings listing`;
const CLOSINGS = sql`listing_events closing JOIN listings listing ON listing.id = closing.listing_id`;

/** The account and, for a sub-account that shows offices of its main account, the main account. */
const SITES = sql`ARRAY[account.id, CASE WHEN account.listing_source = 'officeID' THEN account.main_website_id END]`;

/** An account has the listings that its website shows (D32). */
const ACCOUNTS: Owner = {
  table: 'account',
  offersOf: (condition) =>
    sql`FROM listings listing WHERE listing.website_id = ANY(${SITES}) AND ${isShownBy(LISTING, ACCOUNT)} AND ${condition}`,
  closingsOf: (condition) =>
    sql`FROM ${CLOSINGS} WHERE closing.website_id = ANY(${SITES}) AND ${isShownBy(LISTING, ACCOUNT)} AND ${condition}`,
  joined: joinSites,
  id: sql`site.id`,
};

const AGENTS: Owner = {
  table: 'agent',
  offersOf: (condition) => sql`
    FROM listing_agents link JOIN listings listing ON listing.id = link.listing_id
    WHERE link.agent_id = agent.id AND ${condition}`,
  closingsOf: (condition) => sql`
    FROM listing_agents link JOIN listing_events closing USING (listing_id)
    JOIN listings listing ON listing.id = closing.listing_id WHERE link.agent_id = agent.id AND ${condition}`,
  joined: joinAgents,
  id: sql`link.agent_id`,
};

const OWNERS = { account: ACCOUNTS, agent: AGENTS };
export type ListingOwner = keyof typeof OWNERS;

/** The current UTC day. Numbers of a period change with it. */
export const currentDay = (): string => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The listings of a place; a hidden suburb is in none. */
const inPlace = ({ suburbs, recipient }: CountedListings, table: string): Sql[] => {
  const hides = hidesFrom(recipient, 'hides_suburb', LISTING);
  return suburbs
    ? [sql`${column(`${table}.suburb_id`)} = ANY(ARRAY(${suburbs}))`, ...(hides ? [sql`NOT ${hides}`] : [])]
    : [];
};

const onOffer = (counted: CountedListings): Sql => {
  const seen = rowsSeenBy(counted.recipient, LISTING, 'current');
  return allOf([sql`listing.status = 'current'`, ...(seen ? [seen] : []), ...inPlace(counted, 'listing')]);
};

/** The public sees the sales and leases of its own website. */
const closedLately = (counted: CountedListings): Sql => {
  const { audience, siteID } = counted.recipient;
  const isOwn =
    siteID === undefined
      ? sql`FALSE`
      : sql`closing.website_id = ANY(ARRAY[${siteID}::int, (SELECT main_website_id FROM accounts WHERE id = ${siteID})])
          AND ${isShownBy(LISTING, siteID)}`;
  const seen = rowsSeenBy(counted.recipient, LISTING);
  const day = currentDay();
  return allOf([
    // Days are those of the place, which may be one day ahead.
    sql`closing.what IN ('sold', 'leased') AND closing.day > ${day}::date - interval '12 months' AND closing.day <= ${day}::date + 1`,
    ...(seen ? [seen] : []),
    ...(audience === 'public' ? [isOwn] : []),
    ...inPlace(counted, 'closing'),
  ]);
};

const FEWEST_PRICES = 3;

/** `ListingCounts` of a row of accounts or agents, as JSON text. */
export function countsOfEach(owner: ListingOwner, counted: CountedListings): Sql {
  const { offersOf, closingsOf } = OWNERS[owner];
  const hides = hidesFrom(counted.recipient, 'hides_price', LISTING);
  const price = hides ? sql`CASE WHEN NOT ${hides} THEN amount END` : sql`amount`;
  const isRent = sql`listing.flags & ${raw(String(2n ** BigInt(RENT_BIT)))} <> 0`;
  const number = (what: string): Sql => sql`count(*) FILTER (WHERE what = ${raw(`'${what}'`)})`;
  return sql`(
    SELECT json_strip_nulls(json_build_object('sale', ${number('sale')}, 'rent', ${number('rent')},
      'sold12Months', ${number('sold')}, 'leased12Months', ${number('leased')},
      'medianSoldPrice', CASE WHEN count(price) >= ${raw(String(FEWEST_PRICES))}
        THEN round((percentile_cont(0.5) WITHIN GROUP (ORDER BY price))::numeric) END))::text
    FROM (
      SELECT CASE WHEN ${isRent} THEN 'rent' ELSE 'sale' END AS what, NULL::float8 AS price ${offersOf(onOffer(counted))}
      UNION ALL
      SELECT closing.what::text, CASE WHEN closing.what = 'sold' THEN ${price} END ${closingsOf(closedLately(counted))}
    ) found)`;
}

/** The owners of a listing on offer, or of one that was sold or leased in the last 12 months. */
export function ownsListings(owner: ListingOwner, counted: CountedListings): Sql {
  const { table, joined, id } = OWNERS[owner];
  return sql`${column(`${table}.id`)} IN (
    SELECT ${id} FROM ${LISTINGS} ${joined} WHERE ${onOffer(counted)}
    UNION SELECT ${id} FROM ${CLOSINGS} ${joined} WHERE ${closedLately(counted)})`;
}

/** The orders by numbers, with the most first. */
export const COUNT_SORTS = ['listings-desc', 'sales-desc'] as const;

export const isCountSort = (sort: string): sort is (typeof COUNT_SORTS)[number] =>
  COUNT_SORTS.some((one) => one === sort);

/** The order by a number of `counted`; ties by id. */
export const byCount = (owner: ListingOwner): Order =>
  orderBy([sql`coalesce(counted.number, 0)`, 'DESC'], [column(`${OWNERS[owner].table}.id`), 'ASC']);

/**
 * A join that adds `counted.number` for an order. `ofEach` counts separately for each row; `ofAll` counts once for all
 * rows, in a tenth of the time if there are many.
 */
export function countJoins(
  owner: ListingOwner,
  sort: (typeof COUNT_SORTS)[number],
  counted: CountedListings,
): { readonly ofEach: Sql; readonly ofAll: Sql } {
  const { table, offersOf, closingsOf, joined, id } = OWNERS[owner];
  const isOfSales = sort === 'sales-desc';
  const sold = allOf([closedLately(counted), sql`closing.what = 'sold'`]);
  const each = isOfSales ? closingsOf(sold) : offersOf(onOffer(counted));
  const all = isOfSales
    ? sql`${CLOSINGS} ${joined} WHERE ${sold}`
    : sql`${LISTINGS} ${joined} WHERE ${onOffer(counted)}`;
  return {
    ofEach: sql`LEFT JOIN LATERAL (SELECT count(*) AS number ${each}) counted ON TRUE`,
    ofAll: sql`LEFT JOIN (SELECT ${id} AS id, count(*) AS number FROM ${all} GROUP BY 1) counted
      ON counted.id = ${column(`${table}.id`)}`,
  };
}
