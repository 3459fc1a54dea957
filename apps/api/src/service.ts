import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'node:http';
import { checkSecretsKey } from '@app/auth';
import { type Settings } from '@app/config';
import { Metrics, type Gauges } from '@app/metrics';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { DemoDirectory, lastFeedSuccess } from '@app/feeds';
import { laterSchema, migrate, readiness, waitForDatabase } from '@app/persistence';
import { aborted, waitLine, type StopSignals, Interruption } from '@app/process';
import { SqlExecutor, poolGauges } from '@app/sql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AnswerCache } from '@app/cache';
import { ChangeStreams, openTransactions } from '@app/changes';
import { ExportsService } from '@app/bundles';
import { heldBackEndpoints, matchesBehindSeconds, oldestPendingSeconds } from '@app/hooks';
import { requestsInFlight } from '@app/http';
import type { INestApplicationContext, INestApplication } from '@nestjs/common';
import { createApplication } from './bootstrap.js';
import { greet } from './greeting.js';
import type { ServiceLog } from './service-log.js';
import { Drain } from './shutdown/drain.js';

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
async function shutDown(
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

/** The gauges of the service (B34). */
export function serviceGauges(app: INestApplicationContext): Gauges {
  const [cache, streams, exports] = [app.get(AnswerCache), app.get(ChangeStreams), app.get(ExportsService)];
  const executor = app.get(SqlExecutor);
  return {
    own: {
      http_requests_in_flight: requestsInFlight,
      response_cache_bytes: () => cache.bytes,
      change_streams: () => streams.count,
      exports_running: () => exports.running,
      ...poolGauges(app.get(DataSource)),
    },
    database: {
      changes_horizon_age_seconds: async () => (await openTransactions(executor, 0))[0]?.seconds ?? 0,
      hooks_oldest_pending_seconds: () => oldestPendingSeconds(executor),
      hooks_held_back_endpoints: () => heldBackEndpoints(executor),
      searches_behind_seconds: () => matchesBehindSeconds(executor),
      feed_last_success_timestamp_seconds: () => lastFeedSuccess(executor),
    },
  };
}

interface OpenStore {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** If the embedded server does not stop in time, `pg_ctl` continues by itself, and the next process uses the server. */
const STORE_TIMEOUT_MS = 10_000;

/** The URL of the database: the given one, or that of the embedded server, which is started or joined. */
async function openStore({ databaseUrl, dataDir }: Settings, log: ServiceLog): Promise<OpenStore> {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  return startEmbeddedServer({ dataDir, log: (message) => log.info(message) });
}

/**
 * An empty directory on the embedded server does not help a person who tries the service, so it is filled; a given
 * database may stay empty.
 */
async function fillWithDemo(
  demo: DemoDirectory,
  settings: Settings,
  log: ServiceLog,
  signal: AbortSignal,
): Promise<void> {
  if (settings.demoData === 'off' || settings.databaseUrl) return;
  const files = await demo.load({ signal });
  for (const { kind, created } of files ?? []) log.info(`Generated ${created} ${kind} for the demo.`);
}

/** On the demo the example site may ask from its own origin (examples/agency-website). */
const admitExampleSite = (settings: Settings): Settings =>
  settings.databaseUrl || settings.corsOrigins ? settings : { ...settings, corsOrigins: ['http://localhost:4000'] };

/** Applies the migrations that the schema lacks, and rebuilds the documents of another release. */
async function bringUpToDate(app: NestExpressApplication, log: ServiceLog): Promise<void> {
  const names = await migrate(app.get(DataSource), (table, remade) => {
    if (remade === 0) log.info(`Rebuilding documents of another release: ${table}`);
  });
  if (names.length > 0) log.info(`Migrations applied: ${names.length}, up to ${names.at(-1)}`);
}

/**
 * Warns of migrations of a later release. They do not prevent the start: in a rolling upgrade the older version runs beside the
 * newer one.
 */
async function tellOfLaterSchema(dataSource: DataSource, log: ServiceLog): Promise<void> {
  const words = laterSchema(await readiness(dataSource));
  if (words) log.warn(words);
}

/** Starts on an open database: schema, demo data, service. @returns undefined when a signal ends the wait for the database */
async function start(
  settings: Settings,
  url: string,
  log: ServiceLog,
  signal: AbortSignal,
): Promise<NestExpressApplication | undefined> {
  const { databaseWaitSeconds: seconds } = settings;
  const onWait = (reason: unknown) => log.warn(waitLine(seconds, reason));
  if (!(await waitForDatabase(url, { seconds, signal, onWait }))) return undefined;
  // Before the parts begin to work that report.
  const metrics = Metrics.begin(settings);
  const app = await createApplication(admitExampleSite(settings), url, log.logger, (created) =>
    bringUpToDate(created, log),
  );
  await tellOfLaterSchema(app.get(DataSource), log);
  await checkSecretsKey(app.get(SqlExecutor), settings);
  await fillWithDemo(app.get(DemoDirectory), settings, log, signal);
  if (metrics) log.info(`Metrics are served at ${await metrics.serve(serviceGauges(app))}`);
  try {
    await app.listen(settings.port, settings.host);
  } catch (error) {
    // Else its parts would log that the embedded server goes.
    await app.close();
    throw error;
  }
  return app;
}

/**
 * The whole life of the service, from the start to the orderly end after a signal, which may come at any time. When it
 * returns the process may exit, whatever an interrupted start has left unfinished.
 */
export async function runService(settings: Settings, log: ServiceLog, signals: StopSignals): Promise<void> {
  // This takes seconds at most, and only a started server can be stopped.
  const store = await openStore(settings, log);
  try {
    const interrupted = aborted(signals.asked).then(() => undefined);
    const app = await Promise.race([interrupted, start(settings, store.url, log, signals.asked)]);
    if (!app) return;
    greet(settings, await app.getUrl(), log);
    await interrupted;
    await shutDown(app, settings, log, signals);
  } finally {
    await Promise.race([store.stop(), sleep(STORE_TIMEOUT_MS)]);
  }
}
