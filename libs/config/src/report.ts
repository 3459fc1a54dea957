import { channel } from 'node:diagnostics_channel';
import type { LabelsOf, MetricName, NameOf } from './metric-table.js';

/** An event: a counter increases, a duration is observed, or a gauge has a new value. */
export interface MetricEvent {
  readonly name: MetricName;
  readonly labels: object;
  readonly value: number;
}

/** The diagnostics channel of metric events. Without METRICS_PORT it has no subscriber. */
export const METRIC_EVENTS = 'agency-directory:metrics';

const events = channel(METRIC_EVENTS);

/** Whether metrics are collected; values that only a metric needs are computed only then. */
export const isMeasured = (): boolean => events.hasSubscribers;

/** Increases a counter. */
export function increment<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by = 1): void {
  if (events.hasSubscribers) events.publish({ name, labels, value: by } satisfies MetricEvent);
}

/** Observes a duration in seconds. */
export function observe<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void {
  if (events.hasSubscribers) events.publish({ name, labels, value: seconds } satisfies MetricEvent);
}

/** Sets a gauge. */
export function gauge<Name extends NameOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void {
  if (events.hasSubscribers) events.publish({ name, labels, value } satisfies MetricEvent);
}

/** Reports that a prune job has succeeded. @param at 0: not since the start */
export const reportPrune = (job: LabelsOf<'prune_last_success_timestamp_seconds'>['job'], at = Date.now()): void =>
  gauge('prune_last_success_timestamp_seconds', { job }, at / 1000);
