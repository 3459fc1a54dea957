import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@app/persistence';
import { describe, expect, it } from 'vitest';
import { createStore, specStore } from '@testing';

const root = resolve(import.meta.dirname, '../../..');

const store = specStore();

/** npm skips the build before a script, because the test run has built. */
const BUILT = { npm_config_ignore_scripts: 'true' };

/** Runs a script of package.json. */
const runScript = (words: readonly string[], url = store.url, env: Record<string, string> = BUILT) =>
  promisify(execFile)('npm', ['run', '--silent', ...words], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', DATABASE_URL: url, ...env },
  });

/** Prints the migration instead of writing it. */
const generate = () => runScript(['migration:generate', '--', 'AddTagline', '--dryrun']);

describe('npm run migration:show', () => {
  it('builds, and lists the applied migrations', async () => {
    const names = store.dataSource.migrations.map((migration) => migration.constructor.name);
    const { stdout } = await runScript(['migration:show'], store.url, {});
    const marks = [...stdout.matchAll(/\[([ X])\] (?:\d+ )?(\w+)/g)];
    expect(marks.map(([, mark, name]) => [mark, name])).toEqual(names.map((name) => ['X', name]));
  });

  it('requires a database', async () => {
    await expect(runScript(['migration:show'], '')).rejects.toThrow(
      'DATABASE_URL: must be set for the TypeORM commands',
    );
  });
});

it('npm run typeorm -- migration:run makes a schema that the service accepts', async () => {
  const empty = await createStore(null);
  await runScript(['typeorm', '--', 'migration:run'], empty.url);
  expect(await migrate(empty.dataSource)).toEqual([]);
  await empty.drop();
});

it('npm run typeorm -- schema:log reports no difference in a migrated database', async () => {
  const { stdout } = await runScript(['typeorm', '--', 'schema:log']);
  expect(stdout).toMatch(/^Your schema is up to date/);
});

describe('npm run migration:generate', () => {
  it('creates no migration if no entity was changed', async () => {
    await expect(generate()).rejects.toMatchObject({ stdout: expect.stringMatching(/^No changes in database schema/) });
  });

  it('creates a migration with only the difference, in the folder of the migrations', async () => {
    await store.dataSource.query('ALTER TABLE agents DROP COLUMN biography');
    const { stdout } = await generate();
    expect(stdout).toContain(resolve(root, 'libs/persistence/src/migrations/AddTagline.ts'));
    expect([...stdout.matchAll(/query\(`(.*?)`/g)].map(([, statement]) => statement)).toEqual([
      'ALTER TABLE "agents" ADD "biography" text NOT NULL',
      'ALTER TABLE "agents" DROP COLUMN "biography"',
    ]);
  });

  it('requires a name', async () => {
    await expect(runScript(['migration:generate'])).rejects.toThrow('names no migration');
  });
});
