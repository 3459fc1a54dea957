import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port that nobody listened on just now, for a program that must be told one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  await once(server, 'close');
  return port;
}
