import { faultLine, releaseName } from '@app/process';
import { Command as CommandLine, CommanderError } from 'commander';
import { type CommandProcess, type RunCommand, ExitCode } from './command.js';
import { demo, reset } from './demo.command.js';
import { exportCommand } from './export.command.js';
import { hooks } from './hooks.command.js';
import { importCommand } from './import.command.js';
import { inbox } from './inbox.command.js';
import { keys } from './keys.command.js';
import { migrateCommand } from './migrate.command.js';
import { person } from './person.command.js';
import { UnreadOutput } from './unread-output.js';

const HELP = `
Commands use the database of the service: DATABASE_URL, else the embedded server in DATA_DIR (.data). They read .env, and
work beside a running service.

Exit code: 0 done, 1 some lines were bad, 2 nothing was done or wrong usage.`;

const COMMANDS = [migrateCommand, importCommand, inbox, exportCommand, demo, reset, keys, hooks, person];

/**
 * Runs the operator's command line. A command loads its modules when it runs, so that help and wrong usage are answered
 * before Nest and TypeORM are loaded.
 *
 * @param args the arguments after `directory`
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], host: CommandProcess): Promise<number> {
  const { terminal } = host;
  let exitCode: number = ExitCode.ok;
  const run: RunCommand = async (needs, load, isService = false) => {
    const [{ runCommand }, work] = await Promise.all([import('./run-command.js'), load()]);
    exitCode = await runCommand(needs, work, host, isService);
  };
  const program = new CommandLine('directory')
    .description("The operator's command line of the directory service.")
    .version(releaseName)
    .addHelpText('after', HELP);
  const commands = COMMANDS.map((command) => command(run));
  const all = [program, ...commands, ...commands.flatMap((command) => command.commands)];
  for (const command of all) {
    command.exitOverride().showHelpAfterError('See --help.').configureOutput(terminal.output);
  }
  for (const command of commands) program.addCommand(command);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.failed;
    if (host.signal.reason instanceof UnreadOutput) return ExitCode.unread;
    terminal.warn(faultLine(error) ?? inOneLine(error));
    return ExitCode.failed;
  }
}

/** The message of an error in one line, without the stack. */
function inOneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ');
}
