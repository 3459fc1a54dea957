/** Lets a limited number of tasks run at a time. Others wait in order of arrival, for a limited time. */
export class Gate {
  private readonly waiting = new Set<() => void>();

  constructor(
    private free: number,
    private readonly patienceMs: number,
  ) {}

  /** @throws Error when the wait took too long, else what the task throws */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(enter);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.patienceMs);
      this.waiting.add(enter);
    });
  }

  /** The task that has waited longest is next. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) this.free += 1;
    else {
      this.waiting.delete(next);
      next();
    }
  }
}
