export type { RateLimit } from './environment.parsers.js';
export { localUrl } from './local-url.js';
export { logSettings } from './log-settings.js';
export { misspeltVariables } from './misspelt-variables.js';
export { loadSettings, loadStoreSettings, type Settings, type StoreSettings } from './settings.js';
export { SETTINGS, SettingsModule } from './settings.module.js';
export type { Gauges } from './gauges.js';
export {
  METRICS,
  type MetricDeclaration,
  type AuthFailure,
  type LabelsOf,
  type LimitName,
  type StatementName,
} from './metric-table.js';
export { Metrics, type MetricsSettings } from './metrics.js';
export { increment, gauge, isMeasured, METRIC_EVENTS, observe, reportPrune, type MetricEvent } from './report.js';
