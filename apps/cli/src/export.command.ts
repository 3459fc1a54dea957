import { BundleExporter, BundlesModule } from '@app/bundles';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';
import { exportedWords, progressWords } from './words.js';

/** `export DIR`. */
@Injectable()
export class ExportCommand implements Command<string> {
  static readonly needs = 'secrets';
  static readonly imports = [BundlesModule];

  constructor(
    private readonly exporter: BundleExporter,
    private readonly terminal: Terminal,
  ) {}

  async run(folder: string, signal: AbortSignal): Promise<number> {
    const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
      this.terminal.progress(progressWords(progress));
    const files = await this.exporter.export(folder, { signal, onProgress });
    for (const file of files) this.terminal.say(exportedWords(file));
    return ExitCode.ok;
  }
}
