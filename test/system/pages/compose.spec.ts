import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadSettings, misspeltVariables } from '@app/config';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TIMEOUT_S } from '../../../apps/api/src/service.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

interface Service {
  readonly user?: string;
  readonly environment: Readonly<Record<string, string | number | null>>;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly networks?: readonly string[];
  readonly secrets?: readonly string[];
  readonly image: string;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
}

interface Compose<Name extends string> {
  readonly services: Readonly<Record<Name, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

const parseCompose = <Name extends string>(file: string) => parse(read(file), { merge: true }) as Compose<Name>; // the format of our own files

const { services, secrets, networks } = parseCompose<
  'api' | 'inbox' | 'database' | 'prometheus' | 'alertmanager' | 'grafana'
>('docker-compose.yml');
const https = parseCompose<'api' | 'caddy'>('ops/compose/https.yml');
const oldKey = parseCompose<'api' | 'inbox'>('ops/compose/secrets-key-old.yml');
const programs = [...Object.entries(services), ['caddy', https.services.caddy] as const];

/** The variables of `.env.example`, in order. */
const NAMED = [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name);

const folder = mkdtempSync(join(tmpdir(), 'compose-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates the secrets as the operator does. */
function createSecrets(name: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  execFileSync(resolve(ROOT, 'ops/compose/secrets.sh'), [join(folder, name)], { env: { ...process.env, ...env } });
  const texts = Object.entries(secrets).map(([secret, { file }]) => {
    expect(file).toBe(`secrets/${secret}`);
    return [secret, readFileSync(join(folder, name, secret), 'utf8').trim()] as const;
  });
  return Object.fromEntries(texts);
}

const SECRETS = createSecrets('new');

/** The environment of a service without a `.env`, with the texts of the secrets that compose gives it. */
function environmentOf({ environment, secrets: given = [] }: Service): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    if (value === null) return [];
    const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(String(value)) ?? [];
    if (!secret) return [[name, String(value)] as const];
    expect(given).toContain(secret);
    return [[name.replace(/_{1,2}FILE$/, ''), SECRETS[secret] ?? ''] as const];
  });
  return Object.fromEntries(entries);
}

const NO_EMBEDDED = { hasEmbeddedServer: false };

