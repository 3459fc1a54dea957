import type { Gauges } from './gauges.js';
import { MetricRegistry } from './metric-registry.js';
import { MetricsServer } from './metrics-server.js';

/** Where metrics are served. */
export interface MetricsSettings {
  /** Undefined: nowhere, and nothing is measured. */
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

  /** Begins to measure, before the parts begin to work that report; undefined without METRICS_PORT. */
  static begin({ metricsPort: port, host }: MetricsSettings): Metrics | undefined {
    return port === undefined ? undefined : new Metrics(new MetricRegistry(), { host, port });
  }

  /** Serves the metrics. @returns where */
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
