import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';

/**
 * Whether the service is about to end. From then on it isn't ready, and every answer closes its connection, so that
 * callers and balancers go elsewhere while it still listens (B36).
 */
@Injectable()
export class Drain {
  private readonly underWay = new Set<ServerResponse>();
  private begun = false;

  /** Also for what is answered before Express has the request. */
  watch(server: Server): void {
    server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      if (this.begun) response.shouldKeepAlive = false;
      else {
        this.underWay.add(response);
        response.once('close', () => this.underWay.delete(response));
      }
    });
  }

  get hasBegun(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
    for (const response of this.underWay) response.shouldKeepAlive = false;
    this.underWay.clear();
  }
}
