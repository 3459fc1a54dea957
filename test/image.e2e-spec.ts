import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDataSource, migrate } from '@app/persistence';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { account } from '../libs/bundles/src/bundle.support.js';
import { Command } from './support/command.js';
import { storeEnvironment, testSettings } from './support/settings.js';
import { createStore, type TestStore } from './support/store.js';

/** The build argument. */
const COMMIT = 'abc1234def'.padEnd(40, '0');
/** Production dependencies, and the modules with their source maps. */
const MOST_MB = 90;

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

let store: TestStore;
let workshop: string;
let image: string;
let environment: Record<string, string>;
let commandOf: { api: string[]; inbox: string[] };

/** The folders of both stages of the Dockerfile, made by its lines: the first builds, the second takes what was built. */
beforeAll(async () => {
  store = await createStore();
  const [, buildStage = '', lastStage = ''] = (await read('Dockerfile')).split(/^FROM /m);
  const [installation = '', prune = ''] = [/^RUN npm ci .*$/m, /npm prune .*$/m].map(
    (line) => line.exec(buildStage)?.[0],
  );

  workshop = await mkdtemp(join(tmpdir(), 'image-build-'));
  await installPackages(workshop, installation, linked);
  for (const [, paths = ''] of buildStage.matchAll(/^COPY (.*) \S+$/gm)) {
    for (const path of paths.split(' ')) await cp(join(ROOT, path), join(workshop, path), { recursive: true });
  }
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`;
  const building = Command.start(['npm', 'run', 'build'], { cwd: workshop, env: { PATH, COMMIT } });
  const { code } = await building.end();
  if (code !== 0) throw new Error(building.output);

  image = await mkdtemp(join(tmpdir(), 'image-'));
  for (const [, path = ''] of lastStage.matchAll(/^COPY --from=build .*\/app\/(\S+)/gm)) {
    if (path === 'node_modules') await installPackages(image, prune, copied);
    else await cp(join(workshop, path), join(image, path), { recursive: true });
  }
  const [, words = '[]'] = /^CMD (.*)$/m.exec(lastStage) ?? [];
  const compose = parse(await read('docker-compose.yml'), { merge: true }) as {
    services: { inbox: { command: string[] } };
  };
  commandOf = { api: JSON.parse(words) as string[], inbox: compose.services.inbox.command };
  const [, settings = ''] = /^ENV (.*)$/m.exec(lastStage) ?? [];
  environment = Object.fromEntries(settings.split(' ').map((pair) => pair.split('=') as [string, string]));
}, 300_000);

afterAll(async () => {
  await rm(workshop, { recursive: true });
  await rm(image, { recursive: true });
  await store.drop();
});

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  /** Of the repository: the bench, which the image is built without. */
  readonly link?: boolean;
}

type Install = (from: string, to: string) => Promise<void>;

const linked: Install = (from, to) => symlink(from, to);
const copied: Install = (from, to) => cp(from, to, { recursive: true });

/** Installs the packages that a command of npm leaves with its `--omit=dev` and `--omit=optional`. */
async function installPackages(folder: string, command: string, install: Install): Promise<void> {
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, LockedPackage> };
  const [omitsDev, omitsOptional] = ['dev', 'optional'].map((kind) => command.includes(`--omit=${kind}`));
  const paths = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional, link }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
      !link &&
      !(omitsDev && dev) &&
      !(omitsOptional && optional) &&
      !(omitsDev && omitsOptional && devOptional),
  );
  for (const [path] of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await install(join(ROOT, path), join(folder, path));
  }
}

const run = (words: readonly string[], env: Record<string, string>) =>
  Command.start(words, {
    cwd: image,
    env: { ...environment, HOST: '127.0.0.1', PORT: '0', ...env },
  });

/** Every file of the image, with its size and its time: the container's file system can't be written to. */
async function files(): Promise<{ path: string; size: number; mtimeMs: number }[]> {
  const entries = await readdir(image, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    }),
  );
}

describe('the image', { timeout: 120_000 }, () => {
  it('holds what the programs load, and no package of the build', async () => {
    const bytes = (await files()).reduce((sum, { size }) => sum + size, 0);
    expect(bytes / 1e6).toBeLessThan(MOST_MB);
  });

  it('asks for a database where none is given, and for the keys at once', async () => {
    const command = run(commandOf.api, {});
    await command.end();
    expect(command.lines.map(({ faults }) => faults)).toEqual([
      undefined,
      [
        'DATABASE_URL: set DATABASE_URL; this image has no embedded server',
        expect.stringMatching(/^ROOT_ACCESS_KEY: /),
        expect.stringMatching(/^ROOT_SECRET_KEY: /),
        expect.stringMatching(/^SECRETS_KEY: /),
      ],
    ]);
  });

  it('names its version and commit', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    for (const words of [
      ['npm', 'run', '--silent', 'directory', '--', '--version'],
      [...commandOf.api, '--version'],
    ]) {
      const command = run(words, {});
      expect([await command.end(), command.output]).toEqual([
        { code: 0, signal: null },
        `agency-directory ${version} (abc1234)\n`,
      ]);
    }
  });

  it('runs "npm run directory" without sources and compiler, and writes nothing to its folder', async () => {
    const before = await files();
    const command = run(['npm', 'run', 'directory', '--', 'migrate'], { DATABASE_URL: store.url });
    expect(await command.end()).toEqual({ code: 0, signal: null });
    expect(command.output).toMatch(/The schema is up to date\./);
    expect(await files()).toEqual(before);
  });

  it('serves, its pages too, imports, and takes feeds in without a key', async () => {
    const api = run(commandOf.api, { ...storeEnvironment(store.url), DRAIN_SECONDS: '0' });
    const address = await api.address();
    for (const path of ['/readyz', '/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css']) {
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    }
    const bundle = await mkdtemp(join(tmpdir(), 'image-bundle-'));
    await writeFile(join(bundle, 'accounts.ndjson'), `${JSON.stringify(account(1))}\n`);
    const words = ['npm', 'run', 'directory', '--', 'import', bundle];
    const importing = run(words, storeEnvironment(store.url));
    expect([(await importing.end()).code, importing.output]).toEqual([0, expect.stringMatching(/: 1 created;/)]);
    await rm(bundle, { recursive: true });
    api.signal('SIGTERM');
    expect((await api.end()).code).toBe(0);

    const feeds = await mkdtemp(join(tmpdir(), 'image-feeds-'));
    await mkdir(join(feeds, '7'));
    await writeFile(join(feeds, '7', 'a.xml'), '<propertyList/>');
    const watching = commandOf.inbox.map((word) => (word === '/feeds' ? feeds : word));
    const inbox = run(watching, { DATABASE_URL: store.url });
    await inbox.printed(/7\/a\.xml: There is no account 7/);
    expect((await readdir(feeds)).sort()).toEqual(['1', '7']);
    inbox.signal('SIGTERM');
    expect((await inbox.end()).code).toBe(0);
    await rm(feeds, { recursive: true });
  });
});

it("compose's role is an ordinary one, which migrates and owns its database", { timeout: 120_000 }, async () => {
  const admin = await new DataSource({ type: 'postgres', url: inject('serverUrl'), poolSize: 1 }).initialize();
  const name = `compose_${process.pid}`;
  const [, ...statements] = (await read('ops/compose/service-role.sql')).split(
    /^\\getenv password DATABASE_PASSWORD$/m,
  );
  const text = statements
    .join('')
    .replaceAll(/\bdirectory\b/g, name)
    .replaceAll(":'password'", "'secret'");
  for (const statement of text.split(';').filter((part) => part.trim())) await admin.query(statement);
  const url = Object.assign(new URL(inject('serverUrl')), { username: name, password: 'secret', pathname: name });
  const own = await createDataSource(url.href, testSettings).initialize();
  expect((await migrate(own)).length).toBeGreaterThan(0);
  const [role] = await own.query<object[]>(
    'SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false });
  await own.destroy();
  await admin.query(`DROP DATABASE ${name}`);
  await admin.query(`DROP ROLE ${name}`);
  await admin.destroy();
});
