export type { Gauges } from './gauges.js';
export { METRICS, type MetricDeclaration } from './metric-table.js';
export { REPLICA_EVENTS } from './metric-registry.js';
export { Metrics, type MetricsSettings } from './metrics.js';
export type { AuthFailure, LimitName, StatementName } from './metric-table.js';
export { count, isMeasured, observe, reportPrune } from './report.js';
