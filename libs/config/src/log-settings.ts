import { variables } from './environment.variables.js';
import { isGiven } from './secret-files.js';

/** How the service logs. */
export interface LogSettings {
  readonly level: string;
  /** Whether somebody tries the service on the embedded server, and reads its lines as they come. */
  readonly isForPerson: boolean;
}

/** The log is opened before the environment is validated: its faults are logged as well. A faulty level is the default. */
export function logSettings(env: NodeJS.ProcessEnv): LogSettings {
  const { databaseUrl, logLevel } = variables;
  return {
    level: logLevel.parser.parse(env[logLevel.name] ?? '') ?? logLevel.default,
    isForPerson: !isGiven(env, databaseUrl) && env['NODE_ENV'] !== 'production',
  };
}
