/** Maximum number of messages under way, slow receivers included. */
export const MOST_UNDERWAY = 72;

/** The result of an attempt to send a message. */
export interface Reply {
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** The first kB of the answer; it may be empty. */
  readonly excerpt: string;
  /** Why there was no answer; null when there was one. It reveals nothing of our network. */
  readonly reason: string | null;
  /** How long the receiver asks us to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Sends messages to the receivers of hooks. */
export abstract class HookSender {
  /**
   * POSTs a message. Redirects are answers like any other and are not followed.
   *
   * @param body JSON
   * @param signal cuts the attempt, at the end of the process
   * @returns the result; throws only if the signal has aborted the attempt
   */
  abstract send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Reply>;
}
