/** Settings of idempotency keys, provided by the application. */
export abstract class IdempotencySettings {
  /** 32 bytes: the key that encrypts stored answers, which may have secrets. */
  abstract readonly secretsKey: Buffer;
}
