import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gauge, METRICS, type MetricDeclaration } from '@app/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inboxFolder, put, remove, startInbox, type TestInbox } from '../../support/inbox.js';
import { type AccountAnswer, createAccount, MeasuredService, specFixture, TcpProxy, withClient } from '@testing';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { leftOut } from '../../support/programs.js';
import { startOwnServer } from '../support/own-server.js';
import { Alertmanager, amtool } from './alertmanager.js';
import { missing, Prometheus, promtool, RULES } from './prometheus.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}

const read = (path: string): string => readFileSync(resolve(RULES, path), 'utf8');
const { groups } = parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }; // the format of our own rules
const rules = groups.flatMap((group) => group.rules);
const tests = read('alerts.test.yml');
const dashboard = read('../grafana/dashboards/directory.json');
const page = read('../../docs/OPERATING.md');
const runbook = read('../../docs/ALERTS.md');

const why = leftOut(missing);
/** A port without a listener. */
const receiver = `http://127.0.0.1:${await freePort()}`;

/** A file in PostgreSQL's data folder; while it exists, archiving fails. */
const FULL = 'archive-is-full';

/** The suffixes that Prometheus and its client library add to a metric. */
const SUFFIX = /_(bucket|count|sum)$/;
const declared: Readonly<Record<string, MetricDeclaration>> = METRICS;
/** Metrics of Prometheus, Node.js, the exporters and the backup script. */
const OTHERS = /^(up|(process|nodejs|node|probe)_\w+|directory_backup_last_success_timestamp_seconds)$/;

/** The metrics in expressions. */
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b([a-z]+(?:_[a-z]+)+|up)(?=\{|\[|\)| |$)/gm)].map(([, name = '']) => name)),
];
/** Words of the query language that look like metrics. */
const WORDS = /^(min_over_time|max_over_time|histogram_quantile|predict_linear|exported_job)$/;

const expressionsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(expressionsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) => (key === 'expr' ? [String(of)] : expressionsOf(of)));
};

describe('the alert rules and the dashboard', () => {
  const expressions = [...rules.map(({ expr }) => expr), ...expressionsOf(JSON.parse(dashboard))];
  const named = namesIn(expressions.join('\n').replaceAll(/"[^"]*"/g, '')).filter((name) => !WORDS.test(name));

  it('use all declared metrics, and no others', () => {
    const unknown = named.filter((name) => !(name.replace(SUFFIX, '') in declared) && !OTHERS.test(name));
    expect(unknown).toEqual([]);
    const known = new Set(named.map((name) => name.replace(SUFFIX, '')));
    expect(Object.keys(METRICS).filter((name) => !known.has(name))).toEqual([]);
  });

  it('use only existing labels and values', () => {
    const matched = expressions.flatMap((text) => [...text.matchAll(/(\w+)\{([^}]*)\}/g)]);
    const unknown = matched.flatMap(([, name = '', matchers = '']) => {
      const labels = declared[name.replace(SUFFIX, '')]?.labels ?? {};
      return [...matchers.matchAll(/(\w+)[!=~]+"([^"]*)"/g)].flatMap(([text, label = '', value = '']) => {
        const values = labels[label === 'exported_job' ? 'job' : label];
        return values && !value.split('|').every((word) => values.includes(word)) ? [text] : [];
      });
    });
    expect(matched.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  it('have a severity, a hint, and a firing and a silent test case for each alert', () => {
    expect(runbook).toContain(`has ${rules.length} alerts`);
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(annotations.description).toMatch(/[Ll]ook|line|warnings|has the state/);
      const cases = tests
        .split('  - name: ')
        .filter((text) => new RegExp(`alertname=~?"[^"]*\\b${alert}\\b`).test(text));
      expect(cases.filter((text) => text.includes('value: 1')).length).toBeGreaterThan(0);
      expect(cases.filter((text) => text.includes('exp_samples: []')).length).toBeGreaterThan(0);
    }
  });

  it('link each alert to its section of docs/ALERTS.md, which has no other sections of alerts', () => {
    const sections = [...runbook.matchAll(/^## (Directory\w+)$/gm)].map(([, name = '']) => name);
    expect(rules.map(({ alert }) => alert)).toEqual(sections);
    const anchors = sections.map((name) => `docs/ALERTS.md#${name.toLowerCase()}`);
    expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(anchors);
  });
});

describe('the log lines in docs/OPERATING.md and docs/ALERTS.md', () => {
  it('are in the source', () => {
    const root = resolve(RULES, '../..');
    const sources = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('-spec.ts') && !name.endsWith('.spec.ts'))
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
    );
    const lines = [...`${page}${runbook}`.matchAll(/`((?:[A-Z][a-z]+|were)(?: [a-z]+)+)[`:]/g)].map(
      ([, text = '']) => text,
    );
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter((line) => !sources.some((source) => source.includes(line)))).toEqual([]);
  });
});

