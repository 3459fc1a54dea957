import { variables } from './environment.variables.js';
import { isGiven } from './secret-files.js';

/** Level and format of the log. */
export interface LogSettings {
  readonly level: string;
  /**
   * Whether a person probably reads the log in a terminal: the service runs on the embedded server, outside production.
   */
  readonly isForPerson: boolean;
}

/**
 * The log settings of an environment that may be invalid, because its faults are logged as well. An invalid level falls
 * back to the default.
 */
export function logSettings(env: NodeJS.ProcessEnv): LogSettings {
  const { databaseUrl, logLevel } = variables;
  return {
    level: logLevel.parser.parse(env[logLevel.name] ?? '') ?? logLevel.default,
    isForPerson: !isGiven(env, databaseUrl) && env['NODE_ENV'] !== 'production',
  };
}
