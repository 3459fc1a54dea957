import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadSettings, loadStoreSettings, misspeltVariables } from '@app/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { TIMEOUT_S } from '../../../apps/api/src/service.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const page = read('docs/DEBIAN.md');
const { version } = JSON.parse(read('package.json')) as { version: string };

const FOLDERS = ['ops/systemd', 'ops/backup'];
const files = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => ({ folder, name })));
const installed = files.filter(({ name }) => name.startsWith('agency-directory-') && name.includes('.'));
/** The units as they are started: an instance of a template has a name. */
const units = installed
  .map(({ name }) => name.replace('@.', '@3001.'))
  .filter((name) => /\.(service|timer)$/.test(name));
const services = units.filter((name) => name.endsWith('.service'));

/** The values of a setting in a unit, in order. */
const valuesOf = (unit: string, setting: string): string[] => {
  const { folder, name } = installed.find(({ name: file }) => file.replace('@.', '@3001.') === unit) ?? {};
  return [...read(`${folder}/${name}`).matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);
};
const pairs = (lines: readonly string[]) => lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);

const SECRETS: Readonly<Record<string, string>> = {
  owner_url: 'postgres://directory_owner:secret@localhost/directory',
  database_url: 'postgres://directory:secret@localhost/directory',
  root_access_key: 'a'.repeat(48),
  root_secret_key: 'b'.repeat(48),
  secrets_key: Buffer.alloc(32, 9).toString('base64'),
};

/** The environment of an instance with the port 3001, with the texts of the secrets in its files. */
function environmentOf(unit: string): Record<string, string> {
  const own = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '));
  const shared = valuesOf(unit, 'EnvironmentFile').length ? read('ops/systemd/environment').split('\n') : [];
  const credentials = pairs(valuesOf(unit, 'LoadCredential').map((line) => line.replace(':', '=')));
  const set = pairs([...own, ...shared.filter((line) => /^\w+=/.test(line))]).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, value.replaceAll('%i', '3001')] as const;
    const key = value.replace('%d/', '');
    expect(credentials).toContainEqual([key, `/etc/agency-directory/secrets/${key}`]);
    return [name.replace(/_FILE$/, ''), SECRETS[key] ?? ''] as const;
  });
  return Object.fromEntries(set);
}

const NO_EMBEDDED = { hasEmbeddedServer: false };
const api = 'agency-directory-api@3001.service';
const inbox = 'agency-directory-inbox.service';
const migration = 'agency-directory-migrate.service';
/** The ports of metrics in the units that the page starts. */
const metricsPorts = [...page.matchAll(/agency-directory-(?:api@(\d+)|inbox)/g)].map(([, port = '']) =>
  port ? `1${port}` : '9464',
);
const missing = missingPrograms('systemd-analyze');
const why = leftOut(missing);

describe('the systemd units', () => {
  it('set only variables of the service', () => {
    const declared = new Set(['NODE_ENV', ...[...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name)]);
    for (const unit of [api, inbox, migration]) {
      const env = environmentOf(unit);
      expect(misspeltVariables(env)).toEqual([]);
      for (const name of Object.keys(env)) expect(declared).toContain(name);
    }
    const settings = loadSettings(environmentOf(api), NO_EMBEDDED);
    expect(settings).toMatchObject({ port: 3001, metricsPort: 13001, host: '127.0.0.1', trustProxy: 1 });
    expect(settings.databaseUrl).toBe(SECRETS['database_url']);
    expect(loadSettings(environmentOf(inbox), NO_EMBEDDED).secretsKey).toEqual(settings.secretsKey);
    expect(loadStoreSettings(environmentOf(migration), NO_EMBEDDED).databaseUrl).toBe(SECRETS['owner_url']);
  });

  it('wait until the service and the inbox have stopped by themselves', () => {
    const seconds = (unit: string) => Number(valuesOf(unit, 'TimeoutStopSec')[0]);
    const { drainSeconds } = loadSettings(environmentOf(api), NO_EMBEDDED);
    expect(seconds(api)).toBeGreaterThanOrEqual(drainSeconds + 25);
    for (const unit of [inbox, migration]) expect(seconds(unit)).toBeGreaterThan(TIMEOUT_S.SIGTERM);
  });

  it('start the command of production', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const [, ...words] = scripts['start:prod']?.split(' ') ?? [];
    const command = words.join(' ').replace('dist/', '/opt/agency-directory/current/dist/');
    expect(valuesOf(api, 'ExecStart')).toEqual([`/usr/local/bin/${command}`]);
  });
});

