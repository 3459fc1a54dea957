import { DOCUMENT_JOINS, ITEM_COLUMNS, presentItem } from './listing-item.js';
import {
  anywhere,
  envelope,
  folded,
  limits,
  pageOf,
  prepared,
  Values,
  type Answer,
  type Plan,
  type Query,
  type Row,
} from './plan.js';

/** Suburbs that start with a text: bounds that an index knows, also when the statement is prepared. */
export function planSuburbs(query: Query): Plan {
  const values = new Values();
  const page = pageOf(query);
  const start = (query['suburb'] ?? '').toLowerCase();
  const text = `
    WITH matched AS MATERIALIZED (
      SELECT id, lower(name) COLLATE "C" AS key FROM suburbs
      WHERE gazetted AND lower(suburb) ~>=~ ${values.add(start)} AND lower(suburb) ~<~ ${values.add(`${start}\u{10FFFF}`)}
    ), page AS (SELECT * FROM matched ORDER BY key, id ${limits(page, values)})
    SELECT (SELECT count(*)::int FROM matched), item.* FROM (VALUES (1)) one
    LEFT JOIN (SELECT page.id, suburbs.document FROM page JOIN suburbs ON suburbs.id = page.id ORDER BY page.key, page.id) item
      ON TRUE`;
  return { statement: prepared(text, values.list), present: (rows) => envelope(page, rows, (row) => String(row[2])) };
}

const STATISTICS = `coalesce((
  SELECT json_agg(json_build_object('totalListings', total, 'totalListingValues', listing_values,
    'totalSoldPrices', sold_prices, 'totalRentPrices', rent_prices, 'status', status, 'listingType', type,
    'modtime', to_char(modtime AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY status, type DESC)::text
  FROM (
    SELECT listing.status, count(*) AS total, coalesce(sum(listing.value), 0) AS listing_values,
      coalesce(sum(coalesce(listing.sold_price, listing.value)) FILTER (WHERE listing.status = 'sold'), 0) AS sold_prices,
      coalesce(sum(listing.rent), 0) AS rent_prices, max(listing.modtime) AS modtime,
      CASE WHEN listing.listing_type IN ('residential', 'rental') THEN 'residential'
        WHEN listing.listing_type IN ('commercial', 'business') THEN 'commercial' ELSE 'land' END AS type
    FROM listing_agents link JOIN listings listing ON listing.id = link.listing_id
    WHERE link.agent_id = agent.id AND listing.status IN ('current', 'sold') GROUP BY listing.status, type
  ) stats), '[]')`;

/** Agents with their statistics, of an account, of a suburb, or all. */
export function planAgents(query: Query): Plan {
  const values = new Values();
  const page = pageOf(query);
  const source = `FROM agents WHERE ${agentCondition(query, values)}`;
  const text = `
    WITH page AS (SELECT id ${source} ORDER BY id ${limits(page, values)})
    SELECT counted.total, item.* FROM (SELECT count(*)::int AS total ${source}) counted
    LEFT JOIN (
      SELECT agent.id, agent.item, ${STATISTICS}, account.agent_summary,
        (SELECT to_json(access_key)::text FROM credentials
          WHERE website_id = account.id AND scope = 'full' AND expires_at IS NULL ORDER BY id LIMIT 1)
      FROM page JOIN agents agent ON agent.id = page.id JOIN accounts account ON account.id = agent.website_id
      ORDER BY agent.id
    ) item ON TRUE`;
  return { statement: prepared(text, values.list), present: (rows) => envelope(page, rows, presentAgent) };
}

function agentCondition(query: Query, values: Values): string {
  if (query['websiteID']) return `website_id = ${values.add(query['websiteID'])}`;
  if (!query['suburb']) return 'TRUE';
  return `website_id = ANY(ARRAY(SELECT accounts.id FROM accounts JOIN suburbs ON suburbs.id = accounts.suburb_id
    WHERE lower(suburbs.suburb) = ANY(${values.add(folded(query['suburb']))})))`;
}

function presentAgent([, , item, stats, website, accessKey]: Row): string {
  return `${open(item)},"listingsStats":${stats},"website":${open(website)},"accessKey":${accessKey}}}`;
}

const open = (object: Row[number] | undefined): string => String(object).slice(0, -1);

/** Accounts in which every word is found. */
export function planAccounts(query: Query): Plan {
  const values = new Values();
  const page = pageOf(query);
  const words = (query['s'] ?? '').split(/\s+/).map((word) => `search LIKE ${values.add(anywhere(word))}`);
  const text = `
    WITH matched AS MATERIALIZED (SELECT id FROM accounts WHERE ${words.join(' AND ')}),
      page AS (SELECT id FROM matched ORDER BY id ${limits(page, values)})
    SELECT (SELECT count(*)::int FROM matched), item.* FROM (VALUES (1)) one
    LEFT JOIN (SELECT page.id, accounts.item FROM page JOIN accounts ON accounts.id = page.id ORDER BY page.id) item ON TRUE`;
  return { statement: prepared(text, values.list), present: (rows) => accountsAnswer(page.limit, rows) };
}

function accountsAnswer(limit: number, rows: readonly Row[]): Answer {
  const total = Number(rows[0]?.[0] ?? 0);
  const items = rows.filter((row) => row[1] !== null).map((row) => row[2]);
  return { body: `{"total":${total},"totalPage":${Math.ceil(total / limit)},"data":[${items.join(',')}]}` };
}

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const PROPERTY_COLUMNS = `property.id, stated.address,
  json_strip_nulls(json_build_object('bedrooms', property.bedrooms, 'bathrooms', property.bathrooms,
    'parkingSpaces', property.car_spaces))::text,
  to_char(property.created_at AT TIME ZONE 'UTC', ${ISO}), to_char(property.updated_at AT TIME ZONE 'UTC', ${ISO})`;

/** Properties of a suburb, each with the listing that it shows. */
export function planProperties(query: Query): Plan {
  const values = new Values();
  const page = pageOf(query);
  const suburb = values.add(folded(query['suburb'] ?? ''));
  const bedrooms = query['bedrooms'] ? `AND bedrooms = ${values.add(query['bedrooms'])}` : '';
  const text = `
    WITH matched AS MATERIALIZED (
      SELECT id FROM properties
      WHERE suburb_id = ANY(ARRAY(SELECT id FROM suburbs WHERE lower(suburb) = ANY(${suburb}))) ${bedrooms}
    ), page AS (SELECT id FROM matched ORDER BY id ${limits(page, values)})
    SELECT (SELECT count(*)::int FROM matched), item.* FROM (VALUES (1)) one
    LEFT JOIN (
      SELECT ${PROPERTY_COLUMNS}, listing.website_id, ${ITEM_COLUMNS}
      FROM page JOIN properties property ON property.id = page.id
      JOIN property_documents stated ON stated.property_id = property.id
      JOIN listings listing ON listing.id = property.shown_listing_id
      ${DOCUMENT_JOINS}
      ORDER BY page.id
    ) item ON TRUE`;
  return { statement: prepared(text, values.list), present: (rows) => envelope(page, rows, presentProperty) };
}

function presentProperty(row: Row): string {
  const [, id, address, features, createdAt, updatedAt, websiteID] = row;
  const listing = `{"websiteID":${websiteID},${presentItem(row, 7).slice(1)}`;
  const dates = `"createdAt":"${createdAt}","updatedAt":"${updatedAt}"`;
  return `{"id":${id},"address":${address},"features":${features},${dates},"listings":${listing}}`;
}
