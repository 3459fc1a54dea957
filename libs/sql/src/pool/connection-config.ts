import { hostname } from 'node:os';
import { releaseName } from '@app/process';
import type { PoolConfig } from 'pg';
import { LimitedClient, type ServerLimits } from './limited-client.js';

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

/** Of a long host name, the end tells replicas apart. */
function nameOfProcess(head: string, host: string): string {
  return head + host.slice(-(NAME_LENGTH - head.length));
}

/** The configuration of a pool, which passes it to its clients. */
export const connectionConfig = (connectionString: string, limits: ServerLimits) => ({
  connectionString,
  limits,
  Client: LimitedClient as unknown as NonNullable<PoolConfig['Client']>, // the driver's types know no options of its own
  application_name: PROCESS_NAME,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_TIMEOUT_MS,
  // TCP detects a lost peer within about 20 seconds, also on an idle connection.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});
