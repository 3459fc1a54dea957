import { Interruption } from '@app/process';
import { runCommandLine } from '../../apps/cli/src/command-line.js';
import { Terminal } from '../../apps/cli/src/terminal.js';

/** A command of the operator, in this process: what is loaded already need not be loaded again. */
export class InProcessCommand {
  readonly ended: Promise<number>;
  readonly printed = { stdout: '', stderr: '' };
  private readonly controller = new AbortController();

  /** @param folder paths in it are printed as one would see them who works there */
  constructor(args: readonly string[], env: NodeJS.ProcessEnv, folder: string) {
    const printer = (stream: keyof typeof this.printed) => ({
      write: (text: string) => (this.printed[stream] += text.replaceAll(`${folder}/`, '')),
    });
    const terminal = new Terminal(printer('stdout'), printer('stderr'));
    this.ended = runCommandLine(args, { terminal, env, signal: this.controller.signal });
  }

  /** All that it has printed, errors last. */
  get output(): string {
    return this.printed.stdout + this.printed.stderr;
  }

  /** Asks it to end, as SIGTERM does. @returns the exit code */
  stop(): Promise<number> {
    this.controller.abort(new Interruption('SIGTERM'));
    return this.ended;
  }
}
