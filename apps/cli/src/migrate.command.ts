import { countStale, staleWords } from '@app/documents';
import { migrate } from '@app/persistence';
import { SqlExecutor } from '@app/sql';
import { Command } from 'commander';
import { withStore } from './directory.js';
import { ExitCode } from './exit-code.js';
import { interruptible, unlessAborted } from './interruption.js';
import type { Terminal } from './terminal.js';

export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .summary('apply pending migrations to the database')
    .description('Apply pending migrations to the database. Does nothing if there are none.')
    .addHelpText('after', '\nExit code: 0 the schema is up to date, 2 it is not.')
    .action(async () => {
      const signal = interruptible();
      const { ran, stale } = await withStore(async (dataSource) => ({
        ran: await unlessAborted(signal, migrate(dataSource)),
        stale: await countStale(SqlExecutor.of(dataSource)),
      }));
      terminal.say(ran.length === 0 ? 'The schema is up to date.' : ran.map((name) => `Applied ${name}.`).join('\n'));
      if (stale.length > 0) {
        terminal.say(`A rebuild is due (${staleWords(stale)}): npm run directory -- rebuild`);
      }
      process.exitCode = ExitCode.ok;
    });
}
