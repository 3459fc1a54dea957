import { parse } from 'node:querystring';
import { planListing, planListings } from './listing-plans.js';
import { envelope, limits, pageOf, prepared, Values, type Plan, type Query } from './plan.js';

const LISTINGS = '/api/v1/listings';
const SUBURBS = '/api/v1/suburbs';

/** How the floor answers a path with its query; `undefined` for a path that it does not have. */
export function planOf(url: string): Plan | undefined {
  const [path = '', search = ''] = url.split('?', 2);
  const query = parse(search) as Query; // the bench repeats no parameter
  if (path === LISTINGS) return planListings(query);
  if (path === SUBURBS) return planSuburbs(query);
  return path.startsWith(`${LISTINGS}/`) ? planListing(path.slice(LISTINGS.length + 1)) : undefined;
}

/** Suburbs that start with a text: bounds that use an index, also in a prepared statement. */
function planSuburbs(query: Query): Plan {
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
