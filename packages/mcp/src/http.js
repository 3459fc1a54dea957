import { serve } from '@hono/node-server';
import * as mcp from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const MOST_BYTES = 64 * 1024;

/**
 * Serves streamable HTTP at `/mcp` without sessions: each request has a server of its own.
 * @param {mcp.McpServerFactory} factory @param {number} port
 * @param {readonly string[]} names by which clients reach it, beside localhost
 * @returns {Promise<void>} when it listens
 */
export function serveHttp(factory, port, hostname = '127.0.0.1', names = []) {
  // The tools never change, so a subscription would wait for nothing.
  const handler = mcp.createMcpHandler(factory, {
    maxSubscriptions: 0,
    onerror: ({ message }) => console.error(message),
  });
  const hosts = [...mcp.localhostAllowedHostnames(), ...names];
  const origins = [...mcp.localhostAllowedOrigins(), ...names];

  const app = new Hono();
  // Web pages may not reach it, neither directly nor by a name that leads to this machine.
  app.use(async ({ req: { raw } }, next) => {
    return mcp.hostHeaderValidationResponse(raw, hosts) ?? mcp.originValidationResponse(raw, origins) ?? (await next());
  });
  app.use(bodyLimit({ maxSize: MOST_BYTES }));
  app.all('/mcp', async (c) => {
    const message = c.req.method === 'POST' ? await c.req.json().catch(() => []) : undefined;
    // Older clients may send lists, which would be many calls in one request.
    if (Array.isArray(message)) return c.text('Send one JSON-RPC message', 400);
    return handler.fetch(c.req.raw, { parsedBody: message });
  });

  return new Promise((resolve, reject) => {
    serve({ fetch: app.fetch, port, hostname, serverOptions: { requestTimeout: 10_000 } }, (bound) => {
      console.error(`http://${hostname}:${bound.port}/mcp`);
      resolve();
    }).once('error', reject);
  });
}
