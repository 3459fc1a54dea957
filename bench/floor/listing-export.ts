import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Pool } from 'pg';
import Cursor from 'pg-cursor';

export const EXPORT = '/api/v1/export/listings.ndjson';

const SET = 200;

const ENCODERS: Readonly<Record<string, () => Transform>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: () => createGzip({ level: 1 }),
};

/** Lines as PostgreSQL makes them. */
const LINES = `
  SELECT '{' || document.document || ',"websiteID":' || listing.website_id
    || ',"address":{"_id":"' || property.uid || '",' || substr(document.address, 2) || ',"agents":' || coalesce((
      SELECT json_agg(json_build_object('id', agent_id, 'profileVisibility', profile_visibility) ORDER BY position)
      FROM listing_agents WHERE listing_id = listing.id), '[]') || E'}\\n' AS line
  FROM listings listing JOIN listing_documents document ON document.listing_id = listing.id
  JOIN properties property ON property.id = listing.property_id ORDER BY listing.id`;

/** All listings, in sets by a cursor. */
export async function exportListings(pool: Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const encoding = request.headers['accept-encoding'] ?? '';
  const encoder = ENCODERS[encoding];
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson', ...(encoder && { 'Content-Encoding': encoding }) });
  const client = await pool.connect();
  try {
    const lines = Readable.from(linesOf(client.query(new Cursor<{ line: string }>(LINES))), { highWaterMark: 1 });
    await (encoder ? pipeline(lines, encoder(), response) : pipeline(lines, response));
  } finally {
    client.release();
  }
}

async function* linesOf(cursor: Cursor<{ line: string }>): AsyncGenerator<string> {
  let count = 0;
  try {
    for (let rows = await cursor.read(SET); rows.length > 0; rows = await cursor.read(SET)) {
      count += rows.length;
      yield rows.map(({ line }) => line).join('');
    }
  } finally {
    await cursor.close();
  }
  yield `{"end":true,"count":${count}}\n`;
}
