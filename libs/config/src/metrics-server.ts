import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultLine, OperatorError } from '@app/process';
import { localUrl } from './local-url.js';
import type { MetricRegistry } from './metric-registry.js';

/** Enough for a few Prometheus servers and a person. */
const MOST_CONNECTIONS = 50;
/** Maximum time for a request to arrive. */
const HEAD_MS = 5_000;
/** Longer than the usual scrape interval. */
const IDLE_MS = 75_000;
const PATH = /^\/metrics(?:\?|$)/;

/** Serves the metrics on their own port, without credentials. */
export class MetricsServer {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @throws OperatorError if it cannot listen on the port */
  static async start(registry: MetricRegistry, port: number, host: string): Promise<MetricsServer> {
    const limits = { headersTimeout: HEAD_MS, requestTimeout: HEAD_MS, keepAliveTimeout: IDLE_MS };
    const server = createServer(limits, (request, response) => void answer(registry, request, response));
    server.maxConnections = MOST_CONNECTIONS;
    server.listen(port, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      const line = faultLine(error);
      throw line === undefined ? error : new OperatorError(line.replace(/^PORT:/, 'METRICS_PORT:'));
    }
    const { address, port: own, family } = server.address() as AddressInfo; // it listens on a port
    return new MetricsServer(server, localUrl(`http://${family === 'IPv6' ? `[${address}]` : address}:${own}/metrics`));
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

async function answer(registry: MetricRegistry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  if (!PATH.test(url)) return end(response, 404, 'The metrics are at /metrics.\n');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return end(response, 405, 'Only GET and HEAD are supported.\n');
  }
  let text: string;
  try {
    text = await registry.text();
  } catch (error) {
    // An uncaught error would end the process.
    return end(response, 500, `The metrics cannot be read: ${String(error)}\n`);
  }
  response.setHeader('Content-Type', registry.contentType);
  end(response, 200, text);
}

function end(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(text);
}
