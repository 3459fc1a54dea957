/** Writes batches one after another; the next batch is read while one is written. */
export class BatchWriter {
  private writing = Promise.resolve();

  /**
   * Starts to write a batch, and resolves when almost all remaining work is the database's. Reading the next batch
   * earlier would delay the handling of each of its answers.
   */
  async begin(write: (onSaving: () => void) => Promise<void>): Promise<void> {
    await this.end();
    await new Promise<void>((resolve) => {
      this.writing = write(resolve);
      // An error is thrown by `end`.
      this.writing.then(resolve, resolve);
    });
  }

  /** Waits until everything is written. @throws the error of the last batch */
  end(): Promise<void> {
    return this.writing;
  }
}
