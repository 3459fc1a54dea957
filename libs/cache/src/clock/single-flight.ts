/** The calls for one key. */
interface Line<T> {
  /** Resolves when the query sent last is answered (true) or overdue (false); never rejects. */
  underway?: Promise<boolean> | undefined;
  /** When that query was sent, and the function that ends the wait when it is overdue. */
  since: number;
  giveUp?: (() => void) | undefined;
  /** The query that is not sent yet. */
  next?: Promise<T> | undefined;
}

/** Many times a normal answer time, and less than clients usually wait. */
const DEADLINE_MS = 1_000;
const CHECK_MS = 250;
/**
 * Idle entries are kept up to this number: adding and deleting one for each query would cost more than keeping them.
 */
const MAX_IDLE_LINES = 5_000;

/**
 * Shares identical database queries between concurrent requests, by key. A request that arrives while the same query is
 * running shares the next one, which is sent after the request arrived. So one statement can serve many requests, and
 * no request gets a result older than itself. A query that is not answered by its deadline (its connection may be dead)
 * is sent once more, and later requests do not wait for it.
 */
export class SingleFlight<T> {
  private readonly lines = new Map<string, Line<T>>();
  private check: NodeJS.Timeout | undefined;

  constructor(private readonly ask: (key: string) => Promise<T>) {}

  /** The result of a query that is sent after this call. */
  answer(key: string): Promise<T> {
    let line = this.lines.get(key);
    if (!line) this.lines.set(key, (line = { since: 0 }));
    line.next ??= this.send(key, line);
    return line.next;
  }

  private async send(key: string, line: Line<T>): Promise<T> {
    await line.underway;
    // Requests that were read from the network together are handled one after the other: the last one comes along.
    await new Promise(setImmediate);
    line.next = undefined;
    const answer = this.ask(key);
    const underway = this.inTime(answer, line);
    line.underway = underway;
    try {
      // A newer result is valid for every earlier request.
      return (await underway) ? await answer : await Promise.any([answer, this.ask(key)]).catch(() => answer);
    } finally {
      if (line.underway === underway && !line.next) this.rest(key, line);
    }
  }

  private rest(key: string, line: Line<T>): void {
    line.underway = undefined;
    line.giveUp = undefined;
    if (this.lines.size > MAX_IDLE_LINES) this.lines.delete(key);
  }

  /**
   * Whether a query is answered by its deadline. One timer checks all of them, because a timer for each would cost as
   * much as the query itself.
   */
  private inTime(answer: Promise<T>, line: Line<T>): Promise<boolean> {
    line.since = performance.now();
    this.check ??= setTimeout(() => this.giveUpOverdue(), CHECK_MS);
    return new Promise((resolve) => {
      line.giveUp = () => resolve(false);
      const settle = () => resolve(true);
      answer.then(settle, settle);
    });
  }

  private giveUpOverdue(): void {
    this.check = undefined;
    const now = performance.now();
    let isAnyUnderWay = false;
    for (const line of this.lines.values()) {
      if (!line.giveUp) continue;
      if (now - line.since >= DEADLINE_MS) line.giveUp();
      else isAnyUnderWay = true;
    }
    if (isAnyUnderWay) this.check ??= setTimeout(() => this.giveUpOverdue(), CHECK_MS);
  }
}
