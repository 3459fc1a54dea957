import { hostname } from 'node:os';
import { releaseName } from '@app/process';
import type { PoolConfig } from 'pg';
import { LimitedClient, type ServerLimits } from './limited-client.js';
import type { UrlSource } from './url-source.js';

/** PostgreSQL truncates longer names. */
const NAME_LENGTH = 63;
/** Identifies the release and this process in `pg_stat_activity`. */
const PROCESS_NAME = nameOfProcess(`${releaseName} ${process.pid}@`, hostname());
/** Maximum time that a request waits for a connection. */
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Keeps connections open in quiet times; the driver's default is ten seconds. A new connection has no cached tables and
 * plans, and doubles the CPU time of PostgreSQL in its first second.
 */
const IDLE_TIMEOUT_MS = 600_000;

/** Cuts long host names at the start, because names of instances differ at the end. */
function nameOfProcess(head: string, host: string): string {
  return head + host.slice(-(NAME_LENGTH - head.length));
}

/** The configuration of a pool and its clients. */
export const connectionConfig = (source: UrlSource, limits: ServerLimits) => ({
  source,
  limits,
  Client: LimitedClient as unknown as NonNullable<PoolConfig['Client']>, // the driver's types allow no further options
  application_name: PROCESS_NAME,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_TIMEOUT_MS,
  // TCP detects a lost peer within about 20 seconds, even on an idle connection.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});