describe('ops/compose/secrets.sh', () => {
  it('creates every secret of compose, for its services only', () => {
    expect(new Set(Object.values(SECRETS)).size).toBe(Object.keys(secrets).length);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
    // The users of the containers are others than the owner of the files.
    for (const name of Object.keys(secrets)) expect(statSync(join(folder, 'new', name)).mode & 0o777).toBe(0o444);
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toMatch(/^\/?secrets\/?$/m);
  });

  it('is all that compose and the service need', () => {
    expect(read('docker-compose.yml')).not.toMatch(/\$\{\w+:?\?/);
    const api = loadSettings(environmentOf(services.api), NO_EMBEDDED);
    expect(api.databaseUrl).toBe(`postgres://directory:${SECRETS['database_password']}@database:5432/directory`);
    expect(loadSettings(environmentOf(services.inbox), NO_EMBEDDED)).toEqual(api);
    expect(misspeltVariables(environmentOf(services.api))).toEqual([]);
  });

  it('keeps existing secrets, and uses given ones', () => {
    expect(createSecrets('new', { ROOT_ACCESS_KEY: 'other' })).toEqual(SECRETS);
    const given = { ROOT_ACCESS_KEY: 'a'.repeat(32), DATABASE_PASSWORD: 'b'.repeat(48) };
    expect(createSecrets('given', given)).toMatchObject({
      root_access_key: given.ROOT_ACCESS_KEY,
      database_url: expect.stringContaining(`:${given.DATABASE_PASSWORD}@`),
    });
  });
});

describe('docker-compose.yml', () => {
  it.each(programs)('gives %s only the rights that it needs', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  });

  it.each(programs)('limits memory, processes and log of %s', (_, service) => {
    expect(service).toMatchObject({
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
    });
  });

  it('uses the image of the version in package.json for service and inbox, and labels it', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const { image, build } of [services.api, services.inbox]) {
      expect(image).toBe(`agency-directory:\${VERSION:-${version}}`);
      expect(build?.args).toEqual({ VERSION: version, COMMIT: '${COMMIT:-}' });
    }
    const labels = [...read('Dockerfile').matchAll(/org\.opencontainers\.image\.(\w+)="(.*)"/g)];
    expect(Object.fromEntries(labels.map(([, name, value]) => [name, value]))).toEqual({
      title: 'agency-directory',
      description: expect.any(String),
      version: '${VERSION}',
      revision: '${COMMIT}',
      licenses: 'LicenseRef-UNLICENSED',
    });
  });

  it('gives each secret only to the services that read it, and none as text', () => {
    const users = Object.keys(secrets).map((name) => [
      name,
      Object.entries(services).flatMap(([service, { secrets: given }]) => (given?.includes(name) ? [service] : [])),
    ]);
    const both = ['api', 'inbox'];
    expect(Object.fromEntries(users)).toEqual({
      database_url: both,
      database_password: ['database'],
      postgres_password: ['database'],
      root_access_key: both,
      root_secret_key: both,
      secrets_key: both,
      grafana_password: ['grafana'],
    });
    for (const { environment = {} } of Object.values(services)) {
      const texts = Object.entries(environment).filter(([name]) => /PASSWORD|KEY|DATABASE_URL/.test(name));
      for (const [name, value] of texts)
        expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), expect.any(String)]);
    }
    expect(services.database.user).toBe('postgres');
    expect(read('ops/compose/service-role.sql')).toContain('`cat /run/secrets/database_password`');
  });

  it('parts the database from other networks, and everything from other machines', () => {
    expect(networks).toEqual({ data: { internal: true } });
    const inData = Object.entries(services).filter(([, { networks: own }]) => own?.includes('data'));
    expect(inData.map(([name]) => name)).toEqual(['api', 'inbox', 'database']);
    expect(services.database.networks).toEqual(['data']);
    expect(services.database.ports).toBeUndefined();
    for (const { ports = [] } of Object.values(services)) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    expect(services.api.ports).toEqual(['127.0.0.1:${PORT:-3000}:3000']);
  });

  it('starts monitoring only on request, with pinned images, the alert rules and the dashboard', () => {
    const { prometheus, alertmanager, grafana, api, inbox } = services;
    for (const { profiles, image, user } of [prometheus, alertmanager, grafana]) {
      expect({ profiles, image, user }).toEqual({
        profiles: ['watch'],
        image: expect.stringMatching(/:v?\d+\.\d+\.\d+$/),
        user: expect.any(String),
      });
    }
    const mounted = [prometheus, alertmanager, grafana].flatMap(({ volumes = [] }) =>
      volumes.filter((text) => text.startsWith('./')),
    );
    expect(mounted).toHaveLength(4);
    for (const text of mounted) {
      expect(text).toMatch(/:ro$/);
      expect(existsSync(resolve(ROOT, text.split(':', 1)[0] ?? ''))).toBe(true);
    }
    const { scrape_configs: jobs } = parse(read('ops/prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    }; // the format of our own file
    const targets = jobs.flatMap((job) => job.static_configs.flatMap((config) => config.targets));
    const ports = [api, inbox].map(({ environment }) => environment['METRICS_PORT']);
    expect(targets).toEqual([`api:${ports[0]}`, `inbox:${ports[1]}`]);
  });

  it('waits until the service has stopped by itself', () => {
    const drain = loadSettings(environmentOf(services.api), NO_EMBEDDED).drainSeconds;
    expect(parseInt(services.api.stop_grace_period ?? '')).toBeGreaterThan(drain + TIMEOUT_S.SIGTERM + 2);
    expect(parseInt(services.inbox.stop_grace_period ?? '')).toBeGreaterThan(20);
  });

  it('lets the database write its checkpoint before a kill', () => {
    expect(services.database.stop_grace_period).toBe('2m');
  });
});

describe('ops/compose/https.yml', () => {
  it('publishes only Caddy, and keeps it from the database', () => {
    const { api, caddy } = https.services;
    expect(api.ports).toBeUndefined();
    expect(caddy).toMatchObject({
      image: expect.stringMatching(/^caddy:\d+\.\d+\.\d+$/),
      ports: ['80:80', '443:443', '443:443/udp'],
      cap_add: ['NET_BIND_SERVICE'],
    });
    // It reaches neither the database nor a key.
    expect([caddy.secrets, caddy.networks]).toEqual([undefined, undefined]);
    expect(caddy.volumes).toContain('./ops/compose/Caddyfile:/etc/caddy/Caddyfile:ro');
  });

  it('lets the service trust Caddy alone, and name its links by the address in .env', () => {
    const environment = {
      ...services.api.environment,
      ...https.services.api.environment,
      PUBLIC_URL: 'https://directory.example',
    };
    const settings = loadSettings(environmentOf({ ...services.api, environment }), NO_EMBEDDED);
    expect(settings).toMatchObject({ trustProxy: 1, publicUrl: 'https://directory.example' });
    expect(https.services.api.environment['PUBLIC_URL']).toMatch(/^\$\{PUBLIC_URL:\?/);
    expect(NAMED).toContain('PUBLIC_URL');
    expect(read('ops/compose/Caddyfile')).toMatch(/^\{\$PUBLIC_URL\} \{$/m);
  });
});

it('ops/compose/secrets-key-old.yml gives service and inbox the former key', () => {
  for (const service of [oldKey.services.api, oldKey.services.inbox]) {
    expect(service.environment).toEqual({ SECRETS_KEY_OLD_FILE: '/run/secrets/secrets_key_old' });
    expect(service.secrets).toEqual(Object.keys(oldKey.secrets));
  }
});
