/** Messages that are under way at a time, those to slow receivers included. */
export const MOST_UNDERWAY = 72;

/** What came of an attempt to send a message. */
export interface Reply {
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** The first kB of the answer; it may be empty. */
  readonly excerpt: string;
  /** Why there was no answer; null when there was one. It tells nothing of our network. */
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
   * @returns what came of it; only an attempt that the signal has cut throws
   */
  abstract send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Reply>;
}
