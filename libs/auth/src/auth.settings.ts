/** What the auth module needs of the environment; provided by the application. */
export abstract class AuthSettings {
  abstract readonly rootAccessKey: string;
  abstract readonly rootSecretKey: string;
  /** 32 bytes, under which secrets are sealed. */
  abstract readonly secretsKey: Buffer;
}
