import { rebuildDocuments } from '@app/documents';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { Command as CommandLine } from 'commander';
import type { Command, RunCommand } from './command.js';
import { ExitCode } from './exit-code.js';
import { keepHeapSmall } from './small-heap.js';
import { Terminal } from './terminal.js';
import { rebuiltWords } from './words.js';

const HELP = `
The representations of accounts, agents, suburbs, listings and properties are stored as finished JSON. After an upgrade
that declares other fields, the service rebuilds such a text each time it reads it, until this command has stored the new
one. Only these texts change: no dates, no events. The command can run beside the service, and can be interrupted and
started again.

Exit code: 0 every text is up to date, 2 it was interrupted or the database is not available.

Example:
  npm run directory -- rebuild`;

@Injectable()
export class RebuildCommand implements Command<void> {
  static readonly needs = 'directory';
  static readonly imports = [];

  constructor(
    private readonly executor: SqlExecutor,
    private readonly terminal: Terminal,
  ) {}

  static define(run: RunCommand): CommandLine {
    return new CommandLine('rebuild')
      .summary('rebuild stored representations after an upgrade')
      .description('Rebuild the stored representations that another release has written.')
      .addHelpText('after', HELP)
      .action(() => run(RebuildCommand, undefined));
  }

  async run(_: void, signal: AbortSignal): Promise<number> {
    keepHeapSmall();
    const begun = performance.now();
    const remade = await rebuildDocuments(this.executor, {
      signal,
      onProgress: (table, count) => this.terminal.progress(`${table}: ${count} rebuilt`),
    });
    this.terminal.say(rebuiltWords(remade, (performance.now() - begun) / 1000));
    return ExitCode.ok;
  }
}
