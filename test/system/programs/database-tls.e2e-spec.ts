import { execFile } from 'node:child_process';
import { appendFile, chown, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIRECTORY, SERVICE } from '../support/bundle.js';
import { Command } from '../support/command.js';
import { startOwnServer, type OwnServer } from '../support/own-server.js';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { storeEnvironment, withClient } from '@testing';

const RECIPES = resolve(import.meta.dirname, '../../../ops/postgresql');
const missing = missingPrograms('openssl');

describe.skipIf(missing.length > 0)(`TLS to PostgreSQL${leftOut(missing)}`, () => {
  let server: OwnServer;
  let cluster: string;
  let authorities: string;

  const asSuperuser = <T>(work: (client: Client) => Promise<T>) => withClient(server.adminUrl, work);
  const reload = () => asSuperuser((client) => client.query('SELECT pg_reload_conf()'));

  /** Gives the server a certificate of the private authority, in a folder. */
  async function certify(authority: string, host: string): Promise<void> {
    const folder = join(authorities, authority);
    await promisify(execFile)(join(RECIPES, 'private-ca.sh'), [folder, host]);
    const { uid, gid } = await stat(cluster);
    for (const file of ['server.crt', 'server.key']) {
      await copyFile(join(folder, file), join(cluster, file));
      await chown(join(cluster, file), uid, gid);
    }
  }

  beforeAll(async () => {
    authorities = await mkdtemp(join(tmpdir(), 'database-tls-'));
    server = await startOwnServer();
    cluster = await asSuperuser(async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      return rows[0]?.data_directory ?? '';
    });
    await certify('ours', 'localhost');
    await certify('theirs', 'localhost');
    await certify('ours', 'localhost');
    await copyFile(join(RECIPES, 'tls.conf'), join(cluster, 'tls.conf'));
    await appendFile(join(cluster, 'postgresql.conf'), "\ninclude 'tls.conf'\n");
    const lines = await readFile(join(RECIPES, 'pg_hba.tls.conf'), 'utf8');
    const others = await readFile(join(cluster, 'pg_hba.conf'), 'utf8');
    const { username } = new URL(server.url);
    await writeFile(join(cluster, 'pg_hba.conf'), lines.replaceAll(/\bdirectory\b(?= +all)/g, username) + others);
    await reload();
  });

  afterAll(async () => {
    await server.drop();
    await rm(authorities, { recursive: true });
  });

  /** The URL of the database with the host `localhost`. */
  const url = (parameters: string) => server.url.replace('@127.0.0.1:', '@localhost:') + parameters;
  const verified = (authority = 'ours') =>
    url(`?sslmode=verify-full&sslrootcert=${join(authorities, authority, 'ca.crt')}`);
  const environment = (databaseUrl: string, more: Readonly<Record<string, string>> = {}) => ({
    ...storeEnvironment(databaseUrl),
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_SECONDS: '0',
    DATABASE_WAIT_SECONDS: '5',
    ...more,
  });

  const serverSide = () =>
    asSuperuser(async (client) => {
      const { rows } = await client.query<{ ssl: boolean; sessions: number }>(
        `SELECT ssl, count(*)::int AS sessions FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name LIKE 'agency-directory%' AND application_name NOT LIKE $1 GROUP BY ssl`,
        [`% ${process.pid}@%`], // the test itself, from before there was TLS
      );
      return rows;
    });

  it.each([
    ['sslrootcert', () => environment(verified(), { DATABASE_DIRECT_URL: verified() })],
    [
      'NODE_EXTRA_CA_CERTS',
      () => environment(url('?sslmode=verify-full'), { NODE_EXTRA_CA_CERTS: join(authorities, 'ours', 'ca.crt') }),
    ],
  ])('serves over TLS only, including hooks, without a warning, with %s', async (_, env) => {
    const service = Command.start(SERVICE, { env: env() });
    const address = await service.address();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const headers = { 'x-access-key': 'operator-access-key', 'x-secret-key': 'operator-secret-key' };
    expect((await fetch(`${address}/api/v1/websites`, { headers })).status).toBe(200);
    // The connections of both pools, and the session of the hook leader.
    await expect.poll(async () => (await serverSide())[0]?.sessions).toBeGreaterThanOrEqual(3);
    expect((await serverSide()).map(({ ssl }) => ssl)).toEqual([true]);
    // Each line belongs to the log: Node.js and the driver have printed no line of their own.
    expect(service.lines.map(({ level }) => level)).toEqual(service.lines.map(() => 'info'));
    service.signal('SIGTERM');
    expect((await service.end()).code).toBe(0);
  });

  it('migrates over TLS, without a warning', async () => {
    const migration = Command.start([...DIRECTORY, 'migrate'], { env: environment(verified()) });
    expect([(await migration.end()).code, migration.output]).toEqual([0, 'The schema is up to date.\n']);
  });

  /** Starts the service, which fails. Returns the line with the reason. */
  async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
    const service = Command.start(SERVICE, { env });
    const start = performance.now();
    expect((await service.end()).code).toBe(1);
    expect(performance.now() - start).toBeLessThan(Number(env['DATABASE_WAIT_SECONDS']) * 1_000);
    return service.lines.flatMap(({ faults = [] }) => faults).join();
  }

  it('fails at once, with the reason, if the server cannot be trusted', async () => {
    const patient = { DATABASE_WAIT_SECONDS: '60' };
    expect(await refusal(environment(verified('theirs'), patient))).toMatchInlineSnapshot(
      `"DATABASE_URL: the server's certificate is not trusted: unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)"`,
    );
    expect(await refusal(environment(verified('absent'), patient))).toContain('absent/ca.crt');
    expect(await refusal(environment(server.url, patient))).toMatchInlineSnapshot(
      `"DATABASE_URL: pg_hba.conf rejects connection for host "127.0.0.1", user "service", database "directory", no encryption"`,
    );
    await certify('ours', 'database.internal');
    await reload();
    expect(await refusal(environment(verified(), patient))).toMatchInlineSnapshot(
      `"DATABASE_URL: the server's certificate is not trusted: Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:database.internal (ERR_TLS_CERT_ALTNAME_INVALID)"`,
    );
  });
});
