import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStore, type TestStore } from './support/store.js';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
}, 300_000);

afterAll(() => store.drop());

const typeorm = (command: string, url = store.url) =>
  run('npx', ['typeorm', command, '-d', 'dist/ormconfig.js'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });

it('npx typeorm migration:show shows what is applied', async () => {
  const names = store.dataSource.migrations.map(({ constructor }) => constructor.name);
  const { stdout } = await typeorm('migration:show');
  const marks = [...stdout.matchAll(/\[([ X])\] (?:\d+ )?(\w+)/g)];
  expect(marks.map(([, mark, name]) => [mark, name])).toEqual(names.map((name) => ['X', name]));
}, 60_000);

it('npx typeorm migration:show says so when it does not know which database', async () => {
  await expect(typeorm('migration:show', '')).rejects.toThrow('DATABASE_URL: must be set for the TypeORM commands');
}, 60_000);
