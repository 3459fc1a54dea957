/** Steps that end a run, in the reverse order of its beginning. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Every step, also after one has failed. */
  private async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) await step().catch(console.error);
  }

  /** Does work that adds steps, and runs them after it, also at Ctrl-C. */
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
