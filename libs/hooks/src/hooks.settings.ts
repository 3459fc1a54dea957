/** Settings of the hooks, provided by the application. */
export abstract class HookSettings {
  /** 32 bytes: the key that the secrets of hooks are derived from. */
  abstract readonly secretsKey: Buffer;
  /** Origins that may be called besides public hosts. */
  abstract readonly hooksAllow?: readonly string[] | undefined;
  /** For how many days the log of changes is kept. */
  abstract readonly changesRetention: number;
}
