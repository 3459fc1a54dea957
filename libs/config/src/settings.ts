import { EnvironmentError, variableFault } from './environment.error.js';
import { readEnvironment } from './environment.js';
import { variables, type Environment } from './environment.variables.js';
import { keptSecrets, type Secrets } from './kept-secrets.js';

/** The settings of a process that only works on the database, without secrets. */
export type StoreSettings = Omit<Environment, keyof Secrets>;

/** The settings of the service: the environment with all secrets set. */
export type Settings = StoreSettings & Secrets;

interface Installation {
  /** Whether the embedded PostgreSQL server is installed. */
  readonly hasEmbeddedServer: boolean;
}

/**
 * Reads the environment. Missing secrets are read from the data folder, and created there if necessary.
 * @throws EnvironmentError
 */
export function loadSettings(
  env: NodeJS.ProcessEnv,
  { hasEmbeddedServer }: Installation = { hasEmbeddedServer: true },
): Settings {
  const environment = readEnvironment(env, { hasEmbeddedServer, needsSecrets: true });
  const { rootAccessKey, rootSecretKey, secretsKey } = environment;
  if (rootAccessKey && rootSecretKey && secretsKey) {
    return withTwoKeys({ ...environment, rootAccessKey, rootSecretKey, secretsKey });
  }
  const kept = keptSecrets(environment.dataDir);
  return withTwoKeys({
    ...environment,
    rootAccessKey: rootAccessKey ?? kept.rootAccessKey,
    rootSecretKey: rootSecretKey ?? kept.rootSecretKey,
    secretsKey: secretsKey ?? kept.secretsKey,
  });
}

/** @throws EnvironmentError if a key would replace itself */
function withTwoKeys(settings: Settings): Settings {
  const { secretsKey, secretsKeyOld } = settings;
  if (!secretsKeyOld?.equals(secretsKey)) return settings;
  const { secretsKeyOld: old, secretsKey: current } = variables;
  throw new EnvironmentError([
    variableFault(old.name, `the key of ${current.name}`, `the key that ${current.name} replaces`),
  ]);
}

/**
 * Reads the environment for a process that neither requires nor creates secrets.
 * @throws EnvironmentError
 */
export function loadStoreSettings(
  env: NodeJS.ProcessEnv,
  { hasEmbeddedServer }: Installation = { hasEmbeddedServer: true },
): StoreSettings {
  return readEnvironment(env, { hasEmbeddedServer, needsSecrets: false });
}
