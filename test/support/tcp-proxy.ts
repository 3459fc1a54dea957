import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL; may stop passing bytes on, as a network does, without a word to either end. */
export class TcpProxy {
  private readonly passing: Socket[] = [];
  private readonly all: Socket[] = [];

  private mutes: ((client: Socket, server: Socket, bytes: Buffer) => void) | undefined;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    /** What the service is given. */
    readonly url: string,
  ) {}

  static async start(to: string, port = 0): Promise<TcpProxy> {
    const target = new URL(to);
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(to);
    url.port = String((server.address() as AddressInfo).port); // it listens on a port
    const proxy = new TcpProxy(server, url.href);
    server.on('connection', (client) => proxy.pass(client, connect(Number(target.port), target.hostname)));
    return proxy;
  }

  /** How many connections it passes on. */
  get connections(): number {
    return this.passing.filter((client) => !client.destroyed).length;
  }

  /** Stops all connections that are open now; others that come are passed on. */
  halt(): void {
    for (const socket of this.all.splice(0)) {
      socket.unpipe();
      socket.removeAllListeners('data');
      // What comes is swallowed, so that neither end notices.
      socket.resume();
    }
  }

  /**
   * From the COMMIT on of a client that has sent these bytes, nothing comes back to it; the COMMIT does reach the server.
   * Others commit as well.
   */
  muteCommitOf(text: string): Promise<void> {
    const meant = new Set<Socket>();
    return new Promise((resolve) => {
      this.mutes = (client, server, bytes) => {
        if (bytes.includes(text)) meant.add(client);
        if (!meant.has(client) || !bytes.includes('COMMIT')) return;
        server.unpipe(client);
        server.resume();
        this.mutes = undefined;
        resolve();
      };
    });
  }

  async stop(): Promise<void> {
    this.server.close();
    for (const socket of this.passing) socket.destroy();
  }

  private pass(client: Socket, server: Socket): void {
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('data', (bytes: Buffer) => this.mutes?.(client, server, bytes));
    client.pipe(server);
    server.pipe(client);
    this.all.push(client, server);
    this.passing.push(client);
    client.on('close', () => server.destroy());
  }
}
