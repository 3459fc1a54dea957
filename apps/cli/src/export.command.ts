import { Command as CommandLine, Option } from 'commander';
import { accountNumber, type RunCommand, ExitCode } from './command.js';

const HELP = `
Writes suburbs.ndjson, accounts.ndjson, agents.ndjson and listings.ndjson to DIR, which is created if missing: one
consistent snapshot of the database, also beside a running service. Imported into an empty database, they give the same
directory with the same ids, keys and dates. Existing files of these names are replaced when all files are complete.
Until then they are drafts, named such as listings.ndjson.draft-HOST-PID. A killed export leaves its drafts in DIR; the
next export to DIR removes them, those of another host after a day.

accounts.ndjson contains each account's own key pair in clear text, and no other pairs (docs/KEYS.md). The files are
readable only by their owner; keep them so.

With --reaxml FILE --website ID: the listings of one account as REAXML, valid by the given revision. docs/FEEDS.md lists
what each revision leaves out.

Exit code: 0 written, 2 not.`;

interface Options {
  readonly reaxml?: string;
  readonly website?: number;
  readonly revision: 'r1.64' | 'r1.61';
}

export const exportCommand = (run: RunCommand): CommandLine =>
  new CommandLine('export')
    .summary('write the whole directory as a bundle')
    .description('Write the whole directory to a folder, as a bundle for import.')
    .argument('[DIR]', 'the folder')
    .option('--reaxml <FILE>', 'write the listings of one account as REAXML instead')
    .option('--website <ID>', 'the account whose listings --reaxml writes', accountNumber)
    .addOption(new Option('--revision <NAME>', 'the revision of REAXML').choices(['r1.64', 'r1.61']).default('r1.64'))
    .addHelpText('after', HELP)
    .action(async (folder: string | undefined, { reaxml, website, revision }: Options, command: CommandLine) => {
      if ((folder === undefined) === (reaxml === undefined))
        command.error("error: missing required argument 'DIR', or --reaxml instead of it");
      if ((reaxml === undefined) !== (website === undefined))
        command.error('error: --reaxml and --website must be used together');
      if (reaxml !== undefined && website !== undefined) await exportReaxml(run, reaxml, website, revision);
      else if (folder !== undefined) await exportBundle(run, folder);
    });

const exportBundle = (run: RunCommand, folder: string): Promise<void> =>
  run('secrets', async () => {
    const { BundleExporter, BundlesModule } = await import('@app/bundles');
    const { exportedWords, progressWords } = await import('./words.js');
    return {
      imports: [BundlesModule],
      run: async ({ get, terminal, signal }) => {
        const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
          terminal.progress(progressWords(progress));
        for (const file of await get(BundleExporter).export(folder, { signal, onProgress }))
          terminal.say(exportedWords(file));
        return ExitCode.ok;
      },
    };
  });

const exportReaxml = (run: RunCommand, file: string, website: number, revision: Options['revision']): Promise<void> =>
  run('directory', async () => {
    const { FeedsModule, ReaxmlExporter } = await import('@app/feeds');
    const { exportedWords, progressWords } = await import('./words.js');
    return {
      imports: [FeedsModule],
      run: async ({ get, terminal, signal }) => {
        const begun = performance.now();
        const onProgress = (progress: Parameters<typeof progressWords>[0]) =>
          terminal.progress(progressWords(progress));
        const options = { revision, signal, onProgress };
        const { lines, leftOut } = await get(ReaxmlExporter).export(website, file, options);
        terminal.say(exportedWords({ file, lines, seconds: (performance.now() - begun) / 1000 }));
        if (leftOut > 0) terminal.say(`${leftOut} left out: ${revision} has no businesses; comments name them`);
        return ExitCode.ok;
      },
    };
  });
