import { rebuildDocuments } from '@app/documents';
import { SqlExecutor } from '@app/sql';
import { Command } from 'commander';
import { withMigratedStore } from './directory.js';
import { ExitCode } from './exit-code.js';
import { interruptible } from './interruption.js';
import { keepHeapSmall } from './small-heap.js';
import type { Terminal } from './terminal.js';
import { rebuiltWords } from './words.js';

const HELP = `
What readers are shown of accounts, agents, suburbs, listings and properties is stored as finished JSON. When a release
declares other fields, the service makes each such text anew at every read until it is rebuilt. Only these texts change:
no date, no event. It may run beside the service, be ended at any moment and started again.

Exit code: 0 every text is that of this release, 2 it was ended or the store is away.

Example:
  npm run directory -- rebuild`;

export function rebuildCommand(terminal: Terminal): Command {
  return new Command('rebuild')
    .summary('make stored representations anew after an upgrade')
    .description('Make the stored representations of an older release anew.')
    .addHelpText('after', HELP)
    .action(async () => {
      const signal = interruptible();
      keepHeapSmall();
      const begun = performance.now();
      const remade = await withMigratedStore((dataSource) =>
        rebuildDocuments(SqlExecutor.of(dataSource), {
          signal,
          onProgress: (table, count) => terminal.progress(`${table}: ${count} made anew`),
        }),
      );
      terminal.say(rebuiltWords(remade, (performance.now() - begun) / 1000));
      process.exitCode = ExitCode.ok;
    });
}
