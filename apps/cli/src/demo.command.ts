import { DemoDirectory, DemoModule } from '@app/feeds';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';
import { badLineWords, importedWords, progressWords } from './words.js';

/** The options of `demo` and `reset`; what is left out has a default. */
export interface DemoSize {
  listings?: number;
  accounts?: number;
  seed?: number;
  date?: string;
}

@Injectable()
export class DemoCommand implements Command<DemoSize> {
  static readonly needs = 'secrets';
  static readonly imports = [DemoModule];

  constructor(
    private readonly demo: DemoDirectory,
    private readonly terminal: Terminal,
  ) {}

  async run(size: DemoSize, signal: AbortSignal): Promise<number> {
    const { terminal } = this;
    const files = await this.demo.load({
      ...size,
      signal,
      onBadLine: (bad) => terminal.warn(badLineWords(bad)),
      onProgress: (progress) => terminal.progress(progressWords(progress)),
    });
    if (!files)
      terminal.warn('Nothing was generated: the directory has accounts already. demo is for an empty directory.');
    for (const file of files ?? []) terminal.say(importedWords(file));
    return files ? ExitCode.ok : ExitCode.failed;
  }
}
