import { migrate } from '@app/database';
import { Command } from 'commander';
import { withStore } from './directory.js';
import { ExitCode } from './exit-code.js';
import { interruptible, unlessAborted } from './interruption.js';
import type { Terminal } from './terminal.js';

export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .summary('bring the schema of the store up to date')
    .description('Bring the schema of the store up to date. Does nothing when it is.')
    .addHelpText('after', '\nExit code: 0 the schema is up to date, 2 it is not.')
    .action(async () => {
      const signal = interruptible();
      const ran = await withStore((dataSource) => unlessAborted(signal, migrate(dataSource)));
      terminal.say(ran.length === 0 ? 'The schema is up to date.' : ran.map((name) => `Applied ${name}.`).join('\n'));
      process.exitCode = ExitCode.ok;
    });
}
