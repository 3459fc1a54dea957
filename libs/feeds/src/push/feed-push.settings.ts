/** Settings of sent feeds, provided by the application. */
export abstract class FeedPushSettings {
  /** 32 bytes: the key that encrypts stored bodies, which have user names and passwords. */
  abstract readonly secretsKey: Buffer;
}
