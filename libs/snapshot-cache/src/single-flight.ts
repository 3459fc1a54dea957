interface Line<T> {
  /** Settles with the question that was sent last, or at its deadline; never rejects. */
  underway?: Promise<unknown>;
  /** The one that is not sent yet. */
  next?: Promise<T> | undefined;
}

/** Many times what an answer takes, and less than somebody waits gladly. */
const DEADLINE_MS = 1_000;

/**
 * Questions to the store that many requests ask at once. Who asks while the same question is under way shares the next
 * one, which is sent after they asked: under load one statement serves many requests, and none gets an answer that is
 * older than its own question.
 *
 * A question whose answer does not come by its deadline, for its connection is dead, is asked once more, and those who come
 * after it wait for it no longer.
 */
export class SingleFlight<T> {
  private readonly lines = new Map<string, Line<T>>();

  constructor(private readonly ask: (about: string) => Promise<T>) {}

  answer(about: string): Promise<T> {
    const line = this.lines.get(about) ?? {};
    this.lines.set(about, line);
    line.next ??= this.send(about, line);
    return line.next;
  }

  private async send(about: string, line: Line<T>): Promise<T> {
    await line.underway;
    line.next = undefined;
    const answer = this.ask(about);
    const underway = inTime(answer);
    line.underway = underway;
    try {
      // A newer answer is right for whoever asked before.
      return (await underway) ? await answer : await Promise.any([answer, this.ask(about)]).catch(() => answer);
    } finally {
      if (line.underway === underway && !line.next) this.lines.delete(about);
    }
  }
}

/** Whether a question was settled by its deadline. */
function inTime(answer: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => resolve(false), DEADLINE_MS);
    const settle = () => {
      clearTimeout(deadline);
      resolve(true);
    };
    answer.then(settle, settle);
  });
}
