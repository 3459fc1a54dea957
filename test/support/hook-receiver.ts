import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { specFixture } from '@testing';

/** A message as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The response of a receiver after it has read a message. */
export type Behaviour = (response: ServerResponse, message: Received) => void;

/** A receiver of hooks for a test, with its own port. */
export interface Receiver extends AsyncDisposable {
  readonly origin: string;
  readonly received: Received[];
  /** Number of connections so far. */
  connections: number;
  /** Sets the response from now on. */
  behaviour: Behaviour;
}

const MEGABYTE = Buffer.alloc(1_048_576, 'x');

/** Well-behaved and badly behaved receivers. */
export const behaviours = {
  /** Responds at once. */
  answers:
    (status = 200, headers: Record<string, string> = {}, body = 'thanks'): Behaviour =>
    (response) =>
      void response.writeHead(status, headers).end(body),
  /** Responds after a delay. */
  slow:
    (ms: number, status = 200): Behaviour =>
    (response) => {
      const timer = setTimeout(() => response.writeHead(status).end('late'), ms);
      response.once('close', () => clearTimeout(timer));
    },
  /** Reads the message and never responds. */
  never: (): Behaviour => () => undefined,
  /** Announces more bytes than it sends, then waits. */
  half:
    (status = 200): Behaviour =>
    (response) =>
      void response.writeHead(status, { 'content-length': '1000' }).write('half'),
  /** Sends a number of megabytes, as fast as the client reads; Infinity: without end. */
  megabytes:
    (count: number, status = 200): Behaviour =>
    (response) => {
      response.writeHead(status);
      let left = count;
      const more = (): void => {
        while (left-- > 0) if (!response.write(MEGABYTE)) return;
        response.end();
      };
      response.on('drain', more);
      more();
    },
  /** Closes the connection without a response. */
  dies: (): Behaviour => (response) => void response.destroy(),
  /** Responds with something that is not HTTP. */
  babbles: (): Behaviour => (response) => void response.socket?.end('220 mail.example ESMTP\r\n'),
};

/** @param tls key and certificate of an https receiver */
export async function startReceiver(
  behaviour: Behaviour = behaviours.answers(),
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const message = { path, headers, body: Buffer.concat(chunks).toString() };
      receiver.received.push(message);
      receiver.behaviour(response, message);
    });
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.on('connection', () => (receiver.connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port, so it is no path.
  const receiver: Receiver = {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received: [],
    connections: 0,
    behaviour,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** The receiver of a spec file, which exists from before its tests until after them. */
export const specReceiver = (): Receiver => specFixture(startReceiver, (receiver) => receiver[Symbol.asyncDispose]());
