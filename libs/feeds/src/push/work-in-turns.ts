/** Work that is done in turns: between two steps it gives way when its turn is over, and goes on in the next one. */
export class WorkInTurns {
  private overAt = 0;
  private done: Promise<boolean> | undefined;
  private pause = (): void => undefined;
  private resume = (): void => undefined;

  /** @param signal ends the work, also while it waits for its turn */
  constructor(
    private readonly work: (giveWay: () => Promise<void>) => Promise<void>,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.resume(), { once: true });
  }

  /** Works for a turn. @returns whether the work has ended @throws what the work throws */
  turn(ms: number): Promise<boolean> {
    this.overAt = performance.now() + ms;
    const paused = new Promise<boolean>((resolve) => (this.pause = () => resolve(false)));
    this.resume();
    this.done ??= this.work(() => this.giveWay()).then(() => true);
    // When the work is ended between two turns, nobody waits for it.
    this.done.catch(() => undefined);
    return Promise.race([this.done, paused]);
  }

  get isOver(): boolean {
    return performance.now() >= this.overAt;
  }

  private async giveWay(): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.isOver) return;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      this.pause();
    });
    this.signal.throwIfAborted();
  }
}
