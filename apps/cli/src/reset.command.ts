import { DemoDirectory, DemoModule } from '@app/feeds';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import type { DemoSize } from './demo.command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';
import { badLineWords, importedWords, progressWords } from './words.js';

const NO_DEMO =
  'Nothing was changed: reset is for a database that `demo` has filled, and into which no accounts were imported. For ' +
  'a new demo, use an empty database: another DATABASE_URL, or another DATA_DIR.';

/** `reset` of a demo. */
@Injectable()
export class ResetCommand implements Command<DemoSize> {
  static readonly needs = 'secrets';
  static readonly imports = [DemoModule];

  constructor(
    private readonly demo: DemoDirectory,
    private readonly terminal: Terminal,
  ) {}

  async run(size: DemoSize, signal: AbortSignal): Promise<number> {
    const { terminal } = this;
    const files = await this.demo.reset({
      ...size,
      signal,
      onBadLine: (bad) => terminal.warn(badLineWords(bad)),
      onProgress: (progress) => terminal.progress(progressWords(progress)),
    });
    if (!files) terminal.warn(NO_DEMO);
    for (const file of files ?? []) terminal.say(importedWords(file));
    return files ? ExitCode.ok : ExitCode.failed;
  }
}
