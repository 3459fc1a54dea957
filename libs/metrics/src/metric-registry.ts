import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { release } from '@app/process';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { GaugeReader, type Gauges } from './gauges.js';
import { METRICS, type MetricDeclaration, type MetricName } from './metric-table.js';
import { METRIC_EVENTS, type MetricEvent } from './report.js';

/** Collects metric events, and formats them for Prometheus. Only this file uses prom-client. */
export class MetricRegistry {
  readonly contentType: string;
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Counter>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly histograms = new Map<string, Histogram>();
  private reader = new GaugeReader({ own: {}, database: {} });
  private writing: Promise<string> | undefined;

  /** Subscribes to metric events until `close`. */
  constructor() {
    this.contentType = this.registry.contentType;
    for (const [name, declaration] of Object.entries(METRICS)) this.declare(name, declaration);
    collectDefaultMetrics({ register: this.registry });
    this.gauges.get('build_info')?.set({ ...release, node: process.version }, 1);
    subscribe(METRIC_EVENTS, this.take);
  }

  /** Sets the gauges that are read on each scrape. */
  read(gauges: Gauges): void {
    this.reader = new GaugeReader(gauges);
  }

  /** All metrics in the text format of Prometheus; concurrent scrapes share one text. */
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
      // An unknown value is absent from the text; the last value would be misleading.
      gauge?.reset();
      if (values.length === 0 && !hasLabels(name)) gauge?.remove();
      for (const [labels, value] of values) gauge?.set(labels, value);
    }
    return this.registry.metrics();
  }

  private declare(name: string, { type, help, labels, buckets = [] }: MetricDeclaration): void {
    const config = { name, help, labelNames: Object.keys(labels), registers: [this.registry] };
    if (type === 'histogram') this.histograms.set(name, new Histogram({ ...config, buckets: [...buckets] }));
    else if (type === 'gauge') this.gauges.set(name, new Gauge(config));
    else this.counters.set(name, new Counter(config));
    // A gauge that was never set is absent, not zero.
    if (Object.keys(labels).length === 0) this.gauges.get(name)?.remove();
    // Counters start at zero: otherwise their first increase would be invisible.
    const counter = this.counters.get(name);
    for (const [label, values = []] of Object.entries(labels))
      for (const value of values) counter?.inc({ [label]: value }, 0);
  }

  private readonly take = (message: unknown): void => {
    const { name, value, ...event } = message as MetricEvent; // the only type on this channel
    const labels = event.labels as Readonly<Record<string, string>>; // LabelsOf: all values are strings
    const type: MetricDeclaration['type'] = METRICS[name].type;
    if (type === 'histogram') this.histograms.get(name)?.observe(labels, value);
    else if (type === 'counter') this.counters.get(name)?.inc(labels, value);
    else this.gauges.get(name)?.set(labels, value);
  };
}

/** `reset` sets a gauge without labels to zero, and removes the values of others. */
const hasLabels = (name: MetricName): boolean => Object.keys(METRICS[name].labels).length > 0;
