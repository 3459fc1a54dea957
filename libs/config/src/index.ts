export { loadDotEnv } from './dot-env.js';
export { EnvironmentError } from './environment.error.js';
export type { RateLimit } from './environment.parsers.js';
export { readEnvironment } from './environment.js';
export { type Environment, variables } from './environment.variables.js';
export { loadSettings, type Settings } from './settings.js';
