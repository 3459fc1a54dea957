import type { Writable } from 'node:stream';

/** The reason of an abort: nobody reads the output any more. */
export class UnreadOutput extends Error {
  override readonly name = 'UnreadOutput';
}

/**
 * Returns a signal that is aborted when a stream of output has lost its reader (EPIPE), so that the command ends as after
 * SIGTERM: the open transaction is rolled back. Later output is dropped.
 */
export function whenUnread(streams: readonly Writable[]): AbortSignal {
  const unread = new AbortController();
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      unread.abort(new UnreadOutput());
    });
  }
  return unread.signal;
}
