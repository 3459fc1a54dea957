import { spawn, type ChildProcess } from 'node:child_process';
import type { Cleanup } from '../cleanup.js';
import { operatorEnvironment } from '../directory/make-directory.js';
import { WRITER } from '../places.js';
import { answerOf, end } from '../run/child.js';

/** What a writer is told. */
export type Order = { readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'load' };

/** How many commits, or with `load` changes, in how long. */
export interface Written {
  readonly count: number;
  readonly seconds: number;
}

/** A process of its own that writes to a directory by the write paths of a commit. */
export class Writer {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * @param root where the commit is built
   * @param lines the folder of those that are changed
   */
  static async start(root: string, url: string, lines: string, signal: AbortSignal, cleanup: Cleanup): Promise<Writer> {
    const child = spawn(process.execPath, [WRITER, root, lines], {
      cwd: root,
      env: { ...process.env, ...operatorEnvironment(url) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      signal,
    });
    // An interruption kills it, and comes as an error too: whoever waits for it learns that it has ended.
    child.on('error', () => undefined);
    cleanup.add(() => end(child));
    await answerOf(child);
    return new Writer(child);
  }

  /** Commits so many changes a second from now on; returns what became of the rate before. */
  turn(rate: number): Promise<Written> {
    return this.order({ kind: 'rate', rate });
  }

  /** Changes all listings of the file. */
  load(): Promise<Written> {
    return this.order({ kind: 'load' });
  }

  private async order(order: Order): Promise<Written> {
    return (await answerOf(this.child, order)) as Written; // all that the process says to it
  }
}
