/** What has to be ended, in the reverse order of its beginning; however the run ends. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Every step, also when one fails; the first failure is thrown at the end. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Does work that adds steps, and ends them after it. */
  static async around<T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> {
    const cleanup = new Cleanup();
    try {
      return await work(cleanup);
    } finally {
      await cleanup.run();
    }
  }
}
