import { createHmac } from 'node:crypto';
import { ADVISORY_LOCKS } from '@app/sql';
import type { Client } from 'pg';
import { EmbeddedServerError } from './embedded-server.error.js';
import { moveByBundle } from './postgres-cluster.js';

/** The role of the service: an ordinary role that owns only its database. */
const ROLE = 'service';
const DATABASE = 'directory';

/** The service's database on a server. */
export interface ServiceDatabase {
  /** `postgres://...` with the ordinary role. */
  readonly url: string;
  /** `postgres://...` with the superuser, for administration. */
  readonly adminUrl: string;
}

/**
 * Creates the role and its database if they do not exist.
 * @param session a session of the superuser
 * @throws EmbeddedServerError if the database belongs to the superuser
 */
export async function ensureServiceDatabase(session: Client): Promise<ServiceDatabase> {
  const url = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${session.port}/${DATABASE}`;
  const superuserPassword = String(session.password);
  // Derived from the superuser's password, which cannot be computed from it.
  const password = createHmac('sha256', superuserPassword).update(ROLE).digest('base64url');
  await session.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.embeddedServerDatabase]);
  const { rows } = await session.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [DATABASE],
  );
  const owner = rows[0]?.owner;
  if (owner !== undefined && owner !== ROLE) {
    throw new EmbeddedServerError(`The data was written by a release that connected as superuser: ${moveByBundle}`);
  }
  if (!(await session.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE])).rowCount) {
    await session.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${password}'`);
  }
  if (owner === undefined) await session.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  await session.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.embeddedServerDatabase]);
  return { url: url(ROLE, password), adminUrl: url(session.user ?? '', superuserPassword) };
}
