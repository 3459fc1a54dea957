import type { Gauges } from './gauges.js';
import { MetricRegistry } from './metric-registry.js';
import { MetricsServer } from './metrics-server.js';

/** The address of the metrics server. */
export interface MetricsSettings {
  /** Undefined: no metrics are collected. */
  readonly metricsPort: number | undefined;
  readonly host: string;
}

/** The metrics of a process (B34). */
export class Metrics {
  private server: MetricsServer | undefined;

  private constructor(
    private readonly registry: MetricRegistry,
    private readonly settings: { readonly host: string; readonly port: number },
  ) {}

  /** Begins to collect, before the reporting parts start; undefined without METRICS_PORT. */
  static begin({ metricsPort: port, host }: MetricsSettings): Metrics | undefined {
    return port === undefined ? undefined : new Metrics(new MetricRegistry(), { host, port });
  }

  /** Starts the metrics server. @returns its URL */
  async serve(gauges: Gauges): Promise<string> {
    this.registry.read(gauges);
    const { port, host } = this.settings;
    this.server = await MetricsServer.start(this.registry, port, host);
    return this.server.url;
  }

  async close(): Promise<void> {
    this.registry.close();
    await this.server?.close();
    this.server = undefined;
  }
}