describe.skipIf(missing.length > 0)(`the systemd units, on Debian${why}`, () => {
  let root: string;
  const analyze = (...args: string[]) => promisify(execFile)('systemd-analyze', [`--root=${root}`, ...args]);

  /** A root folder with the units as the page installs them, and the programs that they name. */
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'systemd-'));
    const folder = join(root, 'etc/systemd/system');
    const current = join(root, 'opt/agency-directory/current');
    for (const path of [folder, join(current, 'ops'), join(root, 'usr/local/bin')])
      mkdirSync(path, { recursive: true });
    for (const path of FOLDERS) cpSync(join(ROOT, path), join(current, path), { recursive: true });
    for (const { folder: from, name } of installed) {
      cpSync(join(ROOT, from, name), join(folder, name), { recursive: true });
    }
    for (const program of ['usr/local/bin/node', 'usr/bin/curl', 'bin/sh']) {
      mkdirSync(join(root, dirname(program)), { recursive: true });
      writeFileSync(join(root, program), '', { mode: 0o755 });
    }
    cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true });
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it.each(units)('%s has no faults', async (unit) => {
    const { stderr } = await analyze('verify', '--man=no', '--recursive-errors=no', unit);
    expect(stderr).toBe('');
  });

  it.each(services)('%s is sandboxed', async (unit) => {
    const { stdout } = await analyze('security', '--offline=yes', '--no-pager', unit);
    const [, score] = /Overall exposure level .*: (\d+\.\d)/.exec(stdout) ?? [];
    expect(Number(score)).toBeLessThanOrEqual(1.4);
    expect(page).toContain(`rates each ${score} of 10`);
  });
});

describe('a release by docs/DEBIAN.md', () => {
  it('is scraped by ops/prometheus/debian.yml at the ports of its units', () => {
    expect(valuesOf(api, 'Environment').join(' ')).toContain('METRICS_PORT=1%i');
    expect(valuesOf(inbox, 'Environment').join(' ')).toContain('METRICS_PORT=9464');
    const scraped = read('ops/prometheus/debian.yml').matchAll(/'localhost:(1?\d{4})'/g);
    expect([...scraped].map(([, port]) => port)).toEqual(expect.arrayContaining([...new Set(metricsPorts)]));
  });

  // image.e2e-spec.ts runs `npm run directory -- migrate` and the service in such a folder, without sources and development
  // dependencies.
  it('is built by the commands of the image, and has its files', () => {
    const [, block = ''] = /```sh\n(npm ci [^`]*)```/.exec(page) ?? [];
    const lines = block.trim().split('\n');
    const dockerfile = read('Dockerfile');
    const [archive = ''] = lines.splice(-1);
    const commands = [...dockerfile.matchAll(/npm (?:ci|run build|prune)[^&\n]*/g)].map(([command]) => command.trim());
    expect(lines).toEqual(commands.map((command) => command.replace(' --maxsockets=8', '')));
    const copied = [...dockerfile.matchAll(/^COPY --from=build (?:--\S+ )?\/app\/(\S+)/gm)].map(([, name]) => name);
    expect(archive).toBe(`tar -czf /tmp/agency-directory-${version}.tar.gz ${[...copied, 'ops'].join(' ')}`);
  });
});
