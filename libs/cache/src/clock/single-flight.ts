/** The calls for one key. */
interface Line<T> {
  /** Resolves when the last query has a result (true) or is overdue (false); never rejects. */
  underway?: Promise<boolean> | undefined;
  /** When that query was sent, and the function that stops waiting for it. */
  since: number;
  giveUp?: (() => void) | undefined;
  /** The query that has not been sent yet. */
  next?: Promise<T> | undefined;
}

/** Many times a normal response time, and less than clients usually wait. */
const DEADLINE_MS = 1_000;
const CHECK_MS = 250;
/** Maximum number of idle entries that are kept, because creating one per query costs more. */
const MAX_IDLE_LINES = 5_000;

/**
 * Shares identical database queries between concurrent requests, by key. A request that arrives while a query runs
 * shares the next query, which is sent after the request arrived. So one statement serves many requests, and no result
 * is older than its request. A query that misses its deadline, perhaps because its connection is dead, is sent once
 * more, and later requests do not wait for it.
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
    // Node handles requests that it read from the network together one after the other; `setImmediate` lets all of them
    // join.
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
   * Whether a query gets its result before the deadline. One timer checks all queries, because a timer per query would
   * cost as much as the query itself.
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
