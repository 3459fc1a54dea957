export { loadDotEnv } from './dot-env.js';
export { EnvironmentError } from './environment.error.js';
export type { RateLimit } from './environment.parsers.js';
export { loadSettings, type Settings } from './settings.js';
