import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.js';
import { Build, operatorEnvironment } from '../directory/build.js';
import { DATA } from '../places.js';
import { freePort } from '../servers/server-process.js';
import type { Keys } from '../servers/service.js';
import { startDatabase, type SoakDatabase, type SoakStandby } from './database.js';
import { LimitedProcess } from './limited-process.js';
import type { SoakOptions } from './options.js';

const LISTINGS_PER_ACCOUNT = 200;
const CACHE_MB = '64';

/** The name of its process. */
export const INBOX = 'inbox';

/** All that runs: two processes of the service, the inbox, the database and its standby. */
export interface Scene {
  /** Of the run: curve, faults and logs. */
  readonly folder: string;
  readonly inbox: string;
  readonly database: SoakDatabase;
  readonly standby: SoakStandby;
  readonly processes: readonly LimitedProcess[];
  /** Of the service's processes. */
  readonly urls: readonly string[];
  readonly operator: Keys;
}

/** @param receiver the origin that hooks may call */
export async function openScene({ listings, memory }: SoakOptions, receiver: string, cleanup: Cleanup): Promise<Scene> {
  const runs = join(DATA, 'soak');
  await mkdir(runs, { recursive: true });
  const folder = await mkdtemp(join(runs, `${new Date().toISOString().slice(0, 16).replace(':', '')}-`));
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);

  const database = await startDatabase(cleanup);
  const build = new Build();
  const accounts = String(Math.round(listings / LISTINGS_PER_ACCOUNT));
  await build.command(database.url, 'demo', '--listings', String(listings), '--accounts', accounts);
  const standby = await database.startStandby();

  const keys = operatorEnvironment(database.url);
  const env = {
    ...keys,
    DATABASE_REPLICA_URLS: standby.url,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
    DRAIN_SECONDS: '0',
    HOOKS_ALLOW: receiver,
    RESPONSE_CACHE_MB: CACHE_MB,
  };
  const start = (name: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    new LimitedProcess(name, args, { env: { ...env, ...more }, megabytes: memory, folder }, cleanup);
  const ports = [await freePort(), await freePort()];
  const services = ports.map((port, at) => start(`service ${at}`, build.program('start').args, { PORT: port }));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const [at, url] of urls.entries()) {
    while (!(await isReady(url))) {
      if (services[at]?.hasEnded) throw new Error(`The service did not start: see ${folder}`);
      await sleep(100);
    }
  }
  const { args } = build.program('directory');
  return {
    folder,
    inbox,
    database,
    standby,
    processes: [...services, start(INBOX, [...args, 'inbox', inbox])],
    urls,
    operator: { 'x-access-key': keys.ROOT_ACCESS_KEY, 'x-secret-key': keys.ROOT_SECRET_KEY },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
