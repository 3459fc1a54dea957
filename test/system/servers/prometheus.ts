import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { missingPrograms } from '../../support/programs.js';

/** The programs of Prometheus that are not installed here. */
export const missing = missingPrograms('prometheus', 'promtool', 'prometheus-alertmanager', 'amtool');

/** The folder of the operators' rules. */
export const RULES = resolve(import.meta.dirname, '../../../ops/prometheus');

/** Runs the tool of Prometheus on files of that folder. @throws its output when it finds a fault */
export const promtool = (...args: readonly string[]): string =>
  execFileSync('promtool', args, { cwd: RULES, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Short enough for a test, long enough for a busy machine. */
const SCRAPE_SECONDS = 2;
const RATE_SECONDS = 4 * SCRAPE_SECONDS;

/** The rules with all durations shortened, and no other change. */
const shortened = (rules: string): string =>
  rules
    .replaceAll(/for: \d+[mh]/g, 'for: 0s')
    .replaceAll('[1m]', `[${SCRAPE_SECONDS}s]`)
    .replaceAll(/\[\d+[mh]\]/g, `[${RATE_SECONDS}s]`)
    .replaceAll(/(?<=\) > )(300|900)\b/g, '1');

/** A running Prometheus with the operators' rules. */
export class Prometheus {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  /**
   * @param target the address of the service's metrics
   * @param alertmanager `HOST:PORT`
   */
  static async start(target: string, alertmanager: string): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
    const address = `127.0.0.1:${await freePort()}`;
    const seconds = `${SCRAPE_SECONDS}s`;
    const config = {
      global: { scrape_interval: seconds, scrape_timeout: seconds, evaluation_interval: '500ms' },
      rule_files: ['alerts.yml'],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
      scrape_configs: [{ job_name: 'directory', static_configs: [{ targets: [new URL(target).host] }] }],
    };
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config)); // JSON is YAML
    await writeFile(join(folder, 'alerts.yml'), shortened(await readFile(join(RULES, 'alerts.yml'), 'utf8')));
    const args = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ];
    const prometheus = new Prometheus(
      spawn('prometheus', [...args, '--log.level=error'], { stdio: 'ignore' }),
      folder,
      `http://${address}`,
    );
    await vi.waitFor(() => prometheus.hasScraped(), { timeout: 30_000, interval: 100 });
    return prometheus;
  }

  /** Prometheus does not see an increase before the first scrape. @throws before that */
  private async hasScraped(): Promise<void> {
    const response = await fetch(`${this.url}/api/v1/query?query=sum(up)`);
    const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } }; // documented by Prometheus
    if (data.result[0]?.value[1] !== '1') throw new Error('The service has not been scraped');
  }

  /** The names of the firing alerts. */
  async firing(): Promise<string[]> {
    const response = await fetch(`${this.url}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    }; // documented by Prometheus
    return [...new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))];
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
    await rm(this.folder, { recursive: true });
  }
}
