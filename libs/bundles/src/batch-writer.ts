/** Writes batches one after the other, each while the next one is read. */
export class BatchWriter {
  private writing = Promise.resolve();

  /**
   * Begins to write a batch, and waits until nearly all that is left is for the store to do: whoever went on reading
   * earlier would keep each answer waiting that the store gives before.
   */
  async begin(write: (onSaving: () => void) => Promise<void>): Promise<void> {
    await this.end();
    await new Promise<void>((resolve) => {
      this.writing = write(resolve);
      // What goes wrong is told to whoever waits for its end.
      this.writing.then(resolve, resolve);
    });
  }

  /** Waits until all is written. @throws what writing the last batch did */
  end(): Promise<void> {
    return this.writing;
  }
}
