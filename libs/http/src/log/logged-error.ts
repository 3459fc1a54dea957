/** An error in a log line. */
interface LoggedError {
  readonly type: string;
  /** The code of PostgreSQL, the system or the driver. */
  readonly code?: string;
  /** Includes the messages of the causes. */
  readonly message: string;
  readonly stack?: string;
}

const MOST_CAUSES = 5;
const SECOND_MS = 1_000;

/**
 * Limits log lines during an overload or outage: the first failure of a second is logged, and the number of repetitions
 * at the end of the second.
 */
export class RepeatedFailures {
  private repetitions = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param report is called at the end of the second, if there were repetitions @returns whether it is a repetition */
  isRepeated(report: (repetitions: number) => void): boolean {
    if (this.timer) {
      this.repetitions += 1;
      return true;
    }
    const endSecond = () => {
      const { repetitions } = this;
      this.timer = undefined;
      this.repetitions = 0;
      if (repetitions > 0) report(repetitions);
    };
    this.timer = setTimeout(endSecond, SECOND_MS).unref();
    return false;
  }
}

/**
 * Creates log entries of errors, without SQL statements and their parameters. During an outage every request fails with
 * the same error, so its stack is logged at most once a second per code and message.
 */
export class ErrorLog {
  private second = 0;
  private readonly kinds = new Set<string>();

  entryOf(error: unknown): LoggedError {
    const chain = chainOf(error);
    const [first] = chain;
    const code = chain.map(codeOf).find((text) => text !== undefined);
    const message = messageOf(chain, error);
    const stack = this.isNew(`${code} ${message}`) ? chain.map((cause) => cause.stack).join('\ncaused by: ') : '';
    return { type: first?.name ?? typeof error, ...(code && { code }), message, ...(stack && { stack }) };
  }

  private isNew(kind: string): boolean {
    const second = Math.floor(performance.now() / SECOND_MS);
    if (second !== this.second) this.kinds.clear();
    this.second = second;
    if (this.kinds.has(kind)) return false;
    this.kinds.add(kind);
    return true;
  }
}

/**
 * The error and its causes. A connection to a host with two addresses fails with an AggregateError, which has no
 * message.
 */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < MOST_CAUSES;) {
    chain.push(next);
    next = next instanceof AggregateError ? (next.errors[0] as unknown) : next.cause;
  }
  return chain;
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Joins the messages of an error and its causes; some messages already contain the message of the cause. */
function messageOf(chain: readonly Error[], error: unknown): string {
  if (chain.length === 0) return String(error);
  return chain.reduce(
    (text, { message }) => (text.includes(message) ? text : [text, message].filter(Boolean).join(': ')),
    '',
  );
}
