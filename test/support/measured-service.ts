import { type Settings } from '@app/config';
import { Metrics } from '@app/metrics';
import type { Logger } from 'pino';
import { serviceGauges } from '../../apps/api/src/service.js';
import { TestService } from './service.js';
import type { TestStore } from './store.js';

/** A value of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/** Parses the metrics of a response. */
export const samplesOf = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, of]) => [label, of]);
    return name ? [{ name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) }] : [];
  });

/** A service with metrics, as METRICS_PORT starts it. */
export class MeasuredService {
  private constructor(
    readonly service: TestService,
    /** The URL of its metrics. */
    readonly url: string,
    private readonly metrics: Metrics,
  ) {}

  static async start(settings: Partial<Settings> = {}, store?: TestStore, logger?: Logger): Promise<MeasuredService> {
    const metrics = Metrics.begin({ metricsPort: 0, host: '127.0.0.1' });
    if (!metrics) throw new Error('It has a port');
    const service = await TestService.start(settings, store, logger);
    return new MeasuredService(service, await metrics.serve(serviceGauges(service.app, 0)), metrics);
  }

  async text(): Promise<string> {
    return (await fetch(this.url)).text();
  }

  async samples(): Promise<Sample[]> {
    return samplesOf(await this.text());
  }

  /** The sum of a metric over the values with these labels; undefined if there are none. */
  async value(name: string, labels: Sample['labels'] = {}): Promise<number | undefined> {
    const found = (await this.samples()).filter(
      (sample) => sample.name === name && Object.entries(labels).every(([label, of]) => sample.labels[label] === of),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** Stops the metrics, so that a reader sees an ended process. */
  closeMetrics(): Promise<void> {
    return this.metrics.close();
  }

  async stop(): Promise<void> {
    await this.metrics.close();
    await this.service.stop();
  }
}
