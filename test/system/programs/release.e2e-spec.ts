import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Command } from '../support/command.js';
import { specStore, storeEnvironment } from '@testing';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 7);
const NAME = `agency-directory ${version} (${commit})`;

const store = specStore();

it.each(['api', 'cli'])('%s --version prints version and commit, and needs no environment', async (program) => {
  const command = Command.start(['node', `dist/apps/${program}/src/main.js`, '--version']);
  expect([await command.end(), command.output]).toEqual([{ code: 0, signal: null }, `${NAME}\n`]);
});

it('the service reports version and commit at /livez and to PostgreSQL', async () => {
  const service = Command.start(['node', 'dist/apps/api/src/main.js'], {
    env: { ...storeEnvironment(store.url), HOST: '127.0.0.1', PORT: '0', DRAIN_SECONDS: '0' },
  });
  const health = await fetch(`${await service.address()}/livez`);
  expect(await health.json()).toEqual({ status: 'ok', version, commit });
  const sessions = await store.dataSource.query<{ name: string }[]>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE '%(${commit})%'`,
  );
  expect(sessions).toEqual([{ name: expect.stringMatching(/^agency-directory \S+ \(\w{7}\) \d+@./) }]);
  expect(sessions[0]?.name.length).toBeLessThan(64);
  service.signal('SIGTERM');
  await service.end();
});
