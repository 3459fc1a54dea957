import { BundleExporter, BundlesModule } from '@app/bundles';
import { Injectable } from '@nestjs/common';
import { Command as CommandLine } from 'commander';
import { accountNumber } from './account-number.js';
import type { Command, RunCommand } from './command.js';
import { ExitCode } from './exit-code.js';
import { ExportReaxmlCommand } from './export-reaxml.command.js';
import { Terminal } from './terminal.js';
import { exportedWords, progressWords } from './words.js';

const HELP = `
Writes suburbs.ndjson, accounts.ndjson, agents.ndjson and listings.ndjson to DIR, which is created if missing: one
consistent snapshot of the database, also beside a running service. Imported into an empty database, they give the same
directory with the same ids, keys and dates. Existing files of these names are replaced when all files are complete.

accounts.ndjson contains the secret keys in clear text. The files are readable only by their owner; keep them so.

With --reaxml FILE --website ID: the listings of one account as REAXML (r1.64). Importing that file again changes nothing.

Exit code: 0 written, 2 not.`;

interface Options {
  readonly reaxml?: string;
  readonly website?: number;
}

/** `export DIR`. */
@Injectable()
export class ExportCommand implements Command<string> {
  static readonly needs = 'secrets';
  static readonly imports = [BundlesModule];

  constructor(
    private readonly exporter: BundleExporter,
    private readonly terminal: Terminal,
  ) {}

  static define(run: RunCommand): CommandLine {
    return new CommandLine('export')
      .summary('write the whole directory as a bundle')
      .description('Write the whole directory to a folder, as a bundle for import.')
      .argument('[DIR]', 'the folder')
      .option('--reaxml <FILE>', 'write the listings of one account as REAXML instead')
      .option('--website <ID>', 'the account whose listings --reaxml writes', accountNumber)
      .addHelpText('after', HELP)
      .action(async (folder: string | undefined, { reaxml, website }: Options, command: CommandLine) => {
        if ((folder === undefined) === (reaxml === undefined))
          command.error("error: missing required argument 'DIR', or --reaxml instead of it");
        if ((reaxml === undefined) !== (website === undefined))
          command.error('error: --reaxml and --website must be used together');
        if (reaxml !== undefined && website !== undefined) await run(ExportReaxmlCommand, { file: reaxml, website });
        else if (folder !== undefined) await run(ExportCommand, folder);
      });
  }

  async run(folder: string, signal: AbortSignal): Promise<number> {
    const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
      this.terminal.progress(progressWords(progress));
    const files = await this.exporter.export(folder, { signal, onProgress });
    for (const file of files) this.terminal.say(exportedWords(file));
    return ExitCode.ok;
  }
}
