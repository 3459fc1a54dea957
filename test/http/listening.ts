import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A server of node:http on a port of its own. */
export interface Listening {
  readonly server: Server;
  /** Sends these bytes one after the other, and gives everything that comes until the service closes its side. */
  readonly exchange: (...pieces: (string | Uint8Array)[]) => Promise<string>;
  /** Opens a connection, of which the caller reads and writes by itself. */
  readonly open: () => Promise<Socket>;
  readonly close: () => Promise<void>;
}

/** Serves requests on a port of its own. */
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

/** An HTTP answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The one answer of a text. */
export function answerOf(received: string): WireAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [line = '', ...fields] = received.slice(0, end).split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string])); // NAME: VALUE
  return { status: Number(line.split(' ')[1]), headers, text: received.slice(end + 4) };
}
