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
The representations of accounts, agents, suburbs, listings and properties are stored as finished JSON. After an upgrade
that declares other fields, the service rebuilds such a text each time it reads it, until this command has stored the new
one. Only these texts change: no dates, no events. The command can run beside the service, and can be interrupted and
started again.

Exit code: 0 every text is up to date, 2 it was interrupted or the database is not available.

Example:
  npm run directory -- rebuild`;

export function rebuildCommand(terminal: Terminal): Command {
  return new Command('rebuild')
    .summary('rebuild stored representations after an upgrade')
    .description('Rebuild the stored representations that another release has written.')
    .addHelpText('after', HELP)
    .action(async () => {
      const signal = interruptible();
      keepHeapSmall();
      const begun = performance.now();
      const remade = await withMigratedStore((dataSource) =>
        rebuildDocuments(SqlExecutor.of(dataSource), {
          signal,
          onProgress: (table, count) => terminal.progress(`${table}: ${count} rebuilt`),
        }),
      );
      terminal.say(rebuiltWords(remade, (performance.now() - begun) / 1000));
      process.exitCode = ExitCode.ok;
    });
}
