import { mkdir, mkdtemp, chown, lstat, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDataSource, migrate } from '@app/persistence';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { account } from '../../support/bundle-lines.js';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { Image, imageNeeds } from './image.js';
import { leftOut } from '../../support/programs.js';
import { specStore, storeEnvironment, testSettings } from '@testing';

/** The build argument. */
const COMMIT = 'abc1234def'.padEnd(40, '0');
/** Production dependencies, and the modules with their source maps. */
const MOST_MB = 90;

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

describe.skipIf(imageNeeds.length > 0)(`the image${leftOut(imageNeeds)}`, () => {
  const store = specStore();
  let image: Image;

  beforeAll(async () => {
    image = await Image.build(COMMIT);
  }, 600_000);

  afterAll(() => image.remove());

  /** A folder owned by the user of the image, like a new volume. */
  async function volume(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'image-volume-'));
    await chown(folder, image.user.uid, image.user.gid);
    return folder;
  }

  /** Starts the service as the image does. */
  const serve = (env: Record<string, string>) =>
    image.start(image.config.Cmd, { env: { ...storeEnvironment(store.url), HOST: '127.0.0.1', ...env } });

  it('contains every module that the programs load, and no build package', async () => {
    const app = join(image.files, image.config.WorkingDir);
    const entries = await readdir(app, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(MOST_MB);
    expect((await readdir(app)).sort()).toEqual(['dist', 'node_modules', 'package.json', 'sbom.json']);
  });

  it('lists each of its packages in sbom.json', async () => {
    const app = join(image.files, image.config.WorkingDir);
    const json = async (file: string) => JSON.parse(await readFile(join(app, file), 'utf8')) as never;
    const { components }: { components: { name: string; version: string }[] } = await json('sbom.json');
    const { packages }: { packages: Record<string, { version: string }> } = await json(
      'node_modules/.package-lock.json',
    );
    const installed = Object.entries(packages).map(
      ([path, { version }]) => `${path.replace(/.*node_modules\//, '')} ${version}`,
    );
    expect(installed.length).toBeGreaterThan(100);
    expect(new Set(components.map(({ name, version }) => `${name} ${version}`))).toEqual(new Set(installed));
  });

  it('runs as an ordinary user, and listens on its exposed port', async () => {
    expect(image.user.uid).toBeGreaterThan(0);
    expect(Object.keys(image.config.ExposedPorts)).toEqual(['3000/tcp']);
    expect(image.config.Env).toContain('PORT=3000');
    const { command } = image.start(['bash', '-c', 'id -u; touch /app/x; touch /feeds/x; touch /tmp/x']);
    expect((await command.end()).code).toBe(0);
    expect(command.output.split('\n')).toEqual([
      String(image.user.uid),
      expect.stringMatching(/\/app\/x.*Read-only file system/),
      expect.stringMatching(/\/feeds\/x.*Read-only file system/),
      '',
    ]);
  });

  it('contains only files of root that nobody else can change', async () => {
    const app = join(image.files, image.config.WorkingDir);
    const entries = await readdir(app, { recursive: true });
    const changeable: string[] = [];
    for (const entry of ['.', ...entries]) {
      const { uid, gid, mode } = await lstat(join(app, entry));
      if (uid !== 0 || gid !== 0 || ((mode & 0o22) !== 0 && (mode & 0o170000) !== 0o120000)) changeable.push(entry);
    }
    expect(changeable).toEqual([]);
    expect(await stat(join(image.files, 'feeds'))).toMatchObject(image.user);
  });

  it('requires a database, and reports missing keys at the same time', async () => {
    const { command } = image.start(image.config.Cmd);
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

  it('reports its version and commit, also as labels', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    expect(image.config.Labels).toMatchObject({
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': COMMIT,
    });
    for (const words of [
      ['npm', 'run', '--silent', 'directory', '--', '--version'],
      [...image.config.Cmd, '--version'],
    ]) {
      const { command } = image.start(words);
      expect([await command.end(), command.output]).toEqual([
        { code: 0, signal: null },
        `agency-directory ${version} (abc1234)\n`,
      ]);
    }
  });

  it('migrates with "npm run directory", without sources and compiler', async () => {
    const env = { DATABASE_URL: store.url };
    const { command } = image.start(['npm', 'run', 'directory', '--', 'migrate'], { env });
    expect(await command.end()).toEqual({ code: 0, signal: null });
    expect(command.output).toMatch(/The schema is up to date\./);
  });

  it('serves the API and its pages, and imports', async () => {
    const api = serve({ PORT: '0', DRAIN_SECONDS: '0' });
    const address = await api.command.address();
    for (const path of ['/readyz', '/docs', '/docs/types', '/docs/errors']) {
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    }
    expect(await (await fetch(`${address}/docs`)).text()).toContain('id="searching-words"');
    const bundle = await volume();
    await writeFile(join(bundle, 'accounts.ndjson'), `${JSON.stringify(account(1))}\n`);
    const { command } = image.start(['npm', 'run', 'directory', '--', 'import', '/tmp/data'], {
      env: storeEnvironment(store.url),
      readable: { '/tmp/data': bundle },
    });
    expect([(await command.end()).code, command.output]).toEqual([0, expect.stringMatching(/: 1 created;/)]);
    await rm(bundle, { recursive: true });
    await api.signal('SIGTERM');
    expect((await api.command.end()).code).toBe(0);
  });

  it('imports feeds without a key, from the volume in compose', async () => {
    const feeds = await volume();
    await mkdir(join(feeds, '7'));
    await writeFile(join(feeds, '7', 'a.xml'), '<propertyList/>');
    const compose = parse(await read('docker-compose.yml'), { merge: true }) as {
      services: { inbox: { command: string[] } };
    };
    const inbox = image.start(compose.services.inbox.command, {
      env: storeEnvironment(store.url),
      writable: { '/feeds': feeds },
    });
    await inbox.command.printed(/7\/a\.xml: There is no account 7/);
    await inbox.signal('SIGTERM');
    expect((await inbox.command.end()).code).toBe(0);
    await rm(feeds, { recursive: true });
  });

  it('is healthy while it serves and drains, and unhealthy when it hangs or has stopped; the check starts no Node.js', async () => {
    const [kind, ...words] = image.config.Healthcheck.Test;
    const PORT = String(await freePort());
    const limit = image.config.Healthcheck.Timeout / 1e6;
    const health = async () => {
      const start = performance.now();
      const readable = { '/usr/local/bin/node': '/dev/null' };
      const { code } = await image.start(words, { env: { PORT }, readable }).command.end();
      return { healthy: code === 0, inTime: performance.now() - start < limit };
    };
    expect(kind).toBe('CMD');
    const api = serve({ PORT, DRAIN_SECONDS: '60' });
    await api.command.address();
    expect(await health()).toEqual({ healthy: true, inTime: true });
    await api.signal('SIGSTOP');
    expect(await health()).toEqual({ healthy: false, inTime: true });
    await api.signal('SIGCONT');
    await api.signal('SIGTERM');
    await api.command.printed(/drain/i);
    expect(await health()).toEqual({ healthy: true, inTime: true });
    await api.signal('SIGKILL');
    await api.command.end();
    expect(await health()).toEqual({ healthy: false, inTime: true });
  });
});

it('the role in compose is an ordinary one, which migrates and owns its database', async () => {
  const admin = await new DataSource({ type: 'postgres', url: inject('serverUrl'), poolSize: 1 }).initialize();
  const name = `compose_${process.pid}`;
  const [, ...statements] = (await read('ops/compose/service-role.sql')).split(/^\\set password .*$/m);
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
