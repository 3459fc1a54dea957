import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSettings, misspeltVariables } from '@app/config';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TIMEOUT_S } from '../../../apps/api/src/service.js';

const read = (file: string): string => readFileSync(resolve(import.meta.dirname, '../../..', file), 'utf8');

interface Service {
  readonly user?: string;
  readonly environment: Readonly<Record<string, string | number | null>>;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly image: string;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
}

const TEXT = read('docker-compose.yml');
const { services } = parse(TEXT, { merge: true }) as {
  services: Record<'api' | 'inbox' | 'database' | 'prometheus' | 'alertmanager' | 'grafana', Service>;
}; // the format of our own file

/** The variables of `.env.example`, in order. */
const NAMED = [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name);
/** The variables that compose requires. */
const WANTED = [...new Set([...TEXT.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))];

/** The values of a filled-in copy of `.env.example`. */
const FILLED: Readonly<Record<string, string>> = {
  ROOT_ACCESS_KEY: 'a'.repeat(32),
  ROOT_SECRET_KEY: 'b'.repeat(32),
  SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
  DATABASE_PASSWORD: 'c'.repeat(48),
  POSTGRES_PASSWORD: 'd'.repeat(48),
};

/** The environment of a service, as compose makes it from `.env`: a name without a value passes on the value in `.env`. */
function environmentOf({ environment }: Service): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    const given =
      value === null
        ? FILLED[name]
        : String(value).replaceAll(/\$\{(\w+)[^}]*\}/g, (_, of: string) => FILLED[of] ?? '');
    return given === undefined ? [] : [[name, given] as const];
  });
  return Object.fromEntries(entries);
}

const NO_EMBEDDED = { hasEmbeddedServer: false };

describe('.env.example', () => {
  it('names all variables of compose, each once', () => {
    expect(WANTED.toSorted()).toEqual(Object.keys(FILLED).toSorted());
    for (const name of WANTED) expect(NAMED).toContain(name);
    expect(new Set(NAMED).size).toBe(NAMED.length);
  });

  it('filled in, starts compose and npm start alike', () => {
    const api = loadSettings(environmentOf(services.api), NO_EMBEDDED);
    expect(api.databaseUrl).toBe(`postgres://directory:${FILLED['DATABASE_PASSWORD']}@database:5432/directory`);
    expect(loadSettings(environmentOf(services.inbox), NO_EMBEDDED)).toEqual(api);
    expect(loadSettings({ ...FILLED }).secretsKey).toEqual(api.secretsKey);
    expect(misspeltVariables(FILLED)).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it.each(Object.entries(services))('gives %s only the rights that it needs', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  });

  it.each(Object.entries(services))('limits memory, processes and log of %s', (_, service) => {
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
      expect(build?.args).toEqual({ COMMIT: '${COMMIT:-}' });
    }
    const labels = [...read('Dockerfile').matchAll(/org\.opencontainers\.image\.(\w+)="(.*)"/g)];
    expect(Object.fromEntries(labels.map(([, name, value]) => [name, value]))).toEqual({
      title: 'agency-directory',
      description: expect.any(String),
      version,
      revision: '${COMMIT}',
      licenses: 'LicenseRef-UNLICENSED',
    });
  });

  it("keeps the superuser's password from the service and the inbox", () => {
    for (const service of [services.api, services.inbox])
      expect(Object.values(environmentOf(service)).join()).not.toContain(FILLED['POSTGRES_PASSWORD']);
    expect(services.database.user).toBe('postgres');
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
      expect(existsSync(resolve(import.meta.dirname, '../../..', text.split(':', 1)[0] ?? ''))).toBe(true);
    }
    const { scrape_configs: jobs } = parse(read('ops/prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    }; // the format of our own file
    const targets = jobs.flatMap((job) => job.static_configs.flatMap((config) => config.targets));
    const ports = [api, inbox].map(({ environment }) => environment['METRICS_PORT']);
    expect(targets).toEqual([`api:${ports[0]}`, `inbox:${ports[1]}`]);
    // Metrics, alerts and Grafana are not reachable from other machines.
    expect([api, prometheus, alertmanager, grafana].flatMap((service) => service.ports ?? [])).toEqual([
      '${PORT:-3000}:3000',
      '127.0.0.1:9093:9093',
      '127.0.0.1:3001:3000',
    ]);
  });

  it('waits until the service has stopped by itself', () => {
    const drain = loadSettings(environmentOf(services.api), NO_EMBEDDED).drainSeconds;
    expect(parseInt(services.api.stop_grace_period ?? '')).toBeGreaterThan(drain + TIMEOUT_S.SIGTERM + 2);
    expect(parseInt(services.inbox.stop_grace_period ?? '')).toBeGreaterThan(20);
  });
});
