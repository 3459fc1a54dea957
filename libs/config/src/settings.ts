import { readEnvironment } from './environment.js';
import type { Environment } from './environment.variables.js';
import { keptSecrets, type Secrets } from './kept-secrets.js';

/** What a process needs that only works on the store. */
export type StoreSettings = Omit<Environment, keyof Secrets>;

/** The environment with every secret in place. */
export type Settings = StoreSettings & Secrets;

interface Installation {
  /** Whether a server comes with this installation. */
  readonly hasEmbeddedServer: boolean;
}

/**
 * Reads the environment; secrets that it leaves out are those of the data folder, made there when there are none yet.
 *
 * @throws EnvironmentError
 */
export function loadSettings(
  env: NodeJS.ProcessEnv,
  { hasEmbeddedServer }: Installation = { hasEmbeddedServer: true },
): Settings {
  const environment = readEnvironment(env, { hasEmbeddedServer, needsSecrets: true });
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

/**
 * The same for whoever needs no secret: asks for none, and makes none.
 *
 * @throws EnvironmentError
 */
export function loadStoreSettings(
  env: NodeJS.ProcessEnv,
  { hasEmbeddedServer }: Installation = { hasEmbeddedServer: true },
): StoreSettings {
  return readEnvironment(env, { hasEmbeddedServer, needsSecrets: false });
}
