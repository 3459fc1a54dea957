import 'reflect-metadata';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { planOf } from './plan-of.js';
import type { Answer, Row, Statement } from './plan.js';

const POOL_SIZE = 10;

/** Like the service's, its connections outlast a lull. */
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
