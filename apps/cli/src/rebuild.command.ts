import { rebuildDocuments } from '@app/documents';
import { withSmallHeap } from '@app/process';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';
import { rebuiltWords } from './words.js';

@Injectable()
export class RebuildCommand implements Command<void> {
  static readonly needs = 'directory';
  static readonly imports = [];

  constructor(
    private readonly executor: SqlExecutor,
    private readonly terminal: Terminal,
  ) {}

  async run(_: void, signal: AbortSignal): Promise<number> {
    const begun = performance.now();
    const onProgress = (table: string, count: number) => this.terminal.progress(`${table}: ${count} rebuilt`);
    const remade = await withSmallHeap(() => rebuildDocuments(this.executor, { signal, onProgress }));
    this.terminal.say(rebuiltWords(remade, (performance.now() - begun) / 1000));
    return ExitCode.ok;
  }
}
