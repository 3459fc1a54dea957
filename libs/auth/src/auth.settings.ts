/** Settings of the auth module, provided by the application. */
export abstract class AuthSettings {
  abstract readonly rootAccessKey: string;
  abstract readonly rootSecretKey: string;
  /** 32 bytes: the key that encrypts stored secrets. */
  abstract readonly secretsKey: Buffer;
}
