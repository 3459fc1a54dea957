import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { release } from '@app/process';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { GaugeReader, type Gauges } from './gauges.js';
import { METRICS, type MetricDeclaration } from './metric-table.js';
import { METRIC_EVENTS, type MetricEvent } from './report.js';

/** Takes in what is reported, and writes it as Prometheus reads it. The only file that knows the library. */
export class MetricRegistry {
  readonly contentType: string;
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Counter>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly histograms = new Map<string, Histogram>();
  private reader = new GaugeReader({ own: {}, database: {} });
  private writing: Promise<string> | undefined;

  /** From now on it takes in what is reported, until it is closed. */
  constructor() {
    this.contentType = this.registry.contentType;
    for (const [name, declaration] of Object.entries(METRICS)) this.declare(name, declaration);
    collectDefaultMetrics({ register: this.registry });
    this.gauges.get('build_info')?.set({ ...release, node: process.version }, 1);
    subscribe(METRIC_EVENTS, this.take);
  }

  /** @param gauges that are read when the text is asked for */
  read(gauges: Gauges): void {
    this.reader = new GaugeReader(gauges);
  }

  /** All metrics, in the text format of Prometheus; requests at the same time share it. */
  text(): Promise<string> {
    this.writing ??= this.write().finally(() => (this.writing = undefined));
    return this.writing;
  }

  close(): void {
    unsubscribe(METRIC_EVENTS, this.take);
  }

  private async write(): Promise<string> {
    for (const { name, values } of await this.reader.read()) {
      const gauge = this.gauges.get(name);
      // A value that is not known now is absent, and not the last one.
      gauge?.reset();
      if (values.length === 0) gauge?.remove();
      for (const [labels, value] of values) gauge?.set(labels, value);
    }
    return this.registry.metrics();
  }

  private declare(name: string, { type, help, labels, buckets = [] }: MetricDeclaration): void {
    const config = { name, help, labelNames: Object.keys(labels), registers: [this.registry] };
    if (type === 'histogram') this.histograms.set(name, new Histogram({ ...config, buckets: [...buckets] }));
    else if (type === 'gauge') this.gauges.set(name, new Gauge(config));
    else this.counters.set(name, new Counter(config));
    // A gauge that nobody reads is absent, and not zero.
    if (Object.keys(labels).length === 0) this.gauges.get(name)?.remove();
    // What has not happened yet is zero: else its first increase could not be seen.
    const counter = this.counters.get(name);
    for (const [label, values = []] of Object.entries(labels))
      for (const value of values) counter?.inc({ [label]: value }, 0);
  }

  private readonly take = (message: unknown): void => {
    const { name, value, ...event } = message as MetricEvent; // the type of the channel
    const labels = event.labels as Readonly<Record<string, string>>; // LabelsOf: all are texts
    const type: MetricDeclaration['type'] = METRICS[name].type;
    if (type === 'histogram') this.histograms.get(name)?.observe(labels, value);
    else if (type === 'counter') this.counters.get(name)?.inc(labels, value);
    else this.gauges.get(name)?.set(labels, value);
  };
}
