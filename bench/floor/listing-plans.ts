import { conditionsOf } from './listing-conditions.js';
import {
  CARD_COLUMNS,
  ITEM_COLUMNS,
  ITEM_JOINS,
  presentCard,
  presentItem,
  presentSingle,
  SINGLE_COLUMNS,
  TAG,
} from './listing-item.js';
import { rowsNear, withDistance } from './listing-map.js';
import { envelope, limits, pageOf, prepared, Values, type Plan, type Query, type Row } from './plan.js';

/** The column and direction of each order; ids break ties. */
const SORTS: Readonly<Record<string, readonly [column: string, direction: string]>> = {
  newest: ['firstdate', 'DESC'],
  oldest: ['firstdate', 'ASC'],
  'price-asc': ['price', 'ASC NULLS LAST'],
  'price-desc': ['price', 'DESC NULLS LAST'],
  distance: ['metres', 'ASC'],
};

/** CTEs: `page` holds the ids and order keys of the page, and the count of all rows. */
interface Rows {
  readonly ctes: string;
  readonly total: string;
}

/** A list of listings. */
export function planListings(query: Query): Plan {
  const values = new Values();
  const page = pageOf(query);
  const [column = '', direction = ''] = SORTS[query['sort'] ?? 'newest'] ?? [];
  const order = `ORDER BY key ${direction}, id`;
  const { texts, isUneven } = conditionsOf(query, values);
  const table = tableOf(query, values);
  const where = [table === 'listings' ? "listing.status = 'current'" : 'TRUE', ...texts].join(' AND ');
  const select = `SELECT listing.id, listing.${column} AS key FROM ${table} listing`;
  const scope: Scope = { select, where, order, values, page: limits(page, values) };
  const isNarrow = texts.length > (isBoundAlone(query) ? 1 : 0) || column === 'price' || 'near' in query;
  const rows = rowsOf(query, scope, isNarrow);
  const isCard = query['view'] === 'card';
  const present = isCard ? presentCard : presentItem;
  const columns = isCard ? CARD_COLUMNS : ITEM_COLUMNS;
  const presentRow = (row: Row) => (column === 'metres' ? withDistance(present(row, 3), row[2]) : present(row, 3));
  const text = `
    WITH ${rows.ctes}
    SELECT counted.total, item.* FROM (SELECT ${rows.total} AS total) counted
    LEFT JOIN (
      SELECT page.id, page.key::text, ${columns} FROM page JOIN listings listing ON listing.id = page.id ${ITEM_JOINS}
      ORDER BY page.key ${direction}, page.id
    ) item ON TRUE`;
  return {
    statement: isUneven ? { text, values: values.list } : prepared(text, values.list),
    present: (found) => envelope(page, found, presentRow),
  };
}

/**
 * Only places are looked up in the narrow rows: when idle, index-only scans take half as long for the other conditions.
 */
function tableOf(query: Query, values: Values): string {
  if ('near' in query) return rowsNear(query, values);
  return 'region' in query || 'bbox' in query ? 'current_listings' : 'listings';
}

/** Almost all listings are above the single lowest price that the bench requests. */
const isBoundAlone = (query: Query): boolean =>
  'minPrice' in query && !('maxPrice' in query) && !('websiteID' in query);

interface Scope {
  readonly select: string;
  readonly where: string;
  readonly order: string;
  readonly values: Values;
  readonly page: string;
}

function rowsOf(query: Query, scope: Scope, isNarrow: boolean): Rows {
  const { websiteID } = query;
  if (websiteID) return matchedOnce(scope, websiteSources(scope, websiteID));
  const source = `${scope.select} WHERE ${scope.where}`;
  return isNarrow ? matchedOnce(scope, [source]) : inIndexOrder(scope, source);
}

/**
 * The rows of an account: its own, and for a sub-account those of the offices of its main account that it shows (D32).
 * Two ranges of an index.
 */
function websiteSources({ select, where, values }: Scope, websiteID: string): string[] {
  const id = values.add(websiteID);
  const main = `FROM accounts WHERE id = ${id} AND listing_source = 'officeID' AND main_website_id <> id`;
  return [
    `${select} WHERE listing.website_id = ${id} AND ${where}`,
    `${select} WHERE listing.website_id = (SELECT main_website_id ${main})
       AND lower(listing.agent_id) = ANY(ARRAY(SELECT lower(unnest(listing_office_ids)) ${main})) AND ${where}`,
  ];
}

/** Looks up the matching rows once, then counts and orders them. */
function matchedOnce({ order, page }: Scope, sources: readonly string[]): Rows {
  const ctes = `matched AS MATERIALIZED (${sources.join(' UNION ALL ')}), page AS (SELECT * FROM matched ${order} ${page})`;
  return { ctes, total: '(SELECT count(*)::int FROM matched)' };
}

/** Reads the page from an index in its order, and counts separately. */
function inIndexOrder({ order, page }: Scope, source: string): Rows {
  return { ctes: `page AS (${source} ${order} ${page})`, total: `(SELECT count(*)::int FROM (${source}) found)` };
}

const SINGLE = `SELECT ${TAG}, ${SINGLE_COLUMNS} FROM listings listing ${ITEM_JOINS} WHERE listing.id = $1`;
const TAG_ALONE = `SELECT ${TAG} FROM listings listing ${ITEM_JOINS} WHERE listing.id = $1`;

/** One listing by its id. */
export function planListing(id: string): Plan {
  return {
    statement: prepared(SINGLE, [id]),
    tag: prepared(TAG_ALONE, [id]),
    present: ([row]) => row && { body: presentSingle(row, 1), etag: String(row[0]) },
  };
}
