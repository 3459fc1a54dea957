/** What a signature depends on, besides the message. */
export interface SignedEndpoint {
  readonly websiteID: number;
  readonly url: string;
  readonly generation: number;
  readonly rotatedAt: Date | null;
}

/** What is signed. */
export interface HookMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp` is that of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/** Makes the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
export abstract class HookSigner {
  abstract headersOf(endpoint: SignedEndpoint, message: HookMessage): Record<string, string>;
}
