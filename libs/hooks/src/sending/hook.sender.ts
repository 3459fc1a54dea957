/** Maximum number of messages in progress, including messages to slow receivers. */
export const MOST_UNDERWAY = 72;

/** The result of an attempt to send a message. */
export interface Reply {
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** The first kB of the response; may be empty. */
  readonly excerpt: string;
  /** Why there was no response; null if there was one. It reveals nothing about our network. */
  readonly reason: string | null;
  /** The delay that the receiver requests (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Sends messages to the receivers of hooks. */
export abstract class HookSender {
  /**
   * POSTs a message. Redirects count as responses and are not followed.
   * @param body JSON
   * @param signal aborts the attempt, at the end of the process
   * @returns the result; throws only if the signal has aborted the attempt
   */
  abstract send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Reply>;
}
