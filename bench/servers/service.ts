import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { benchDirectory } from '../directory/bench-directory.js';
import { Build, operatorEnvironment } from '../directory/build.js';
import { DatabaseServer } from '../directory/database-server.js';
import { Server } from './program.js';

/** Loaded into a traced server before the program itself. */
const PROBE = join(import.meta.dirname, 'server-probe.js');

/** The scope of a key pair. */
export type Scope = 'operator' | 'public';

/** A key pair as headers. */
export type Keys = Readonly<Record<'x-access-key' | 'x-secret-key', string>>;

/** A running service, its database, and its operator's keys. */
export interface Service {
  readonly server: Server;
  readonly pool: Pool;
  readonly operator: Keys;
}

export const operatorKeys = (environment: ReturnType<typeof operatorEnvironment>): Keys => ({
  'x-access-key': environment.ROOT_ACCESS_KEY,
  'x-secret-key': environment.ROOT_SECRET_KEY,
});

/** Settings of every service while it is measured. */
export const QUIET = { LOG_LEVEL: 'warn', DRAIN_SECONDS: '0', RATE_LIMIT: 'off' };
/** Additional settings of the service of the bench. */
export const WITHOUT_HOOKS = { ...QUIET, HOOKS: 'off' };

/** Starts the service of a build as `npm start` does, without limits, hooks and most of the log. */
export async function startService(
  name: string,
  build: Build,
  url: string,
  cleanup: Cleanup,
  { isTraced = false, env = {} }: { isTraced?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Service> {
  const environment = operatorEnvironment(url);
  const args = [...(isTraced ? ['--import', PROBE] : []), ...build.program('start')];
  const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  // After an interrupted run, the database is dropped while the service uses it.
  pool.on('error', () => undefined);
  cleanup.add(() => pool.end());
  const variables = { ...environment, ...WITHOUT_HOOKS, ...env };
  const server = await Server.start(name, args, variables, cleanup, { root: build.root });
  return { server, pool, operator: operatorKeys(environment) };
}

/** A traced service with a small cache, on a directory with a number of listings. */
export interface Trial extends Service {
  readonly publicKeys: Keys;
}

export async function startTrial(cleanup: Cleanup, listings: number): Promise<Trial> {
  const database = await DatabaseServer.start(cleanup);
  const build = new Build();
  const url = await benchDirectory(database, build, listings);
  const service = await startService('trial', build, url, cleanup, { isTraced: true, env: { RESPONSE_CACHE_MB: '8' } });
  return { ...service, publicKeys: await keysOfAccount(service.pool, 'trial') };
}

/**
 * The `public` keys of an ordinary account, which gets an additional credential with a new secret.
 *
 * @param server accepts the keys: two builds may use one database
 */
export async function keysOfAccount(pool: Pool, server: string): Promise<Keys> {
  const [accessKey, secret] = [`bench-access-key-${server}`, randomBytes(24).toString('base64url')];
  await pool.query(
    `INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed, scope)
     SELECT id, $1, $2, '', 'public' FROM accounts WHERE status AND type = 'primary-account' ORDER BY id LIMIT 1
     ON CONFLICT (access_key) DO UPDATE SET secret_hash = excluded.secret_hash`,
    [accessKey, createHash('sha256').update(secret).digest()],
  );
  return { 'x-access-key': accessKey, 'x-secret-key': secret };
}
