import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSettings, loadStoreSettings, misspeltVariables } from '@app/config';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { TIMEOUT_S } from '../../../apps/api/src/service.js';
import { faultsOfManifest, type Manifest } from './manifest.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = resolve(ROOT, 'ops/kubernetes');
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

/** A manifest that runs containers. */
interface Workload extends Manifest {
  readonly spec: { readonly template: { readonly metadata: { labels: object }; readonly spec: PodSpec } };
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [Container];
  readonly volumes: readonly { name: string; secret?: { items?: readonly { key: string }[] } }[];
}

interface Probe {
  readonly httpGet: { path: string; port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly { name: string; value: string }[];
  readonly ports: readonly { name: string; containerPort: number }[];
  readonly resources: { limits: { memory: string }; requests: { memory: string; cpu: string } };
  readonly volumeMounts: readonly { name: string; mountPath: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

const manifests = readdirSync(FOLDER).flatMap((file) =>
  parseAllDocuments(read(`ops/kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
);
const find = <Kind extends Manifest>(kind: string, name = 'agency-directory'): Kind => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found as Kind; // as its kind declares it, by the schema
};
const { version } = JSON.parse(read('package.json')) as { version: string };
const service = find<Workload>('Deployment');
const inbox = find<Workload>('Deployment', 'agency-directory-inbox');
const migration = find<Workload>('Job', `agency-directory-migrate-${version}`);
const workloads = [service, inbox, migration];
const containerOf = ({ spec }: Workload): Container => spec.template.spec.containers[0];
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<'api' | 'inbox', { mem_limit: string; command: string[] }>;
};

const SECRETS: Readonly<Record<string, string>> = {
  database_url: 'postgres://directory:secret@database/directory',
  root_access_key: 'a'.repeat(32),
  root_secret_key: 'b'.repeat(32),
  secrets_key: Buffer.alloc(32, 9).toString('base64'),
};

/** The environment of a container, with the texts of the secrets in its files. */
const environmentOf = (workload: Workload): Record<string, string> =>
  Object.fromEntries(
    containerOf(workload).env.map(({ name, value }) => {
      if (!name.endsWith('_FILE')) return [name, value];
      const key = value.replace('/run/secrets/directory/', '');
      expect([name, SECRETS[key]]).toEqual([name, expect.any(String)]);
      return [name.replace(/_FILE$/, ''), SECRETS[key] ?? ''];
    }),
  );

const settings = loadSettings(environmentOf(service), { hasEmbeddedServer: false });

describe('the Kubernetes manifests', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'match the schema: %s',
    (_, manifest) => expect(faultsOfManifest(manifest)).toEqual([]),
  );

  it('are validated by a schema that finds wrong values and unknown fields', () => {
    const spec = { selector: { app: 'x' }, ports: [{ port: 'http', tragetPort: 80 }] };
    expect(faultsOfManifest({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec, data: 1 })).toEqual([
      expect.stringContaining('/spec/ports/0/port must be integer'),
      'spec.ports.0.tragetPort is unknown',
      'data is unknown',
    ]);
  });

  it.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    'give %s only the rights that it needs, and limit its memory',
    (_, workload) => {
      expect(workload.spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            image: `agency-directory:${version}`,
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: { limits: { memory: expect.any(String) }, requests: { cpu: expect.any(String) } },
          },
        ],
      });
    },
  );

  it('mount each volume that they declare at the path in the environment', () => {
    for (const workload of workloads) {
      const { volumes } = workload.spec.template.spec;
      const { volumeMounts, env } = containerOf(workload);
      expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.map(({ name }) => name).toSorted());
      const secrets = volumes.find(({ secret }) => secret);
      const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value.replace(/.*\//, ''));
      expect(secrets?.secret?.items?.map(({ key }) => key) ?? Object.keys(SECRETS)).toEqual(files);
      expect(volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/run/secrets/directory', readOnly: true });
    }
  });

  it('set only variables of the service', () => {
    for (const workload of workloads) expect(misspeltVariables(environmentOf(workload))).toEqual([]);
    const names = read('.env.example').matchAll(/^#(\w+)=/gm);
    const declared = new Set([...names].map(([, name]) => name));
    for (const { name } of workloads.flatMap((workload) => containerOf(workload).env)) expect(declared).toContain(name);
    expect(settings).toMatchObject({ databaseUrl: SECRETS['database_url'], trustProxy: 1 });
    expect(loadSettings(environmentOf(inbox), { hasEmbeddedServer: false }).secretsKey).toEqual(settings.secretsKey);
    expect(Object.keys(environmentOf(migration))).toEqual(['DATABASE_URL']);
    expect(() => loadStoreSettings(environmentOf(migration), { hasEmbeddedServer: false })).not.toThrow();
  });

  it('wait until the service and the inbox have stopped by themselves', () => {
    const { terminationGracePeriodSeconds } = service.spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(settings.drainSeconds + 25);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(settings.drainSeconds + TIMEOUT_S.SIGTERM + 2);
    for (const { spec } of [inbox, migration]) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(TIMEOUT_S.SIGTERM);
    }
  });

  it('probe existing endpoints, allow a start that waits for the database, and drain for at least the time of a probe', () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = containerOf(service);
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/livez', port: 'http' },
      { path: '/livez', port: 'http' },
      { path: '/readyz', port: 'http' },
    ]);
    const metrics = { name: 'metrics', containerPort: settings.metricsPort };
    expect(ports).toEqual([{ name: 'http', containerPort: settings.port }, metrics]);
    expect(containerOf(inbox).ports).toEqual([metrics]);
    expect(read('Dockerfile')).toContain(`EXPOSE ${settings.port}\n`);
    const secondsOf = ({ periodSeconds, failureThreshold }: Probe) => periodSeconds * failureThreshold;
    expect(secondsOf(startupProbe)).toBeGreaterThan(settings.databaseWaitSeconds);
    expect(settings.drainSeconds).toBeGreaterThan(secondsOf(readinessProbe));
  });

  it('select the pods of the service by its labels and port', () => {
    const { labels } = service.spec.template.metadata;
    expect(service).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(inbox).toMatchObject({ spec: { selector: { matchLabels: inbox.spec.template.metadata.labels } } });
    expect(find('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(find('Service')).toMatchObject({ spec: { selector: labels, ports: [{ targetPort: 'http' }] } });
    const { apiVersion, kind, metadata } = service;
    const target = { apiVersion, kind, name: metadata.name };
    expect(find('HorizontalPodAutoscaler')).toMatchObject({ spec: { scaleTargetRef: target } });
  });

  it('keep a replica during a disruption or update, and enough connections for all replicas', () => {
    const { spec } = find<Manifest & { spec: { minReplicas: number; maxReplicas: number } }>('HorizontalPodAutoscaler');
    expect(find('PodDisruptionBudget')).toMatchObject({ spec: { maxUnavailable: spec.minReplicas - 1 } });
    // The pool, a connection of the hooks, and one more replica during an update; the inbox and a migration.
    const inboxPool = loadStoreSettings(environmentOf(inbox), { hasEmbeddedServer: false }).databasePoolSize;
    const connections = (spec.maxReplicas + 1) * (settings.databasePoolSize + 1) + inboxPool + 1;
    expect(connections).toBeLessThan(100);
  });

  it('give the service and the inbox the memory and the command of compose', () => {
    const megabytes = (text: string) => parseInt(text) * (/gi?$/i.test(text) ? 1024 : 1);
    for (const [workload, ours] of [
      [service, compose.services.api],
      [inbox, compose.services.inbox],
    ] as const) {
      expect(megabytes(containerOf(workload).resources.limits.memory)).toBe(megabytes(ours.mem_limit));
    }
    expect(containerOf(inbox).command).toEqual(compose.services.inbox.command);
  });
});
