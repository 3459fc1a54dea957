/** The requests for one key. */
interface Line<T> {
  /** Resolves when the question that was sent last is answered or overdue: whether it was answered; never rejects. */
  underway?: Promise<boolean> | undefined;
  /** When that question was sent, and what is called when it is overdue. */
  since: number;
  giveUp?: (() => void) | undefined;
  /** The question that is not sent yet. */
  next?: Promise<T> | undefined;
}

/** Many times what an answer takes, and less than a client waits gladly. */
const DEADLINE_MS = 1_000;
const CHECK_MS = 250;
/** Lines that nobody asks on are kept up to this number: a Map that changes with every question costs more than they do. */
const MAX_IDLE_LINES = 5_000;

/**
 * Questions to the database that many requests ask at once, by key. A request that comes while the same question is under
 * way shares the next one, which is sent after it asked: under load one statement serves many requests, and no request
 * gets an answer that is older than itself.
 *
 * A question that is not answered by its deadline, for its connection is dead, is asked once more, and later requests
 * wait for it no longer.
 */
export class SingleFlight<T> {
  private readonly lines = new Map<string, Line<T>>();
  private check: NodeJS.Timeout | undefined;

  constructor(private readonly ask: (key: string) => Promise<T>) {}

  /** The answer to a question that is sent after this call. */
  answer(key: string): Promise<T> {
    let line = this.lines.get(key);
    if (!line) this.lines.set(key, (line = { since: 0 }));
    line.next ??= this.send(key, line);
    return line.next;
  }

  private async send(key: string, line: Line<T>): Promise<T> {
    await line.underway;
    line.next = undefined;
    const answer = this.ask(key);
    const underway = this.inTime(answer, line);
    line.underway = underway;
    try {
      // A newer answer is right for every request that came before.
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

  /** Whether a question is settled by its deadline. One timer looks at all of them: one for each would cost as much as asking. */
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
