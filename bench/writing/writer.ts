import { spawn, type ChildProcess } from 'node:child_process';
import type { Cleanup } from '../cleanup.js';
import { operatorEnvironment } from '../directory/build.js';
import { WRITER } from '../places.js';
import { answerOf, end } from '../servers/child.js';
import type { Service } from '../servers/service.js';

/** A rate of commits from now on, or a change of every so many-th current listing. */
export type Order = { readonly rate: number } | { readonly every: number };

export interface Written {
  readonly count: number;
  readonly seconds: number;
}

/** A process that writes to a directory by the write paths of a commit. */
export class Writer {
  private constructor(private readonly child: ChildProcess) {}

  /** @param root the folder of the commit @param service whose export has the lines that are changed */
  static async start(root: string, url: string, { server, operator }: Service, cleanup: Cleanup): Promise<Writer> {
    const child = spawn(process.execPath, [WRITER, root, server.url, JSON.stringify(operator)], {
      cwd: root,
      env: { ...process.env, ...operatorEnvironment(url) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    cleanup.add(() => end(child));
    await answerOf(child);
    return new Writer(child);
  }

  /** Returns the commits since the order before, or the changes. */
  async order(order: Order): Promise<Written> {
    return (await answerOf(this.child, order)) as Written; // the one kind of message of the process
  }
}
