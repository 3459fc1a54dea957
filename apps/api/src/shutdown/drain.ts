import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * Tells whether the service is about to stop. From then on it is not ready, and every response closes its connection,
 * so that clients and load balancers move away while it still listens (B36).
 */
@Injectable()
export class Drain {
  private readonly connections = new Set<Socket>();
  private begun = false;

  /** Also covers responses that are sent before Express receives the request. */
  watch(server: Server): void {
    // Tracks connections instead of responses: a set that changes with every request keeps them alive until the next
    // garbage collection, which made the service a fifth slower.
    server.on('connection', (socket: Socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      if (this.begun) response.shouldKeepAlive = false;
    });
  }

  get hasBegun(): boolean {
    return this.begun;
  }

  get openConnections(): number {
    return this.connections.size;
  }

  begin(): void {
    this.begun = true;
    for (const socket of this.connections) {
      const { _httpMessage: underWay } = socket as AnsweringSocket;
      if (underWay) underWay.shouldKeepAlive = false;
    }
  }
}

/** The property that node:http sets on a socket while it answers a request. Its type declarations lack it. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}
