import { FeedsModule, ReaxmlExporter } from '@app/feeds';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';
import { exportedWords, progressWords } from './words.js';

interface Target {
  readonly file: string;
  readonly website: number;
}

/** `export --reaxml FILE --website ID`. */
@Injectable()
export class ExportReaxmlCommand implements Command<Target> {
  static readonly needs = 'directory';
  static readonly imports = [FeedsModule];

  constructor(
    private readonly exporter: ReaxmlExporter,
    private readonly terminal: Terminal,
  ) {}

  async run({ file, website }: Target, signal: AbortSignal): Promise<number> {
    const begun = performance.now();
    const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
      this.terminal.progress(progressWords(progress));
    const lines = await this.exporter.export(website, file, { signal, onProgress });
    this.terminal.say(exportedWords({ file, lines, seconds: (performance.now() - begun) / 1000 }));
    return ExitCode.ok;
  }
}
