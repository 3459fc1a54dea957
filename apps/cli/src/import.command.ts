import { BundleImporter, BundlesModule, findSources, type ImportReport } from '@app/bundles';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';
import { badLineWords, importedWords, NOTHING_IMPORTED, progressWords } from './words.js';

interface Bundle {
  readonly sources: Awaited<ReturnType<typeof findSources>>;
  readonly strict: boolean;
  readonly isDryRun: boolean;
}

/** `import` of bundles and files of them. */
@Injectable()
export class ImportCommand implements Command<Bundle> {
  static readonly needs = 'secrets';
  static readonly imports = [BundlesModule];
  static readonly sourcesAt = findSources;

  constructor(
    private readonly importer: BundleImporter,
    private readonly terminal: Terminal,
  ) {}

  async run({ sources, strict, isDryRun }: Bundle, signal: AbortSignal): Promise<number> {
    const { terminal } = this;
    const report = await this.importer.import(sources, {
      strict,
      isDryRun,
      signal,
      onBadLine: (bad) => terminal.warn(badLineWords(bad)),
      onProgress: (progress) => terminal.progress(progressWords(progress)),
      onFile: (file) => terminal.say(importedWords(file)),
    });
    if (isDryRun) for (const file of report.files) terminal.say(importedWords(file));
    return conclude(terminal, report, isDryRun);
  }
}

function conclude(terminal: Terminal, { files, kept }: ImportReport, isDryRun: boolean): number {
  const rejected = files.reduce((sum, file) => sum + file.rejected, 0);
  if (isDryRun) terminal.say(NOTHING_IMPORTED);
  else if (!kept) {
    terminal.warn(
      `Nothing was imported: ${rejected} bad line${rejected === 1 ? '' : 's'}, and --strict imports all or nothing.`,
    );
    return ExitCode.failed;
  }
  return rejected > 0 ? ExitCode.someBad : ExitCode.ok;
}
