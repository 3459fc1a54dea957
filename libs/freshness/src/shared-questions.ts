interface Line<T> {
  /** Settles with the question that was sent last; never rejects. */
  underway?: Promise<unknown>;
  /** The one that is not sent yet. */
  next?: Promise<T> | undefined;
}

const settled = (answer: Promise<unknown>): Promise<unknown> => answer.catch(() => undefined);

/**
 * Questions to the store that many requests ask at once. Who asks while the same question is under way shares the next
 * one, which is sent after they asked: under load one statement serves many requests, and none gets an answer that is
 * older than its own question.
 */
export class SharedQuestions<T> {
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
    const underway = settled(answer);
    line.underway = underway;
    try {
      return await answer;
    } finally {
      if (line.underway === underway && !line.next) this.lines.delete(about);
    }
  }
}
