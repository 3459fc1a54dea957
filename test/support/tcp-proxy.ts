import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between the service and PostgreSQL. It can stop forwarding bytes without notice to either end, as networks
 * sometimes do.
 */
export class TcpProxy {
  private readonly passing: Socket[] = [];
  private readonly all: Socket[] = [];

  private mutes: ((client: Socket, server: Socket, bytes: Buffer) => void) | undefined;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    /** The URL for the service. */
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

  /** Number of forwarded connections. */
  get connections(): number {
    return this.passing.filter((client) => !client.destroyed).length;
  }

  /** Stalls all connections that are open now; new ones are forwarded. */
  halt(): void {
    for (const socket of this.all.splice(0)) {
      socket.unpipe();
      socket.removeAllListeners('data');
      // The bytes are discarded, so that neither end notices.
      socket.resume();
    }
  }

  /**
   * Discards all replies to clients that have sent these bytes, from their COMMIT on; the COMMIT itself reaches the
   * server. Commits of other clients are not affected.
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