describe('the table of metrics in docs/OPERATING.md', () => {
  it('has every metric as it is declared', () => {
    const [, section = ''] = page.split('\n## Metrics\n');
    const cells = section.matchAll(/^\| `([a-z_]+)(?:\{(.*)\})?` +\| (\w+) +\| (.+?) +\|$/gm);
    const wanted = Object.entries(declared).map(([name, { type, help, labels }]) => [
      name,
      Object.keys(labels).join(),
      type,
      help.replace(/\.$/, ''),
    ]);
    expect([...cells].map(([, name, labels = '', type, help]) => [name, labels, type, help])).toEqual(wanted);
  });
});

describe.skipIf(missing.length > 0)(`promtool${why}`, () => {
  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['check', 'config', 'debian.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('%s %s %s', (...args) => {
    expect(promtool(...args)).toContain('SUCCESS');
  });
});

describe.skipIf(missing.length > 0)(`Alertmanager${why}`, () => {
  const alertmanager = specFixture(() => Alertmanager.start());

  it('has a valid configuration', () => {
    expect(amtool('check-config', 'alertmanager.yml')).toContain('SUCCESS');
  });

  it('sends, while a process is down, no warnings, and no other critical alert of the process', async () => {
    const critical = { severity: 'critical' };
    await alertmanager.add(
      { ...critical, alertname: 'DirectoryDown', instance: 'a' },
      { ...critical, alertname: 'DirectoryFailing', instance: 'a' },
      { ...critical, alertname: 'DirectoryFailing', instance: 'b' },
      { severity: 'warning', alertname: 'DirectorySlow', instance: 'b' },
    );
    const wanted = [
      'DirectoryDown a active',
      'DirectoryFailing a suppressed',
      'DirectoryFailing b active',
      'DirectorySlow b suppressed',
    ];
    await expect.poll(async () => (await alertmanager.states()).toSorted()).toEqual(wanted);
    const sent = () => alertmanager.received.map(({ labels }) => `${labels['alertname']} ${labels['instance']}`);
    await expect.poll(sent, { timeout: 10_000 }).toEqual(['DirectoryDown a', 'DirectoryFailing b']);
  });
});

