import { hostname } from 'node:os';
import { releaseName } from '@app/process';
import type { Client, ClientBase, Pool, QueryResult } from 'pg';

/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;
/** Names the release, and distinguishes the sessions of this process from all others in `pg_stat_activity`. */
const PROCESS_NAME = nameOfProcess(`${releaseName} ${process.pid}@`, hostname());
/** A request waits no longer for a database that is away. */
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Connections outlast a lull. The driver closes them after ten seconds, and a new one knows no table and no plan: the first
 * second of requests that need it takes PostgreSQL twice the processor time.
 */
const IDLE_TIMEOUT_MS = 600_000;
/** A question is missed after this time; after two misses the server is silent. */
const MISS_MS = 1_000;

/** The types of the driver leave out the process id. */
type DriverClient = Client & { readonly processID: number };

/** Of a long host name, the end tells replicas apart. */
function nameOfProcess(head: string, host: string): string {
  return head + host.slice(-(NAME_LENGTH - head.length));
}

/** The connections of this process to one server. */
export class ServerConnections {
  /** Whether there is a connection pooler: then consecutive transactions may use different sessions. */
  isPooled = false;
  private readonly clients = new Set<DriverClient>();

  constructor(private readonly url: string) {}

  /** Whether statements may be prepared: behind a pooler the next one may run in a session where it is not. */
  get canPrepare(): boolean {
    return !this.isPooled;
  }

  /** The configuration of a pool. @param statementTimeoutMs PostgreSQL cancels a statement after this time; 0: never */
  poolConfig(statementTimeoutMs: number) {
    return {
      connectionString: this.url,
      application_name: PROCESS_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      // TCP detects a lost peer within about 20 seconds, also on an idle connection.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      onConnect: (client: ClientBase) => this.begin(client as DriverClient, statementTimeoutMs), // the driver makes these
    };
  }

  /**
   * Sends a statement that a healthy server answers at once. After two misses all connections are destroyed, and their
   * statements fail: nothing else detects a halted server, or a network that loses packets.
   */
  async ask<Row extends object>(pool: Pool, text: string): Promise<QueryResult<Row>> {
    const client = await pool.connect();
    // In two steps: a blocked event loop is no silent server.
    let timer = setTimeout(() => (timer = setTimeout(() => this.destroy(), MISS_MS)), MISS_MS);
    try {
      return await client.query<Row>(text);
    } finally {
      clearTimeout(timer);
      client.release();
    }
  }

  /**
   * The settings of a session are set after connecting, because poolers reject them as startup parameters. `jit` is off:
   * to compile one statement can take seconds, 5.5 for a polygon of 200 corners. Behind a pooler both must be set for the
   * role: a setting of a shared session would apply to other clients.
   */
  private async begin(client: DriverClient, statementTimeoutMs: number): Promise<void> {
    // The loss of a connection is reported to the callers of running statements, or to the next one.
    client.on('error', () => undefined);
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    // Poolers send clients an invented process id.
    const { rowCount } = await client.query(
      `SELECT set_config('statement_timeout', '${statementTimeoutMs}', false), set_config('jit', 'off', false)
       WHERE pg_backend_pid() = ${client.processID}`,
    );
    this.isPooled = rowCount === 0;
  }

  private destroy(): void {
    for (const { connection } of this.clients)
      connection.stream.destroy(new Error('Connection terminated: the server says nothing'));
  }
}
