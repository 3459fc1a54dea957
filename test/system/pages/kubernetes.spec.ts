import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSettings, loadStoreSettings, misspeltVariables } from '@app/config';
import { describe, expect, it } from 'vitest';
import { PICTURES_PATH } from '../../../packages/demo/src/pictures/picture-path.js';
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
  readonly volumes: readonly { name: string; secret?: { secretName: string; items?: readonly { key: string }[] } }[];
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

interface IngressManifest extends Manifest {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly spec: {
    readonly rules: readonly [
      {
        readonly host: string;
        readonly http: { readonly paths: readonly { path: string; pathType: string; backend: object }[] };
      },
    ];
  };
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly [{ key: 'app'; operator: 'In'; values: readonly string[] }];
}

interface Peer {
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { cidr: string; except?: readonly string[] };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports: readonly { port: string | number; protocol: string }[];
}

interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

interface PodMonitor extends Manifest {
  readonly spec: {
    readonly selector: Selector;
    readonly podMetricsEndpoints: readonly [
      {
        readonly port: string;
        readonly relabelings: readonly [
          { sourceLabels: readonly string[]; regex: string; targetLabel: string; replacement: string },
        ];
      },
    ];
  };
}

const PAGE = read('docs/DEPLOYING.md');

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
const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[]; // by the schema
const labelsOf = ({ spec }: Workload) => spec.template.metadata.labels as { readonly app: string }; // the only label
const selects = ({ matchLabels, matchExpressions }: Selector, workload: Workload): boolean =>
  (matchExpressions?.[0].values ?? [matchLabels?.['app']]).includes(labelsOf(workload).app);
const namespaceOf = ({ namespaceSelector, ipBlock }: Peer): string =>
  ipBlock?.cidr ?? namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? 'any';
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
  // The schema of the Prometheus Operator is not part of Kubernetes.
  it.each(
    manifests
      .filter(({ kind }) => kind !== 'PodMonitor')
      .map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const),
  )('match the schema: %s', (_, manifest) => expect(faultsOfManifest(manifest)).toEqual([]));

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

  it('migrate with the secret of the owner, which no other pod has', () => {
    const names = workloads.map(({ spec }) =>
      spec.template.spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []),
    );
    expect(names).toEqual([['agency-directory'], ['agency-directory'], ['agency-directory-owner']]);
    for (const [secret, keys] of [
      ['agency-directory-owner', ['database_url']],
      ['agency-directory', Object.keys(SECRETS)],
    ] as const) {
      const [, rest = ''] = PAGE.split(`kubectl create secret generic ${secret} `);
      const [command = ''] = rest.split('kubectl');
      expect([...command.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => key)).toEqual(keys);
    }
  });

  it('expose all paths except the health endpoints, with TLS and without buffers', () => {
    const { spec, metadata } = find<IngressManifest>('Ingress');
    const [rule] = spec.rules;
    expect(spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: [rule.host], secretName: 'agency-directory-tls' }],
    });
    const target = find<Manifest & { spec: { ports: [{ name: string }] } }>('Service');
    const port = { name: target.spec.ports[0].name };
    for (const { backend } of rule.http.paths)
      expect(backend).toEqual({ service: { name: target.metadata.name, port } });
    const isExposed = (path: string) =>
      rule.http.paths.some(({ path: known, pathType }) =>
        pathType === 'Exact' ? path === known : path === known || path.startsWith(`${known}/`),
      );
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: object };
    const served = [
      ...Object.keys(paths),
      '/',
      '/docs',
      '/docs/types',
      `/${PICTURES_PATH}/a`,
      '/v1/accounts',
      '/api/v1/openapi.json',
    ];
    expect(served.filter((path) => !isExposed(path))).toEqual(['/livez', '/readyz']);
    const annotations = Object.entries(metadata.annotations).map(([key, value]) => [
      key.replace('nginx.ingress.kubernetes.io/', ''),
      value,
    ]);
    expect(Object.fromEntries(annotations)).toEqual({
      'proxy-body-size': '0',
      'proxy-request-buffering': 'off',
      'proxy-buffering': 'off',
      'ssl-redirect': 'true',
      'enable-access-log': 'false',
    });
  });

  it('accept connections only from the ingress and Prometheus, and open them only to DNS, PostgreSQL and hooks', () => {
    const connections = (workload: Workload, direction: 'ingress' | 'egress') => {
      const own = policies.filter((policy) => selects(policy.spec.podSelector, workload));
      // A pod that no policy selects may connect to everything.
      expect(own.map(({ spec }) => spec.policyTypes)).toContainEqual(['Ingress', 'Egress']);
      return own
        .flatMap(({ spec }) => spec[direction] ?? [])
        .flatMap(({ from, to, ports }) =>
          [...(from ?? []), ...(to ?? [])].flatMap((peer) =>
            ports.map(({ port, protocol }) => `${namespaceOf(peer)} ${protocol} ${port}`),
          ),
        )
        .toSorted();
    };
    const metrics = 'monitoring TCP metrics';
    expect(connections(service, 'ingress')).toEqual(['ingress-nginx TCP http', metrics]);
    expect(connections(inbox, 'ingress')).toEqual([metrics]);
    expect(connections(migration, 'ingress')).toEqual([]);
    const database = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'any', 'fc00::/7'];
    const common = [
      ...database.flatMap((peer) => [`${peer} TCP 5432`, `${peer} TCP 6432`]),
      'kube-system TCP 53',
      'kube-system UDP 53',
    ];
    expect(connections(service, 'egress')).toEqual([...common, '0.0.0.0/0 TCP 443', '::/0 TCP 443'].toSorted());
    expect(connections(inbox, 'egress')).toEqual(common.toSorted());
    expect(connections(migration, 'egress')).toEqual(common.toSorted());
    // Hooks reach no private address.
    const blocks = policies.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ to }) => to ?? []);
    const except = blocks.flatMap(({ ipBlock }) => ipBlock?.except ?? []);
    expect(except).toEqual(expect.arrayContaining(database.filter((peer) => peer !== 'any')));
    expect(except).toContain('169.254.0.0/16');
  });

  it('are scraped under the job names of the alerts', () => {
    const { spec } = find<PodMonitor>('PodMonitor');
    const scraped = workloads.filter((workload) => selects(spec.selector, workload));
    expect(scraped).toEqual([service, inbox]);
    const [{ port, relabelings }] = spec.podMetricsEndpoints;
    const [{ sourceLabels, regex, targetLabel, replacement }] = relabelings;
    expect([port, sourceLabels, targetLabel]).toEqual(['metrics', ['__meta_kubernetes_pod_label_app'], 'job']);
    const { scrape_configs: jobs } = parse(read('ops/prometheus/prometheus.yml')) as {
      scrape_configs: { job_name: string }[];
    }; // the format of our own file
    const names = jobs.map((job) => job.job_name).filter((name) => name.startsWith('directory'));
    // As Prometheus does: the expression is anchored.
    expect(
      scraped.map((workload) => labelsOf(workload).app.replace(new RegExp(`^(?:${regex})$`), replacement)),
    ).toEqual(names);
    for (const workload of scraped) expect(containerOf(workload).ports.map(({ name }) => name)).toContain(port);
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
