import 'reflect-metadata';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { Pool } from 'pg';
import { planListing, planListings } from './listing-plans.js';
import {
  envelope,
  limits,
  pageOf,
  prepared,
  Values,
  type Answer,
  type Plan,
  type Query,
  type Row,
  type Statement,
} from './plan.js';

const LISTINGS = '/api/v1/listings';
const SUBURBS = '/api/v1/suburbs';
const POOL_SIZE = 10;

/** Like the service's, its connections survive an idle period. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE, idleTimeoutMillis: 0 });

async function rowsOf({ values, ...statement }: Statement): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row[]>({ ...statement, values: [...values], rowMode: 'array' });
  return rows as unknown as Row[]; // rowMode array; the statements select texts and ints
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const plan = planOf(request.url ?? '');
  const known = request.headers['if-none-match'];
  if (known && plan?.tag) {
    const [row] = await rowsOf(plan.tag);
    if (row?.[0] === known) return void response.writeHead(304, { ETag: known }).end();
  }
  send(response, plan?.present(await rowsOf(plan.statement)));
}

function send(response: ServerResponse, found: Answer | undefined): void {
  if (!found) return void response.writeHead(404).end();
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(found.body),
  };
  if (found.etag) headers['ETag'] = found.etag;
  response.writeHead(200, headers).end(found.body);
}

/** The plan for a path with its query; `undefined` for an unknown path. */
function planOf(url: string): Plan | undefined {
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

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end(String(error));
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => void pool.end());
    server.closeAllConnections();
  });
}
server.listen(Number(process.env['PORT']), '127.0.0.1');
