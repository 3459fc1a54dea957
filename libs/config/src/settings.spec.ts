import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from './environment.error.js';
import { loadSettings, loadStoreSettings } from './settings.js';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'settings-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

describe('loadSettings', () => {
  it('generates the secrets once, in files that only their owner can read', async () => {
    const DATA_DIR = join(dataDir, 'deep', 'down');
    const first = loadSettings({ DATA_DIR });
    expect(first.rootAccessKey).toMatch(/^root-[\w-]{16}$/);
    expect(first.rootSecretKey).toMatch(/^[\w-]{43}$/);
    expect(first.secretsKey).toHaveLength(32);
    expect(loadSettings({ DATA_DIR })).toEqual(first);
    expect((await stat(join(DATA_DIR, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(DATA_DIR)).toEqual(['secrets.json']);
  });

  it('prefers the environment to stored secrets', () => {
    const kept = loadSettings({ DATA_DIR: dataDir });
    const secretsKey = Buffer.alloc(32, 1);
    const given = loadSettings({ DATA_DIR: dataDir, SECRETS_KEY: secretsKey.toString('base64') });
    expect(given).toEqual({ ...kept, secretsKey });
  });

  it('writes nothing if every secret is supplied', async () => {
    const keys = { ROOT_ACCESS_KEY: 'a'.repeat(16), ROOT_SECRET_KEY: 'b'.repeat(16) };
    loadSettings({ ...keys, DATA_DIR: dataDir, SECRETS_KEY: Buffer.alloc(32).toString('base64') });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('agrees on the secrets with processes that start at the same time', async () => {
    // Node.js cannot load this TypeScript; Vite can. All processes wait for one instant, so that they do start together.
    const script = `
      import { runnerImport } from 'vite';
      const { module } = await runnerImport(process.argv[1], { resolve: { tsconfigPaths: true } });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.argv[3]) - Date.now());
      process.stdout.write(module.loadSettings({ DATA_DIR: process.argv[2] }).rootSecretKey);`;
    const settings = fileURLToPath(new URL('./settings.ts', import.meta.url));
    const args = ['--input-type=module', '-e', script, settings, dataDir, String(Date.now() + 2_500)];
    const runs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, args));
    const secrets = (await Promise.all(runs)).map(({ stdout }) => stdout);
    expect(new Set(secrets)).toEqual(new Set([loadSettings({ DATA_DIR: dataDir }).rootSecretKey]));
    expect(await readdir(dataDir)).toEqual(['secrets.json']);
  });

  it.each([
    ['{', /^DATA_DIR: got ".*" \(.*JSON.*\), wanted a folder/],
    [
      'null',
      /^.*secrets\.json: ROOT_ACCESS_KEY: got nothing, wanted at least 16.*\n.*ROOT_SECRET_KEY.*\n.*SECRETS_KEY: got nothing/,
    ],
    ['{"ROOT_ACCESS_KEY":"short"}', /^.*secrets\.json: ROOT_ACCESS_KEY: got a text of 5 characters \(not shown\)/],
  ])('refuses stored secrets such as %s', async (text, message) => {
    await writeFile(join(dataDir, 'secrets.json'), text);
    expect(() => loadSettings({ DATA_DIR: dataDir })).toThrow(message);
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(text);
  });

  it('requires and generates no secret if none is needed', async () => {
    const DATABASE_URL = 'postgres://db/directory';
    expect(loadStoreSettings({ DATA_DIR: dataDir, DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('requires a database, and everything with it, if no embedded server is used', () => {
    expect(() => loadSettings({}, { hasEmbeddedServer: false })).toThrow(
      /^DATABASE_URL: set DATABASE_URL; this image has no embedded server\nROOT_ACCESS_KEY: .*\nROOT_SECRET_KEY: .*\nSECRETS_KEY: .*$/,
    );
    expect(() => loadStoreSettings({}, { hasEmbeddedServer: false })).toThrow(/^DATABASE_URL: set DATABASE_URL; .*$/);
  });

  it('names DATA_DIR if it is not a directory', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(() => loadSettings({ DATA_DIR: file })).toThrow(EnvironmentError);
    expect(() => loadSettings({ DATA_DIR: file })).toThrow(/^DATA_DIR: got ".*file" \(ENOTDIR/);
  });
});
