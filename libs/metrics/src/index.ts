export type { Gauges } from './gauges.js';
export { kept } from './kept.js';
export {
  GROWING_TABLES,
  METRICS,
  type MetricDeclaration,
  type AuthFailure,
  type LabelsOf,
  type LimitName,
  type StatementName,
} from './metric-table.js';
export { Metrics, type MetricsSettings } from './metrics.js';
export { increment, gauge, isMeasured, METRIC_EVENTS, observe, reportPrune, type MetricEvent } from './report.js';
