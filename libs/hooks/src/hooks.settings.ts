/** Settings of the hooks, provided by the application. */
export abstract class HookSettings {
  /** 32 bytes: the key that the secrets of hooks are derived from. */
  abstract readonly secretsKey: Buffer;
  /** What links begin with; unset: they are paths. */
  abstract readonly publicUrl?: string | undefined;
  /** Origins that may be called besides public hosts. */
  abstract readonly hooksAllow?: readonly string[] | undefined;
  /** For how many days the log of changes is kept. */
  abstract readonly changesRetention: number;
}
