import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@app/config';
import { Interruption, type StopSignals } from '@app/process';
import type { INestApplication } from '@nestjs/common';
import type { ServiceLog } from '../service-log.js';
import { Drain } from './drain.js';

/** Seconds after the drain for open requests, before their connections are cut. */
export const TIMEOUT_S = { SIGTERM: 20, SIGINT: 2 } as const;

/** Milliseconds for cut requests to notice it, also when the database does not answer any more. */
const LAST_MS = 2_000;
const SWEEP_MS = 100;

/**
 * Stops the service (B36): it reports that it is not ready and closes idle connections, continues to listen for
 * `DRAIN_SECONDS`, closes, and cuts what is still open after 20 s. For Ctrl-C there is no load balancer to wait for,
 * but a person: it does not drain, and cuts after 2 s. A second signal stops it at once.
 */
export async function shutDown(
  app: INestApplication<Server>,
  { drainSeconds }: Pick<Settings, 'drainSeconds'>,
  log: ServiceLog,
  { asked, insisted }: StopSignals,
): Promise<void> {
  const signal = asked.reason instanceof Interruption ? asked.reason.signal : 'SIGTERM';
  const drain = app.get(Drain);
  drain.begin();
  const drains = signal === 'SIGTERM' ? `, and drains for ${drainSeconds} s` : '';
  log.info(`The service stops at ${signal}${drains}`);
  if (signal === 'SIGTERM') await pause(drainSeconds * 1000, insisted);
  const server = app.getHttpServer();
  const closed = app.close();
  // A connection whose response started before the drain is idle after it.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await Promise.race([closed, pause(TIMEOUT_S[signal] * 1000, insisted)]);
  const open = drain.openConnections;
  if (open > 0) log.warn(`Connections that are still open are cut: ${open}`);
  server.closeAllConnections();
  await Promise.race([closed, pause(LAST_MS)]);
  clearInterval(sweep);
}

/** Sleeps until the time is over or the signal is aborted. Does not keep the process alive. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
