import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { operatorEnvironment, type Build } from '../directory/build.js';
import { ServerProcess } from './server-process.js';

const ACCESS_KEY = 'bench-caller-access-key';

/** A pair of keys as headers. */
export type Keys = Readonly<Record<'x-access-key' | 'x-secret-key', string>>;

/** A service that runs, and the keys of its operator. */
export interface Service {
  readonly server: ServerProcess;
  readonly operator: Keys;
}

/** Starts the service of a build as `npm run start:prod` does, without limits, hooks and most of the log. */
export async function startService(
  build: Build,
  url: string,
  cleanup: Cleanup,
  variables: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const environment = operatorEnvironment(url);
  const quiet = { LOG_LEVEL: 'warn', HOOKS: 'off', DRAIN_SECONDS: '0', RATE_LIMIT: 'off' };
  const program = build.program('start:prod');
  const server = await ServerProcess.start(program, { ...environment, ...quiet, ...variables }, cleanup, build.root);
  const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = environment;
  return { server, operator: { 'x-access-key': ROOT_ACCESS_KEY, 'x-secret-key': ROOT_SECRET_KEY } };
}

/** Keys of an ordinary account, which gets a second credential with a new secret. */
export async function keysOfAccount(pool: Pool, scope: 'full' | 'public' = 'full'): Promise<Keys> {
  const [accessKey, secret] = [`${ACCESS_KEY}-${scope}`, randomBytes(24).toString('base64url')];
  const { rowCount } = await pool.query(
    `INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed, scope)
     SELECT id, $1, $2, '', $3 FROM accounts WHERE status AND type = 'primary-account' ORDER BY id LIMIT 1
     ON CONFLICT (access_key) DO UPDATE SET secret_hash = excluded.secret_hash`,
    [accessKey, createHash('sha256').update(secret).digest(), scope],
  );
  if (rowCount !== 1) throw new Error('The directory has no account to call as');
  return { 'x-access-key': accessKey, 'x-secret-key': secret };
}
