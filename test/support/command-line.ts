import { Interruption } from '@app/process';
import { runCommandLine } from '../../apps/cli/src/command-line.js';
import { Terminal } from '../../apps/cli/src/terminal.js';

/** Runs a command of the operator in this process, which has loaded most modules already. */
export class InProcessCommand {
  readonly ended: Promise<number>;
  readonly printed = { stdout: '', stderr: '' };
  private readonly controller = new AbortController();

  /** @param folder output shows paths in it as a user in that folder would see them */
  constructor(args: readonly string[], env: NodeJS.ProcessEnv, folder: string) {
    const printer = (stream: keyof typeof this.printed) => ({
      write: (text: string) => (this.printed[stream] += text.replaceAll(`${folder}/`, '')),
    });
    const terminal = new Terminal(printer('stdout'), printer('stderr'));
    this.ended = runCommandLine(args, { terminal, env, signal: this.controller.signal });
  }

  /** All output, errors last. */
  get output(): string {
    return this.printed.stdout + this.printed.stderr;
  }

  /** Asks the command to end, as SIGTERM does. @returns the exit code */
  stop(): Promise<number> {
    this.controller.abort(new Interruption('SIGTERM'));
    return this.ended;
  }
}
