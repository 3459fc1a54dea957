export type { RateLimit } from './environment.parsers.js';
export { localUrl } from './local-url.js';
export { logSettings } from './log-settings.js';
export { misspeltVariables } from './misspelt-variables.js';
export { URL_FILE_NAMES } from './secret-files.js';
export { loadSettings, loadStoreSettings, type Settings, type StoreSettings } from './settings.js';
export { SETTINGS, SettingsModule } from './settings.module.js';
