/** Cleanup steps of a run, executed in reverse order. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Executes every step, even after one has failed. */
  private async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) await step().catch(console.error);
  }

  /** Runs work that adds steps, and executes them afterwards, also after Ctrl-C. */
  static async around<T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> {
    const cleanup = new Cleanup();
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => void cleanup.run().finally(() => process.exit(1)));
    }
    try {
      return await work(cleanup);
    } finally {
      await cleanup.run();
    }
  }
}
