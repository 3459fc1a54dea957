import { Command as CommandLine } from 'commander';
import { type RunCommand, ExitCode } from './command.js';
import { unlessAborted } from './interruption.js';

const HELP = `
Can run beside the service. May be interrupted and started again.

Exit code: 0 the database is up to date, 2 it is not.`;

export const migrateCommand = (run: RunCommand): CommandLine =>
  new CommandLine('migrate')
    .summary('apply pending migrations to the database')
    .description('Apply pending migrations to the database, and rebuild the documents that another release has stored.')
    .addHelpText('after', HELP)
    .action(() =>
      run('database', async () => {
        const { DataSource } = await import('typeorm');
        const { laterSchema, migrate: apply, readiness } = await import('@app/persistence');
        return {
          imports: [],
          run: async ({ get, terminal, signal }) => {
            const dataSource = get(DataSource);
            const rebuilt = new Map<string, number>();
            const onRebuild = (table: string, count: number) => {
              rebuilt.set(table, count);
              terminal.progress(`${table}: ${count} rebuilt`);
            };
            const onWait = (holders: string) => terminal.warn(`Waiting: ${holders}`);
            const ran = await unlessAborted(signal, apply(dataSource, { onRebuild, onWait }));
            const words = laterSchema(await readiness(dataSource));
            terminal.say(ran.map((name) => `Applied ${name}.`).join('\n') || 'The schema is up to date.');
            for (const [table, count] of rebuilt) terminal.say(`Rebuilt ${count} documents of ${table}.`);
            if (words) terminal.say(`${words}.`);
            return ExitCode.ok;
          },
        };
      }),
    );
