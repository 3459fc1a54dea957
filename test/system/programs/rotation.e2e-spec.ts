import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '@testing';
import { storeEnvironment } from '../../support/settings.js';
import { startOwnServer, type OwnServer } from '../support/own-server.js';
import { SERVICE } from '../support/bundle.js';
import { Command } from '../support/command.js';

let server: OwnServer;
let folder: string;
let command: Command | undefined;
let address: string;

const urlFile = () => join(folder, 'database_url');
const asRole = (role: string) => Object.assign(new URL(server.url), { username: role, password: `of-${role}` }).href;

/** Sessions of the service by role. */
const rolesInUse = async () => {
  const rows = await server.dataSource.query<{ role: string }[]>(
    `SELECT DISTINCT usename AS role FROM pg_stat_activity WHERE usename LIKE 'directory\\_%' ORDER BY 1`,
  );
  return rows.map(({ role }) => role);
};

/** Executes statements as superuser, in the database of the service. */
const asAdmin = (statement: string) => {
  const url = Object.assign(new URL(server.adminUrl), { pathname: new URL(server.url).pathname }).href;
  return withClient(url, (client) => client.query(statement));
};

beforeAll(async () => {
  server = await startOwnServer();
  folder = await mkdtemp(join(tmpdir(), 'rotation-'));
  for (const role of ['directory_a', 'directory_b']) {
    await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD 'of-${role}' IN ROLE ${new URL(server.url).username}`);
  }
  await writeFile(urlFile(), asRole('directory_a'));
  const { DATABASE_URL: _, ...env } = storeEnvironment(server.url);
  command = Command.start(SERVICE, {
    env: { ...env, DATABASE_URL_FILE: urlFile(), PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', DRAIN_SECONDS: '0' },
  });
  address = await command.address();
});

afterAll(async () => {
  command?.signal('SIGTERM');
  await command?.ended;
  await server.drop();
  await rm(folder, { recursive: true });
});

const pause = (ms: number) => sleep(ms);

it('the password of the database is rotated without a failed request, by two roles in turn', async () => {
  const keys = { 'x-access-key': 'operator-access-key', 'x-secret-key': 'operator-secret-key' };
  const failed: number[] = [];
  const over = new AbortController();
  const read = async (path: string) => {
    while (!over.signal.aborted) {
      const { status } = await fetch(`${address}${path}`, { headers: keys });
      if (status >= 500) failed.push(status);
      await pause(20);
    }
  };
  const reading = ['/readyz', '/api/v1/agents', '/api/v1/listings?limit=2'].map(read);
  expect(await rolesInUse()).toEqual(['directory_a']);

  await writeFile(urlFile(), asRole('directory_b').replace('of-directory_b', 'wrong'));
  command?.signal('SIGHUP');
  await command?.printed(/The changed URLs of the database are not used: [^"]*password authentication failed/);
  expect(await rolesInUse()).toEqual(['directory_a']);

  // Without a signal, the change is noticed within five seconds.
  await writeFile(urlFile(), asRole('directory_b'));
  await expect.poll(rolesInUse, { timeout: 30_000 }).toEqual(['directory_b']);
  await asAdmin('DROP OWNED BY directory_a; DROP ROLE directory_a');
  await pause(500);
  over.abort();
  await Promise.all(reading);
  expect(failed).toEqual([]);
  expect(command?.lives).toBe(true);
});
