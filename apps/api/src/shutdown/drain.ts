import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * Whether the service is about to end. From then on it isn't ready, and every answer closes its connection, so that
 * callers and balancers go elsewhere while it still listens (B36).
 */
@Injectable()
export class Drain {
  private readonly connections = new Set<Socket>();
  private begun = false;

  /** Also for what is answered before Express has the request. */
  watch(server: Server): void {
    // Connections, not answers: a set that changes with every request has the collector keep them all for a while, which
    // took a fifth of the speed.
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

  begin(): void {
    this.begun = true;
    for (const socket of this.connections) {
      const { _httpMessage: underWay } = socket as AnsweringSocket;
      if (underWay) underWay.shouldKeepAlive = false;
    }
  }
}

/** What node:http notes on a socket while it answers a request, and its types leave out. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}
