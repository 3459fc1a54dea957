import { hostname } from 'node:os';
import { releaseName } from '@app/process';
import type { PoolConfig } from 'pg';
import { LimitedClient, type ServerLimits } from './limited-client.js';

/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;
/** Names the release, and distinguishes the sessions of this process from all others in `pg_stat_activity`. */
const PROCESS_NAME = nameOfProcess(`${releaseName} ${process.pid}@`, hostname());
/** The longest wait of a request for a connection. */
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Connections survive quiet times. The driver's default is ten seconds; a new connection has no cached tables and plans, and
 * doubles the processor time of PostgreSQL in its first second.
 */
const IDLE_TIMEOUT_MS = 600_000;

/** Long host names are cut at the start: replicas differ at the end. */
function nameOfProcess(head: string, host: string): string {
  return head + host.slice(-(NAME_LENGTH - head.length));
}

/** The configuration of a pool and its clients. */
export const connectionConfig = (connectionString: string, limits: ServerLimits) => ({
  connectionString,
  limits,
  Client: LimitedClient as unknown as NonNullable<PoolConfig['Client']>, // the driver's types do not allow own options
  application_name: PROCESS_NAME,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_TIMEOUT_MS,
  // TCP detects a lost peer within about 20 seconds, also on an idle connection.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});
