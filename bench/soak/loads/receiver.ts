import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Cleanup } from '../../cleanup.js';
import type { Deliveries } from './deliveries.js';

interface Message {
  readonly data: { readonly resource?: string; readonly id?: number };
}

/** Receives the messages of hooks. @returns its origin */
export async function startReceiver(name: string, deliveries: Deliveries, cleanup: Cleanup): Promise<string> {
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { data } = JSON.parse(await text(request)) as Message; // a message of the service
    if (data.resource === 'agent' && data.id !== undefined) deliveries.arrived(name, data.id);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy()); // the service was stopped while it sent
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}`;
}
