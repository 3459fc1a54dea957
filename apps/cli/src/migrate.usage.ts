import { Command as CommandLine } from 'commander';
import type { RunCommand } from './command.js';

/** The command line of `migrate`. */
export function migrateUsage(run: RunCommand): CommandLine {
  return new CommandLine('migrate')
    .summary('apply pending migrations to the database')
    .description('Apply pending migrations to the database, and rebuild the documents that another release has stored.')
    .addHelpText(
      'after',
      '\nCan run beside the service, and be interrupted and started again.\n\nExit code: 0 the database is up to date, 2 it is not.',
    )
    .action(async () => {
      const { MigrateCommand } = await import('./migrate.command.js');
      await run(MigrateCommand, undefined);
    });
}
