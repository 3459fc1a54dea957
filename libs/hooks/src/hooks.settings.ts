import { SecretsKeys } from '@app/sql';

/** Settings of the hooks, provided by the application. Their secrets are derived from the key in force. */
export abstract class HookSettings extends SecretsKeys {
  /** What links begin with; unset: they are paths. */
  abstract readonly publicUrl?: string | undefined;
  /** For how many days the log of changes is kept. */
  abstract readonly changesRetention: number;
}
