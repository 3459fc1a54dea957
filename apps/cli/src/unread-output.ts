import type { Writable } from 'node:stream';

/** Abort reason: nobody reads the output any more. */
export class UnreadOutput extends Error {
  override readonly name = 'UnreadOutput';
}

/** The streams on which a command prints. */
export class OutputStreams {
  private readonly lost = new AbortController();
  private mayLose = false;

  constructor(streams: readonly Writable[]) {
    for (const stream of streams) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE') this.lost.abort(new UnreadOutput());
        else if (!this.mayLose) throw error;
      });
    }
  }

  /**
   * Aborted when a stream has lost its reader (EPIPE), so that the command ends as after SIGTERM: the open transaction
   * is rolled back. Later output is dropped.
   */
  get unread(): AbortSignal {
    return this.lost.signal;
  }

  /** From now on, lines that cannot be written because the disk is full are dropped, and the command continues. */
  loseLines(): void {
    this.mayLose = true;
  }
}