describe.skipIf(missing.length > 0)(`a running Prometheus${why}`, () => {
  // Open transactions of other specs would delay hooks.
  const archiving = { wal_level: 'replica', archive_mode: 'on', archive_command: `test ! -e ${FULL}` };
  const store = specFixture(
    () => startOwnServer(archiving),
    (server) => server.drop(),
  );
  const proxy = specFixture(() => TcpProxy.start(store.url));
  const measured = specFixture(() =>
    MeasuredService.start(
      { hooks: 'on', hooksAllow: [receiver], databasePoolSize: 6, statementTimeoutMs: 0 },
      { url: proxy.url, dataSource: store.dataSource, drop: () => Promise.resolve() },
    ),
  );
  const alertmanager = specFixture(() => Alertmanager.start());
  const prometheus = specFixture(() => Prometheus.start(measured.url, alertmanager.address));
  let inbox: TestInbox;
  let folder: string;
  let account: AccountAnswer;

  beforeAll(async () => {
    account = await createAccount(measured.service);
    folder = await inboxFolder();
    inbox = startInbox(store.dataSource, folder);
  });

  afterAll(async () => {
    await inbox.stop();
    await remove(folder);
  });

  const expectFiring = (alert: string) =>
    expect.poll(() => prometheus.firing(), { timeout: 60_000, interval: 200 }).toContain(alert);

  it('has no firing alert at rest', async () => {
    await expect.poll(() => measured.value('http_requests_in_flight')).toBe(0);
    await expect.poll(() => prometheus.firing(), { timeout: 20_000, interval: 200 }).toEqual([]);
  });

  it('fires when keys are guessed, a file is rejected again and again, a receiver is dead, and a replica lags', async () => {
    gauge('replica_lag_seconds', { replica: 'standby-1' }, 99);
    await put('no feed', folder, '12', 'poison.xml');
    const hooks = [{ name: 'CRM', url: `${receiver}/in`, trigger: 'all' }];
    await measured.service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
    await measured.service.put(`/api/v1/websites/${account.websiteID}`, { about: 'changed' });
    for (let at = 0; at < 12; at++) {
      const guesses = Array.from({ length: 15 }, () => ({ accessKey: account.accessKey, secretKey: 'a guess' }));
      await Promise.all(guesses.map((as) => measured.service.get('/api/v1/auth/me', { as })));
    }
    await expectFiring('DirectoryKeyGuessing');
    await expectFiring('DirectoryJobFailing');
    await expectFiring('DirectoryReplicaBehind');
    await expectFiring('DirectoryHooksBehind');
  });

  it('reaches the receiver of Alertmanager, with the section of the alert', async () => {
    const sent = () => alertmanager.received.find(({ labels }) => labels['alertname'] === 'DirectoryKeyGuessing');
    await expect.poll(sent, { timeout: 60_000, interval: 200 }).toMatchObject({
      status: 'firing',
      labels: { severity: 'warning' },
      annotations: { summary: 'Somebody tries keys', runbook_url: 'docs/ALERTS.md#directorykeyguessing' },
    });
  });

  it('fires when the schema is of a later release, and when WAL cannot be archived', async () => {
    const before = await prometheus.firing();
    for (const alert of ['DirectorySchemaNewer', 'DirectoryArchivingFailing']) expect(before).not.toContain(alert);
    await store.dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'OfTomorrow1')`);
    await writeFile(join(store.cluster, FULL), '');
    await withClient(store.adminUrl, (client) => client.query('SELECT pg_switch_wal()'));
    await expectFiring('DirectorySchemaNewer');
    await expectFiring('DirectoryArchivingFailing');
  });

  it('fires when a transaction stays open, and when statements wait for connections', async () => {
    const before = await prometheus.firing();
    for (const alert of ['DirectorySlow', 'DirectoryLogStuck', 'DirectoryFailing']) expect(before).not.toContain(alert);
    let waiting: Promise<unknown> = Promise.resolve();
    await withClient(store.url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE agents IN ACCESS EXCLUSIVE MODE');
      await client.query('UPDATE accounts SET name = name WHERE id = $1', [account.websiteID]);
      const reads = Array.from({ length: 12 }, (_, at) => measured.service.get(`/api/v1/agents?limit=${at + 1}`));
      waiting = Promise.allSettled(reads);
      await expectFiring('DirectorySlow');
      await expectFiring('DirectoryLogStuck');
      await client.query('ROLLBACK');
    });
    await waiting;
  });

  it('fires when the database is not available, and when the service is not', async () => {
    const before = await prometheus.firing();
    for (const alert of ['DirectoryFailing', 'DirectoryDown']) expect(before).not.toContain(alert);
    await proxy.stop();
    // Prometheus sees a new counter increase from its second value on.
    const failAndAsk = async () => {
      const reads = Array.from({ length: 6 }, (_, at) => measured.service.get(`/api/v1/websites?limit=${at + 1}`));
      expect((await Promise.all(reads)).map(({ status }) => status)).toContain(503);
      return prometheus.firing();
    };
    await expect.poll(failAndAsk, { timeout: 60_000, interval: 500 }).toContain('DirectoryFailing');
    await measured.closeMetrics();
    await expectFiring('DirectoryDown');
  });
});
