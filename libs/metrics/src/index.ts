export type { Gauges } from './gauges.js';
export { METRICS, type MetricDeclaration } from './metric-table.js';
export { Metrics, type MetricsSettings } from './metrics.js';
export type { AuthFailure, LabelsOf, LimitName, StatementName } from './metric-table.js';
export { count, gauge, isMeasured, METRIC_EVENTS, observe, reportPrune, type MetricEvent } from './report.js';
