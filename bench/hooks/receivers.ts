import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receivers of hooks: of each path one that answers at once, or never. */
export class Receivers {
  /** Milliseconds from the record of a change to its arrival, of those that answer. */
  delays: number[] = [];
  /** Requests to those that never answer. */
  unanswered = 0;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<Receivers> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (request.url?.startsWith('/dead')) {
          receivers.unanswered += 1;
          return;
        }
        const { timestamp } = JSON.parse(Buffer.concat(parts).toString()) as { timestamp: string }; // of the service
        receivers.delays.push(Date.now() - Date.parse(timestamp));
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens to a port
    const receivers = new Receivers(server, `http://127.0.0.1:${port}`);
    return receivers;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
