import { spawn, type ChildProcess } from 'node:child_process';
import type { Cleanup } from '../cleanup.js';
import { operatorEnvironment } from '../directory/build.js';
import { WRITER } from '../places.js';
import { answerOf, end } from '../servers/child.js';
import type { Service } from '../servers/service.js';

/** A process that changes listings of a directory, 10 a second, by the import of a commit. */
export class Writer {
  private commits = 0;
  private seconds = 0;

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

  /** Commits a second. */
  get rate(): number {
    return this.commits / this.seconds;
  }

  /** Does work while changes are committed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    this.child.send('begin');
    const result = await work();
    this.commits += (await answerOf(this.child, 'end')) as number; // the one message of the process
    this.seconds += (performance.now() - begun) / 1000;
    return result;
  }
}
