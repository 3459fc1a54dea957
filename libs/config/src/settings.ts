import { readEnvironment } from './environment.js';
import type { Environment } from './environment.variables.js';
import { keptSecrets, type Secrets } from './kept-secrets.js';

/** The environment with every secret in place. */
export type Settings = Omit<Environment, keyof Secrets> & Secrets;

/**
 * Reads the environment; secrets that it leaves out are those of the data folder, made there when there are none yet.
 *
 * @throws EnvironmentError
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const environment = readEnvironment(env);
  const { rootAccessKey, rootSecretKey, secretsKey } = environment;
  if (rootAccessKey && rootSecretKey && secretsKey) {
    return { ...environment, rootAccessKey, rootSecretKey, secretsKey };
  }
  const kept = keptSecrets(environment.dataDir);
  return {
    ...environment,
    rootAccessKey: rootAccessKey ?? kept.rootAccessKey,
    rootSecretKey: rootSecretKey ?? kept.rootSecretKey,
    secretsKey: secretsKey ?? kept.secretsKey,
  };
}
