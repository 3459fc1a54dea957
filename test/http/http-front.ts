import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** A response instead of the service's; `lost` forwards the request, and breaks the connection before the response ends. */
export type Interruption =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'lost'
  | 'refused'
  | 'half';

/** A server in front of the service, like a proxy. It interrupts the next requests, and forwards the rest. */
export class HttpFront {
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly at: number }[] = [];
  readonly interruptions: Interruption[] = [];
  private readonly server = createServer((request, response) => void this.handle(request, response));

  private constructor(private readonly target: string) {}

  static async start(target: string): Promise<HttpFront> {
    const front = new HttpFront(target);
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    return front;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`; // it listens on a port
  }

  /** Interrupts the next requests. */
  interrupt(...interruptions: Interruption[]): void {
    this.requests.length = 0;
    this.interruptions.splice(0, Infinity, ...interruptions);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.requests.push({ url, headers, at: performance.now() });
    const body = await buffer(request);
    const interruption = this.interruptions.shift();
    if (typeof interruption === 'object') {
      response.writeHead(interruption.status, interruption.headers).end(interruption.body);
      return;
    }
    if (interruption === 'refused') {
      request.socket.destroy();
      return;
    }
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
    const forwarded = await fetch(this.target + url, {
      method,
      headers: { ...(passed as Record<string, string>), 'accept-encoding': 'identity' }, // none comes twice
      ...(body.length > 0 && { body }),
    });
    if (!interruption) {
      response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers));
      // A 304 has no body; a client that disconnects ends it.
      if (forwarded.body) await pipeline(forwarded.body, response).catch(() => undefined);
      else response.end();
      return;
    }
    const text = Buffer.from(await forwarded.arrayBuffer());
    if (interruption === 'lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers));
    response.write(text.subarray(0, text.length / 2), () => request.socket.destroy());
  }
}
