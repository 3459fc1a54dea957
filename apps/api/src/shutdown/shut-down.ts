import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@app/config';
import { Interruption, type StopSignals } from '@app/process';
import type { INestApplication } from '@nestjs/common';
import { Drain } from './drain.js';

/** How long what is still open after the drain may go on, until it is cut. */
export const PATIENCE_S = { SIGTERM: 20, SIGINT: 2 } as const;

/** Whatever is cut has this long to notice, also where the database says nothing any more. */
const LAST_MS = 2_000;
const SWEEP_MS = 100;

/**
 * Ends the service (B36): it says that it isn't ready and that connections close, listens on for `DRAIN_SECONDS`, closes, and
 * cuts what is still open after 20 s. A Ctrl-C has no balancer to wait for, but a person: nothing is drained, and 2 s
 * are enough. Whoever asks again gets it at once.
 */
export async function shutDown(
  app: INestApplication<Server>,
  { drainSeconds }: Pick<Settings, 'drainSeconds'>,
  { asked, insisted }: StopSignals,
): Promise<void> {
  const signal = asked.reason instanceof Interruption ? asked.reason.signal : 'SIGTERM';
  app.get(Drain).begin();
  if (signal === 'SIGTERM') await pause(drainSeconds * 1000, insisted);
  const server = app.getHttpServer();
  const closed = app.close();
  // A connection whose answer had begun before the drain did is idle after it.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await Promise.race([closed, pause(PATIENCE_S[signal] * 1000, insisted)]);
  server.closeAllConnections();
  await Promise.race([closed, pause(LAST_MS)]);
  clearInterval(sweep);
}

/** Sleeps, unless the signal comes first. Keeps no process alive. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
