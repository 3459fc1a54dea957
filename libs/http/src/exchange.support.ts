import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A node:http server on its own port. */
export interface Listening {
  readonly server: Server;
  /** Sends the pieces in order and returns all bytes received until the service closes the connection. */
  readonly exchange: (...pieces: (string | Uint8Array)[]) => Promise<string>;
  /** Opens a connection that the caller reads and writes. */
  readonly open: () => Promise<Socket>;
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer({ requireHostHeader: false }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens to a port
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    await once(socket, 'connect');
    return socket;
  };
  const exchange = async (...pieces: (string | Uint8Array)[]): Promise<string> => {
    const socket = await open();
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
    let text = '';
    for await (const bytes of socket) text += String(bytes);
    socket.destroy();
    return text;
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, exchange, open, close };
}

/** The head of a request after which the connection is closed. */
export const headOf = (method: string, target: string, ...lines: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, 'Host: test', 'Connection: close', ...lines, '', ''].join('\r\n');

/** An HTTP response as received on the connection. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Parses one response. */
export function answerOf(received: string): WireAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [line = '', ...fields] = received.slice(0, end).split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string])); // NAME: VALUE
  return { status: Number(line.split(' ')[1]), headers, text: received.slice(end + 4) };
}
