import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'node:http';
import { checkSecretsKey } from '@app/auth';
import { type Settings } from '@app/config';
import { Metrics, type Gauges } from '@app/metrics';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { DemoDirectory, lastFeedSuccess } from '@app/feeds';
import { followUrlFiles, laterSchema, migrate, readiness, serverGauges, waitForDatabase } from '@app/persistence';
import { aborted, waitLine, type StopSignals, Interruption } from '@app/process';
import { SqlExecutor, poolGauges } from '@app/sql';
import { KeptPlaces } from '@app/suggestions';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AnswerCache } from '@app/cache';
import { ChangeStreams, openTransactions } from '@app/changes';
import { ExportsService, recordServiceUrl } from '@app/bundles';
import { heldBackEndpoints, matchesBehindSeconds, oldestPendingSeconds } from '@app/hooks';
import { requestsInFlight } from '@app/http';
import type { INestApplicationContext, INestApplication } from '@nestjs/common';
import { createApplication } from './bootstrap.js';
import { greet } from './greeting.js';
import type { ServiceLog } from './service-log.js';
import { Drain } from './shutdown/drain.js';

/** Seconds that open requests get after the drain, before their connections are closed. */
export const TIMEOUT_S = { SIGTERM: 20, SIGINT: 2 } as const;

/** Milliseconds that aborted requests get to end, also if the database no longer answers. */
const LAST_MS = 2_000;
const SWEEP_MS = 100;

/**
 * Stops the service (B36): it reports that it is not ready, closes idle connections, listens for another
 * `DRAIN_SECONDS`, then stops listening, and closes the remaining connections after 20 s. Ctrl-C comes from a person
 * and not from a platform with a load balancer: the service does not drain, and closes connections after 2 s. A second
 * signal stops it at once.
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
  // A connection becomes idle after a response that started before the drain.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await Promise.race([closed, pause(TIMEOUT_S[signal] * 1000, insisted)]);
  const open = drain.openConnections;
  if (open > 0) log.warn(`Connections that are still open are cut: ${open}`);
  server.closeAllConnections();
  await Promise.race([closed, pause(LAST_MS)]);
  clearInterval(sweep);
}

/** Sleeps until the time has passed or the signal is aborted. Does not keep the process alive. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);

/** The gauges of the service (B34). @param keptMs how long gauges of the database server are repeated */
export function serviceGauges(app: INestApplicationContext, keptMs?: number): Gauges {
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
      ...serverGauges(app.get(DataSource), keptMs),
    },
  };
}

interface OpenStore {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * If the embedded server does not stop in time, `pg_ctl` continues on its own, and the next process uses the server.
 */
const STORE_TIMEOUT_MS = 10_000;

/** Returns the URL of the given database, or starts or joins the embedded server. */
async function openStore({ databaseUrl, dataDir }: Settings, log: ServiceLog): Promise<OpenStore> {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  return startEmbeddedServer({
    dataDir,
    log: (message) => log.info(message),
    warn: (message) => log.warn(message),
  });
}

/**
 * Fills an empty embedded server with the demo, for a person who tries the service. A given database may stay empty.
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

/** With the demo, the page of a site beside it may send requests, and the collection tries preflights. */
const admitSite = (settings: Settings): Settings =>
  settings.databaseUrl || settings.corsOrigins ? settings : { ...settings, corsOrigins: ['http://localhost:4000'] };

/** Applies pending migrations, and rebuilds documents that another release has stored. */
async function bringUpToDate(app: NestExpressApplication, log: ServiceLog): Promise<void> {
  const names = await migrate(app.get(DataSource), {
    onRebuild: (table, remade) => {
      if (remade === 0) log.info(`Rebuilding documents of another release: ${table}`);
    },
    onWait: (holders) => log.warn(`Migrations wait: ${holders}`),
  });
  if (names.length > 0) log.info(`Migrations applied: ${names.length}, up to ${names.at(-1)}`);
}

/**
 * Warns of migrations of a later release. They do not prevent the start: in a rolling upgrade the older version runs
 * beside the newer one.
 */
async function tellOfLaterSchema(dataSource: DataSource, log: ServiceLog): Promise<void> {
  const words = laterSchema(await readiness(dataSource));
  if (words) log.warn(words);
}

/**
 * Starts the service on an open database: schema, demo data, HTTP. @returns undefined if a signal ends the wait for the
 * database
 */
async function start(
  settings: Settings,
  url: string,
  log: ServiceLog,
  signal: AbortSignal,
): Promise<NestExpressApplication | undefined> {
  const { databaseWaitSeconds: seconds } = settings;
  const onWait = (reason: unknown) => log.warn(waitLine(seconds, reason));
  if (!(await waitForDatabase(url, { seconds, signal, onWait }))) return undefined;
  // Metrics start before the modules that report them.
  const metrics = Metrics.begin(settings);
  const app = await createApplication(admitSite(settings), url, log.logger, (created) => bringUpToDate(created, log));
  await tellOfLaterSchema(app.get(DataSource), log);
  await checkSecretsKey(app.get(SqlExecutor), settings);
  await fillWithDemo(app.get(DemoDirectory), settings, log, signal);
  // `/readyz` waits for it, and reads again after a failure.
  void app
    .get(KeptPlaces)
    .warm()
    .catch(() => undefined);
  if (metrics) log.info(`Metrics are served at ${await metrics.serve(serviceGauges(app))}`);
  try {
    await app.listen(settings.port, settings.host);
  } catch (error) {
    // Without this, its modules would log that the embedded server stops.
    await app.close();
    throw error;
  }
  return app;
}

/**
 * Runs the service from its start until the orderly end after a signal, which may come at any time. After it returns
 * the process may exit, even if an interrupted start is unfinished.
 */
export async function runService(settings: Settings, log: ServiceLog, signals: StopSignals): Promise<void> {
  // Starting takes seconds at most, and only a started server can be stopped.
  const store = await openStore(settings, log);
  try {
    const interrupted = aborted(signals.asked).then(() => undefined);
    const app = await Promise.race([interrupted, start(settings, store.url, log, signals.asked)]);
    if (!app) return;
    await recordServiceUrl(settings, await app.getUrl());
    greet(settings, await app.getUrl(), log);
    followUrlFiles(app.get(DataSource), process.env, log);
    await interrupted;
    await shutDown(app, settings, log, signals);
  } finally {
    await Promise.race([store.stop(), sleep(STORE_TIMEOUT_MS)]);
  }
}
